/** What the player can draw, from the view: dice, and extras. */

import type { OptionView, View } from '../generated/wire';
import type { Glow } from '../board/board';
import { cellsOf } from '../board/geometry';

export type ItemState = 'ready' | 'drawn' | 'nowhere' | 'barred';

export interface TrayItem {
  /** Its key: `die-0`, `special special-hhhh`. */
  key: string;
  /** The name of the extra that it belongs to; null for a die. */
  extra: string | null;
  verb: string;
  piece: string;
  state: ItemState;
  /** A die that must be drawn while it fits in a free cell. */
  mandatory: boolean;
  /** A die that must be drawn on the current board. */
  due?: boolean;
  /** The index of a die in the view. */
  die?: number;
  /** An extra that draws the result of a die again. */
  isAgain?: boolean;
  /** The code of why it is not available, if there is one. */
  why: string | null;
}

export interface Target {
  verb: string;
  glow: Glow;
  sides: readonly string[];
  board: number;
}

/** The verb that draws a die. */
const DRAW = 'draw';

function optionsFor(view: View, extra: string | null, piece: string): OptionView[] {
  return view.options.filter((option) => option.extra === extra && option.piece === piece);
}

export function diceOf(view: View): TrayItem[] {
  return view.dice
    .map((die, index) => ({ ...die, index }))
    .filter((die) => die.drawable)
    .map(({ piece, mandatory, due, drawn, index }, place) => {
      const isPossible = optionsFor(view, null, piece).length > 0;
      // After Done nothing can be drawn, which does not mean that it would not fit.
      const otherwise = view.done ? 'barred' : 'nowhere';
      const state: ItemState = drawn ? 'drawn' : isPossible ? 'ready' : otherwise;
      return { key: `die-${place}`, extra: null, verb: DRAW, piece, state, mandatory, due, die: index, why: null };
    });
}

/** What may be drawn besides the dice. */
export function extrasOf(view: View): TrayItem[] {
  const onDice = new Set(view.dice.map((die) => die.piece));
  return view.extras.flatMap(({ name, verb, items }) =>
    items.map(({ piece, used, available, why }) => {
      const state: ItemState = used ? 'drawn' : available ? 'ready' : why ? 'barred' : 'nowhere';
      const isAgain = onDice.has(piece);
      return { key: `${name} ${piece}`, extra: name, verb, piece, state, mandatory: false, isAgain, why };
    }),
  );
}

/** Every piece that is available now. */
export function piecesOf(view: View): string[] {
  return [...diceOf(view), ...extrasOf(view)].map((item) => item.piece);
}

/** Faces that are not drawn, such as a meteor's direction and distance. */
export function otherFaces(view: View): string[] {
  return view.dice.filter((die) => !die.drawable).map((die) => die.piece);
}

/** For each cell where something fits, the orientations that fit there. */
function waysOf(fits: OptionView['fits']): Map<string, string[]> {
  const ways = new Map<string, string[]>();
  for (const [sides, set] of Object.entries(fits))
    for (const cell of cellsOf(set)) ways.set(cell, [...(ways.get(cell) ?? []), sides]);
  return ways;
}

/** The cells that take an item, and by which verb; what is in such a cell is erased. */
export function targetsOf(view: View, item: TrayItem | undefined): Map<string, Target> {
  const targets = new Map<string, Target>();
  if (!item || item.state !== 'ready') return targets;
  for (const { verb, board, fits } of optionsFor(view, item.extra, item.piece)) {
    const filled = new Set(view.boards[board]?.cells.map((tile) => tile.cell));
    for (const [cell, sides] of waysOf(fits))
      targets.set(cell, { verb, glow: filled.has(cell) ? 'erase' : 'legal', sides, board });
  }
  return targets;
}
