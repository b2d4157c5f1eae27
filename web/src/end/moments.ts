/** What the boards show at the end of a game, one thing after the other: the longest lines, then the networks. */

import type { Moment } from '../board/board';
import type { SheetView } from '../generated/wire';
import { linesOf, markOf } from '../table/marks';

/** How long each takes, in milliseconds. */
const ROUTE = 800;
const NETWORK = 450;

/** The moments of one board; all boards of a seat share one clock, so that they follow each other. */
export function momentsOf(sheet: SheetView, board: number): Moment[] {
  const lines = linesOf(sheet);
  const scored = lines.map((line, index) => ({ line, index })).filter(({ line }) => line.points > 0);
  const ordered = [
    ...scored.filter(({ line }) => line.kind === 'route'),
    ...scored.filter(({ line }) => line.kind === 'network'),
  ];
  let at = 0;
  return ordered.flatMap(({ line, index }) => {
    const begins = at;
    const isRoute = line.kind === 'route';
    at += isRoute ? ROUTE : NETWORK;
    const mark = markOf(lines, index);
    return mark && line.board === board ? [{ mark, isRoute, begins, lasts: at - begins }] : [];
  });
}

/** When the last moment of all these sheets is over. */
export function endOf(sheets: readonly SheetView[]): number {
  const boards = [0, 1];
  const all = sheets.flatMap((sheet) => boards.flatMap((board) => momentsOf(sheet, board)));
  return Math.max(0, ...all.map(({ begins, lasts }) => begins + lasts));
}
