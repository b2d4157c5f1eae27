/** Sentences for screen readers: announced politely, one after the other. */

class Announcer {
  text = $state('');
  #flip = false;

  say(sentence: string): void {
    // A repeated sentence is only announced if it differs; a space at the end is not heard.
    this.#flip = !this.#flip;
    this.text = sentence + (this.#flip ? '\u00a0' : '');
  }
}

export const announcer = new Announcer();
