/** A hint in words: what to do, and what that is expected to bring. */

import type { HintGiven, View } from '../generated/wire';
import { say } from '../text/messages.svelte';
import { listed, pieceName, sidesText } from '../text/names';

type Move = HintGiven['moves'][number];

export const WHOLE_END = 3;
/** How much better another start of the round must be to be worth telling. */
const WORTH_TELLING = 0.5;

/** What a hint is for; it is shown as long as that does not change. */
export function hintKey(view: View | null): string {
  if (!view || view.done) return '';
  const taken = view.picks.map((pick) => pick.taken_by ?? '').join();
  const drawn = view.drawings.map((drawing) => drawing.action).join();
  return `${view.round} ${view.phase} ${taken} ${view.choices.length} ${drawn}`;
}

function moveText(move: Move, view: View): string {
  const pieces = listed(move.pieces.map(pieceName));
  if (move.sides !== null) return say('web.hint.tile', { piece: pieces, cell: move.cell ?? '' });
  const choice = view.choices.find((one) => one.action === move.action);
  if (!choice) return say('web.hint.take', { pieces });
  if (choice.paid) return say('web.hint.pay', { piece: pieces });
  return move.cell ? say('web.hint.strike', { cell: move.cell }) : say('web.hint.miss');
}

function brings({ round, value, restart }: HintGiven, view: View): string {
  const isExact = round === view.rounds;
  const told = [say(isExact ? 'web.hint.exact' : 'web.hint.about', { n: Math.round(value) })];
  if (restart - value >= WORTH_TELLING) told.push(say('web.hint.restart', { n: Math.round(restart) }));
  return told.join(' ');
}

function advice(hint: HintGiven, view: View, isSpoken: boolean): string {
  const [first] = hint.moves;
  if (!first) return hint.cell === null ? say('web.hint.nothing') : say('web.hint.cell', { cell: hint.cell });
  if (hint.step < WHOLE_END || hint.moves.length === 1) {
    const sides = isSpoken && first.sides ? ` ${sidesText(first.sides)}.` : '';
    return `${moveText(first, view)}${sides}`;
  }
  if (!isSpoken) return say('web.hint.end');
  const all = hint.moves.map((move) => moveText(move, view) + (move.sides ? ` ${sidesText(move.sides)}.` : ''));
  return all.join(' ');
}

/** The text that is shown; the board shows the rest. */
export function hintText(hint: HintGiven, view: View): string {
  return `${advice(hint, view, false)} ${brings(hint, view)}`;
}

/** The text for screen readers, with all that the board shows. */
export function spokenHint(hint: HintGiven, view: View): string {
  return `${advice(hint, view, true)} ${brings(hint, view)}`;
}
