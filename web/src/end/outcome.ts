/** The end of a game in words and numbers. */

import type { SheetView, View } from '../generated/wire';
import { say } from '../text/messages.svelte';
import { lineName, listed, rulesetName } from '../text/names';

/** Who won, and why. */
export function outcome(view: View): string {
  const { seats, results, winners, decided_by } = view;
  const names = listed(winners.map((seat) => seats[seat]?.name ?? ''));
  const first = results[winners[0] ?? 0]?.sheet;
  const n = first?.total ?? 0;
  if (seats.length === 1) return say('web.end.alone', { n });
  const others = results.filter((_, seat) => !winners.includes(seat)).map(({ sheet }) => sheet.total);
  const params = { names, n, errors: first?.errors ?? 0, ahead: n - Math.max(...others) };
  return say(`web.end.wins.${decided_by ?? 'points'}`, params);
}

/** The seats in display order: our own first. */
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

/** A text to share, written to be read aloud well: numbers and symbols as words where a screen reader would stumble. */
export function shareText(
  view: View,
  seat: number,
  { link, isInviting }: { link: string; isInviting: boolean },
): string {
  const own = view.results[seat]?.sheet;
  if (!own) return link;
  const parts = compare([own]).flatMap(({ name, points: [points] }) => {
    if (!points) return [];
    return [`${lineName(name)} ${points < 0 ? say('web.end.minus', { points: -points }) : points}`];
  });
  const game = rulesetName(view.ruleset);
  const size = say('web.end.alone', { n: Math.abs(own.total) });
  const scored = own.total < 0 ? say('web.end.minus', { points: size }) : size;
  const hints = view.seats[seat]?.hints;
  const points = hints ? `${scored} (${say('web.end.with_hints', { n: hints })})` : scored;
  const told = say(isInviting ? 'web.end.share_text' : 'web.end.share_board_text', {
    ruleset: game,
    points,
    parts: parts.join(', '),
    link,
  });
  return view.seats.length > 1 ? `${outcome(view)}. ${told}` : told;
}
