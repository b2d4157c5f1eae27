/** The house rules of a table as sentences; the server says which are unusual. */

import type { TableSummary } from '../generated/wire';
import { say } from '../text/messages.svelte';
import { duration } from '../text/names';
import { purposeText } from './purpose';

export interface HouseRule {
  text: string;
  isUsual: boolean;
  /** Whether it is usual, in a word; what a table is for needs none. */
  mark: string | null;
}

export function houseRules(table: TableSummary): HouseRule[] {
  // There the clock also runs for each pick.
  const isDraft = table.unusual.includes('draft');
  const rules: [TableSummary['unusual'][number], string][] = [
    ['longest', say(`house.longest.${table.longest}`)],
    ['values', say(`house.values.${table.values}`)],
    ['dice', say(`web.house.dice.${table.daily === null ? table.dice : 'daily'}`)],
    [
      'clock',
      table.clock === null
        ? say('web.house.no_clock')
        : say(isDraft ? 'web.house.clock_draft' : 'web.house.clock', { time: duration(table.clock) }),
    ],
  ];
  if (isDraft) rules.push(['draft', say('web.house.draft')]);
  if (table.unusual.includes('hints')) rules.push(['hints', say('web.house.hints')]);
  const purpose = purposeText(table);
  const usual = rules.map(([name, text]) => {
    const isUsual = !table.unusual.includes(name);
    const mark = isUsual ? 'house.usual' : name === 'draft' ? 'web.house.variant' : 'house.changed';
    return { text, isUsual, mark: say(mark) };
  });
  return purpose ? [{ text: purpose, isUsual: false, mark: null }, ...usual] : usual;
}
