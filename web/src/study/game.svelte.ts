/** A game with several seats, each of which can be reviewed: a finished table, or a record that was pasted here. */

import { SvelteMap } from 'svelte/reactivity';
import { api } from '../api';
import { seatAt } from '../storage';
import { botName } from '../text/names';
import { Study } from './study.svelte';

export class Game {
  /** The players' names; those of a record are not known. */
  names = $state.raw<(string | null)[]>([]);
  /** The reviews that were asked for, by seat. */
  readonly studies = new SvelteMap<number, Study>();
  /** The seat of the person at this browser. */
  readonly own: number | null;

  constructor(
    readonly table: string | null,
    private readonly record: string | null = null,
    seats = 0,
  ) {
    this.own = table === null ? null : (seatAt(table)?.seat ?? null);
    this.names = Array.from({ length: seats }, () => null);
  }

  /** Load who sat at the table. */
  async load(): Promise<void> {
    if (this.table === null || this.names.length) return;
    // A bot has no name of its own in the summary of a table.
    this.names = (await api.table(this.table)).seats.map((seat) => seat.name || botName(seat.bot ?? ''));
  }

  /** Ask for the review of a seat. */
  async ask(seat: number): Promise<Study> {
    const known = this.studies.get(seat);
    if (known) return known;
    const { id } =
      this.table === null
        ? await api.reviewRecord({ record: this.record ?? '', seat })
        : await api.reviewTable(this.table, { seat });
    const study = new Study(id, this.table);
    this.studies.set(seat, study);
    // The other seats of a record can be reviewed too, as long as this page is open.
    if (this.table === null) records.set(id, this);
    return study;
  }

  /** The address of a seat's review. */
  address(study: Study, seat: number): string {
    const table = this.table === null ? '' : `table=${this.table}&`;
    return `/review/${study.id}?${table}seat=${seat}`;
  }
}

const tables = new Map<string, Game>();
const records = new Map<string, Game>();

export function gameOfTable(table: string): Game {
  const game = tables.get(table) ?? new Game(table);
  tables.set(table, game);
  return game;
}

/** The game of which a study reviews a seat, if its record was given here. */
export function gameOfRecord(study: string): Game | null {
  return records.get(study) ?? null;
}
