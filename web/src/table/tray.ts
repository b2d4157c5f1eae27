/** What lies in front of the player, worked out from the view: dice, and what may be drawn besides. No rules here. */

import { PIECES } from '../generated/tiles';
import type { DrawingView, OptionView, View } from '../generated/wire';
import type { Glow } from '../board/board';

export type ItemState = 'ready' | 'drawn' | 'nowhere' | 'barred';

export interface TrayItem {
  /** What it is chosen by; `die-0`, `special-hhhh`, `again-pipe-t`, `volcano`. */
  key: string;
  group: 'die' | 'special' | 'again' | 'volcano';
  piece: string;
  state: ItemState;
  /** A die that must be drawn as long as a free cell takes it. */
  mandatory: boolean;
  /** A die that must be drawn as the board stands. */
  due?: boolean;
  /** The place of a die in the view. */
  die?: number;
  /** The code of why it cannot be had, where there is one. */
  why: string | null;
}

export interface Target {
  verb: string;
  glow: Glow;
  sides: readonly string[];
  board: number;
}

const DRAW = 'draw';
const ERASE = 'erase';
const AGAIN = 'duplicate';
const VOLCANO = 'volcano';

function fits(options: readonly OptionView[]): boolean {
  return options.some((option) => Object.keys(option.cells).length > 0);
}

function optionsFor(view: View, piece: string, verbs: readonly string[]): OptionView[] {
  return view.options.filter((option) => option.piece === piece && verbs.includes(option.verb));
}

export function diceOf(view: View): TrayItem[] {
  return view.dice
    .map((die, index) => ({ ...die, index }))
    .filter((die) => die.piece in PIECES)
    .map(({ piece, mandatory, due, drawn, index }, place) => {
      const isPossible = fits(optionsFor(view, piece, [DRAW, ERASE]));
      // After Done nothing is possible any more, which says nothing about where it would have fitted.
      const otherwise = view.done ? 'barred' : 'nowhere';
      const state: ItemState = drawn ? 'drawn' : isPossible ? 'ready' : otherwise;
      return { key: `die-${place}`, group: 'die', piece, state, mandatory, due, die: index, why: null };
    });
}

function specialsOf(view: View): TrayItem[] {
  return view.specials.map(({ piece, used, available, why }) => {
    const state: ItemState = used ? 'drawn' : available ? 'ready' : why ? 'barred' : 'nowhere';
    return { key: piece, group: 'special', piece, state, mandatory: false, why: used ? 'special.used' : why };
  });
}

function againOf(view: View): TrayItem[] {
  const left = view.duplications_left ?? 0;
  const isUsed = view.drawings.some((drawing) => drawing.verb === AGAIN);
  const pieces = [...new Set(view.dice.map((die) => die.piece))];
  return pieces.map((piece) => {
    const options = optionsFor(view, piece, [AGAIN]);
    const why = left === 0 && !isUsed ? 'duplicate.limit' : isUsed ? 'duplicate.round' : null;
    const state: ItemState = fits(options) ? 'ready' : why ? 'barred' : 'nowhere';
    return { key: `again-${piece}`, group: 'again', piece, state, mandatory: false, why };
  });
}

function volcanoOf(view: View): TrayItem[] {
  const options = optionsFor(view, VOLCANO, [VOLCANO]);
  const isUsed = view.drawings.some((drawing) => drawing.verb === VOLCANO);
  const state: ItemState = isUsed ? 'drawn' : fits(options) ? 'ready' : 'nowhere';
  return [
    {
      key: VOLCANO,
      group: 'volcano',
      piece: VOLCANO,
      state,
      mandatory: false,
      why: isUsed ? 'lava.one_volcano' : null,
    },
  ];
}

/** What may be drawn besides the dice: special routes, a result once more, a volcano. */
export function extrasOf(view: View): TrayItem[] {
  if (view.duplications_left !== undefined && isUnderground(view)) return againOf(view);
  const own = specialsOf(view);
  return mainRules(view.ruleset) === 'lava' ? [...own, ...volcanoOf(view)] : own;
}

export function isUnderground(view: View): boolean {
  return view.boards[view.board]?.name === 'underground';
}

export function mainRules(ruleset: string): string {
  return ruleset.split('+')[0] ?? ruleset;
}

/** Faces that are no pieces: the meteor's direction and distance. */
export function otherFaces(view: View): string[] {
  return view.faces.filter((face) => /^(up|right|down|left|choose|[123])$/.test(face));
}

/** The cells that take an item, and by which verb. */
export function targetsOf(view: View, item: TrayItem | undefined): Map<string, Target> {
  const found = new Map<string, Target>();
  if (!item || item.state !== 'ready') return found;
  const verbs = { die: [DRAW, ERASE], special: [DRAW], again: [AGAIN], volcano: [VOLCANO] }[item.group];
  for (const { verb, board, cells } of optionsFor(view, item.piece, verbs)) {
    const glow: Glow = verb === ERASE ? 'erase' : 'legal';
    for (const [cell, sides] of Object.entries(cells)) found.set(cell, { verb, glow, sides, board });
  }
  return found;
}

/** The verb by which an item would be drawn, to ask why it does not go somewhere. */
export function verbOf(item: TrayItem): string {
  return { die: DRAW, special: DRAW, again: AGAIN, volcano: VOLCANO }[item.group];
}

/** A drawing as the action that makes it again. */
export function actionOf(drawing: DrawingView): string {
  if (drawing.verb === VOLCANO) return `${VOLCANO} ${drawing.cell}`;
  return `${drawing.verb} ${drawing.piece} ${drawing.cell} ${drawing.sides}`;
}

const EDITIONS: Record<string, string> = {
  base: 'deep-blue',
  river: 'deep-blue',
  lake: 'deep-blue',
  meteor: 'blazing-red',
  lava: 'blazing-red',
  underground: 'underground',
  'underground-standalone': 'underground',
};

export function editionOf(ruleset: string): string {
  return EDITIONS[mainRules(ruleset)] ?? 'deep-blue';
}
