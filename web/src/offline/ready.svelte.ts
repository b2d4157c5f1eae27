/** Whether this browser can play without a connection, and having it prepared behind the page. */

import { isMetered } from '../keeping';
import { seats } from '../storage';
import { isRuntimeHere, keepRuntime } from './runtime';

/** Long enough for the first view and for whoever only looks in, in milliseconds. */
const AFTER = 10_000;

class Ready {
  state = $state<'unknown' | 'absent' | 'loading' | 'here' | 'failed'>('unknown');
  /** How much is loaded, from 0 to 1. */
  part = $state(0);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Look whether it is here; where it is likely to be wanted and costs nothing, load it after a while. */
  async prepare(): Promise<void> {
    if (!('serviceWorker' in navigator) || this.state === 'loading') return;
    this.state = (await isRuntimeHere()) ? 'here' : 'absent';
    if (this.state === 'here' || !isLikely() || isMetered()) return;
    this.#timer ??= setTimeout(() => void this.load(), AFTER);
  }

  async load(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.state === 'loading' || this.state === 'here') return;
    this.state = 'loading';
    this.part = 0;
    const isHere = await keepRuntime((part) => (this.part = part));
    this.state = isHere ? 'here' : 'failed';
    if (isHere) await navigator.storage?.persist?.().catch(() => false);
  }
}

export const ready = new Ready();

/** Whoever has installed the page, or has played here, may want to play on where there is no connection. */
function isLikely(): boolean {
  return matchMedia('(display-mode: standalone)').matches || seats().length > 0;
}
