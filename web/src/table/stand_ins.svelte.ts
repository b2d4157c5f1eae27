/** Who acted for whom, as sentences, and what was done for the player of this page. */

import type { MoveView, StandInView, StoodIn, View } from '../generated/wire';
import { dismissedNotice } from '../storage';
import { lookUp, say } from '../text/messages.svelte';
import { botName, pieceName } from '../text/names';

function moveText(move: MoveView): string {
  const pieces = move.pieces.map(pieceName).join(', ');
  const key = move.cell ? 'web.stand_in.step' : 'web.stand_in.step_nowhere';
  const step = lookUp(`${key}.${move.verb}`, { pieces, cell: move.cell });
  if (step) return step;
  const drawn = lookUp('web.stand_in.drawn', { piece: pieces, cell: move.cell });
  return [drawn, ...move.filled.map((cell) => say('web.stand_in.filled', { cell }))].join(', ');
}

/** Who acted for a seat in a round, and why; of the mandatory moves also what they were, once the round is closed. */
export function standInText(one: StoodIn | StandInView, name: string): string {
  const { round, by, why } = one;
  if (why !== 'clock' && by !== null) return say(`web.stand_in.${why}`, { round, name, bot: botName(by) });
  const reason = why === 'clock' ? 'clock' : 'no_bot';
  const done = 'moves' in one ? one.moves.map(moveText).join('; ') : '';
  return done
    ? say(`web.stand_in.${reason}_done`, { round, name, done })
    : say(`web.stand_in.${reason}`, { round, name });
}

/** What was done for us, and why. */
export function doneText({ round, by, why, moves }: StandInView): string {
  const reason =
    why === 'clock' || by === null ? say('web.stand_in.own_time') : say('web.stand_in.own_bot', { bot: botName(by) });
  const done = moves.map(moveText).join('; ');
  return `${reason} ${done ? say('web.stand_in.own_done', { round, done }) : say('web.stand_in.own_nothing', { round })}`;
}

/** How much was done for us, in one line. */
export function shortText(entries: readonly StandInView[]): string {
  const last = entries.at(-1);
  const n = entries.reduce((sum, { moves }) => sum + moves.length, 0);
  if (!last || !n) return last ? doneText(last) : '';
  if (last.why === 'clock' || last.by === null) return say('web.stand_in.short_time', { n });
  return say('web.stand_in.short_bot', { n, bot: botName(last.by) });
}

/** What was done for the player of this page, until they act again or dismiss it. */
export class DoneForMe {
  #dismissed = $state(dismissedNotice.get());
  readonly #all: readonly StandInView[] = $derived.by(() => this.source.view?.done_for_you ?? []);
  /** The id of what is shown; empty if nothing is. */
  readonly key: string = $derived.by(() => {
    const rounds = this.#all.map(({ round, moves }) => `${round}.${moves.length}`);
    return rounds.length ? [this.source.id, ...rounds].join('/') : '';
  });
  readonly entries: readonly StandInView[] = $derived.by(() => (this.key === this.#dismissed ? [] : this.#all));
  readonly text: string = $derived.by(() => this.entries.map(doneText).join(' '));

  constructor(readonly source: { readonly id: string; readonly view: View | null }) {}

  dismiss(): void {
    this.#dismissed = this.key;
    dismissedNotice.set(this.key);
  }

  /** The cells of a board in which something was done, in one round or in all that are shown. */
  cells(board: number, round?: number): string[] {
    const entries = this.entries.filter((entry) => round === undefined || entry.round === round);
    const moves = entries.flatMap((entry) => entry.moves).filter((move) => move.board === board);
    return moves.flatMap(({ cell, filled }) => (cell ? [cell, ...filled] : filled));
  }
}
