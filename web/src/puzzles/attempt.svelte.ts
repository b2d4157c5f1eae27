/** One try at a puzzle, at a table that only this page knows. */

import { api } from '../api';
import { nameOrGuest } from '../home/opening';
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
    return new Attempt(puzzle, table, token);
  }

  /** What was reached; null while it is drawn. */
  get total(): number | null {
    const { view } = this.live;
    return view?.phase === 'over' ? (view.results[0]?.sheet.total ?? 0) : null;
  }

  solution() {
    return api.puzzleSolution(this.puzzle, this.table, this.token);
  }

  close(): void {
    this.live.close();
    forgetSeat(this.table);
  }
}
