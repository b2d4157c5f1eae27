/** Sentences for those who listen: read out politely, one after the other. */

class Announcer {
  text = $state('');
  #flip = false;

  say(sentence: string): void {
    // The same sentence twice is only read again if it differs; a space at the end is not heard.
    this.#flip = !this.#flip;
    this.text = sentence + (this.#flip ? '\u00a0' : '');
  }
}

export const announcer = new Announcer();
