/** One try at a puzzle, at a table that only this page knows. */

import { api } from '../api';
import { nameOrGuest } from '../home/opening';
import { begunPuzzle } from '../paper/kept';
import { forgetSeat } from '../storage';
import { LiveTable } from '../table/live.svelte';

export class Attempt {
  readonly live: LiveTable;

  private constructor(
    readonly puzzle: string,
    readonly table: string,
    readonly token: string,
  ) {
    this.live = new LiveTable(table, token);
  }

  static async begin(puzzle: string): Promise<Attempt> {
    const { table, token } = await api.tryPuzzle(puzzle, nameOrGuest());
    begunPuzzle.set({ puzzle, table, token });
    return new Attempt(puzzle, table, token);
  }

  /** The try at this puzzle that a reload interrupted, if there is one. */
  static resume(puzzle: string): Attempt | null {
    const begun = begunPuzzle.get();
    return begun?.puzzle === puzzle ? new Attempt(puzzle, begun.table, begun.token) : null;
  }

  /** What was reached; null while it is drawn. */
  get total(): number | null {
    const { view } = this.live;
    return view?.phase === 'over' ? (view.results[0]?.sheet.total ?? 0) : null;
  }

  solution() {
    return api.puzzleSolution(this.puzzle, this.table, this.token);
  }

  /** A try that is over, or left, is not resumed. */
  forget(): void {
    if (begunPuzzle.get()?.table === this.table) begunPuzzle.set(null);
  }

  close(): void {
    this.forget();
    this.live.close();
    forgetSeat(this.table);
  }
}
