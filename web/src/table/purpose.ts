/** What a table is for, if it is no ordinary game. */

import type { TableSummary } from '../generated/wire';
import { say } from '../text/messages.svelte';
import { figure } from '../text/names';

export type Purpose = NonNullable<TableSummary['purpose']>;

/** The purpose in words, with the remark that the game does not count; null for an ordinary game. */
export function purposeText(
  table: { purpose?: Purpose | null; begins?: number; goal?: number | null } | null | undefined,
): string | null {
  if (!table?.purpose) return null;
  if (table.purpose === 'challenge') return say('web.challenge.beat', { total: figure(table.goal ?? 0) });
  if (table.purpose === 'league') return say('web.purpose.league');
  return say('web.purpose.uncounted', { purpose: say(`web.purpose.${table.purpose}`, { round: table.begins ?? 1 }) });
}
