/** The end of a game in words and numbers. */

import type { SheetView, View } from '../generated/wire';
import { say } from '../text/messages.svelte';
import { lineName, rulesetName } from '../text/names';

/** Who won, and why. */
export function outcome(view: View): string {
  const { seats, winners } = view;
  const best = Math.max(...seats.map((seat) => seat.total));
  const names = winners.map((seat) => seats[seat]?.name ?? '').join(say('web.and'));
  if (seats.length === 1) return say('web.end.alone', { n: best });
  if (winners.length > 1) return say('web.end.shared', { names, n: best });
  const equal = seats.filter((seat) => seat.total === best);
  if (equal.length === 1) return say('web.end.wins', { names, n: best, ahead: best - secondBest(view) });
  const fewest = Math.min(...equal.map((seat) => seat.sheet.errors));
  const byErrors = equal.filter((seat) => seat.sheet.errors === fewest).length === 1;
  return say(byErrors ? 'web.end.wins_by_errors' : 'web.end.wins_by_seat', {
    names,
    n: best,
    errors: fewest,
  });
}

function secondBest(view: View): number {
  const totals = view.seats.map((seat) => seat.total).sort((a, b) => b - a);
  return totals[1] ?? 0;
}

/** The seats in the order in which they are shown: one's own first. */
export function ownFirst(count: number, own: number | null): number[] {
  const all = Array.from({ length: count }, (_, seat) => seat);
  return own === null ? all : [own, ...all.filter((seat) => seat !== own)];
}

export interface Row {
  name: string;
  points: (number | null)[];
}

/** The sheets of all seats side by side, lines of one name together. */
export function compare(sheets: readonly SheetView[]): Row[] {
  const names = [...new Set(sheets.flatMap((sheet) => sheet.lines.map((line) => line.name)))];
  return names.map((name) => ({
    name,
    points: sheets.map((sheet) => {
      const own = sheet.lines.filter((line) => line.name === name);
      return own.length ? own.reduce((sum, line) => sum + line.points, 0) : null;
    }),
  }));
}

/** A text to send to friends, which reads well aloud: numbers and signs are words where a voice would stumble. */
export function shareText(view: View, seat: number, link: string): string {
  const own = view.seats[seat];
  if (!own) return link;
  const parts = compare([own.sheet]).flatMap(({ name, points: [points] }) => {
    if (!points) return [];
    return [`${lineName(name)} ${points < 0 ? say('web.end.minus', { points: -points }) : points}`];
  });
  const game = rulesetName(view.ruleset);
  const size = say('web.end.alone', { n: Math.abs(own.total) });
  const points = own.total < 0 ? say('web.end.minus', { points: size }) : size;
  const told = say('web.end.share_text', { ruleset: game, points, parts: parts.join(', '), link });
  return view.seats.length > 1 ? `${outcome(view)}. ${told}` : told;
}
