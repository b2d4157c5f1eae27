/** Until when the dice of a day are hidden from others. */

import type { TableSummary } from '../generated/wire';

/** Whether a game of the day was played in time and its dice are still hidden from those who have not played them. */
export function isStillOpen(table: Pick<TableSummary, 'counts_until'> | null, now: number): boolean {
  return table?.counts_until != null && now < Date.parse(table.counts_until);
}
