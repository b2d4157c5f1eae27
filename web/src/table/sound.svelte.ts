/** A soft sound and a short vibration when it is one's turn. Off where the reader or their system asks for quiet. */

import { preferredSound } from '../storage';

/** Two notes, each with how many seconds after the first it begins. */
const NOTES: readonly (readonly [hertz: number, after: number])[] = [
  [587.3, 0],
  [880, 0.14],
];
const LOUDNESS = 0.06;
const SECONDS = 0.45;
const VIBRATION = 60;

class Sound {
  #choice = $state(preferredSound.get());
  #context: AudioContext | null = null;

  /** Systems have no setting for quiet that pages may read; who asks for less motion gets no sounds unless they want them. */
  get isOn(): boolean {
    if (this.#choice !== 'auto') return this.#choice === 'on';
    return !matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  toggle(): void {
    this.#choice = this.isOn ? 'off' : 'on';
    preferredSound.set(this.#choice);
    // So that one hears what was switched on; a browser also lets a page sound only after a tap.
    this.play();
  }

  play(): void {
    if (!this.isOn) return;
    navigator.vibrate?.(VIBRATION);
    if (typeof AudioContext === 'undefined') return;
    const context = (this.#context ??= new AudioContext());
    void context.resume().then(
      () => NOTES.forEach(([hertz, after]) => note(context, hertz, context.currentTime + after)),
      () => undefined,
    );
  }
}

function note(context: AudioContext, hertz: number, at: number): void {
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.frequency.value = hertz;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(LOUDNESS, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + SECONDS);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + SECONDS);
}

export const sound = new Sound();
