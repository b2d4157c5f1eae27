/** What is kept until the tab is closed, so that a reload loses neither rolls nor a board. */

import type { DiceRoll } from '../generated/wire';
import type { Reading } from './rules.svelte';

/** The game of the dice roller: every roll so far. */
export interface RolledGame {
  rules: string;
  seats: number;
  rolls: DiceRoll[];
}

/** The board that is scored. */
export interface DrawnBoard {
  rules: string;
  longest: Reading | '';
  values: 'official' | 'manual';
  text: string;
}

/** The puzzle that is being drawn, and its table. */
export interface BegunPuzzle {
  puzzle: string;
  table: string;
  token: string;
}

interface Kept<T> {
  get: () => T | null;
  set: (value: T | null) => void;
}

function inTab<T>(name: string): Kept<T> {
  const key = `inkrail.${name}`;
  return {
    get: () => {
      try {
        return JSON.parse(sessionStorage.getItem(key) ?? 'null') as T | null;
      } catch {
        return null;
      }
    },
    set: (value) => {
      try {
        sessionStorage.setItem(key, JSON.stringify(value));
      } catch {
        // Without storage it lasts as long as the page.
      }
    },
  };
}

export const rolledGame = inTab<RolledGame>('rolled');
export const drawnBoard = inTab<DrawnBoard>('drawn');
export const begunPuzzle = inTab<BegunPuzzle>('puzzle');
