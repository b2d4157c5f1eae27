/** How lines of the score sheet are shown on a board. */

import type { Mark } from '../board/board';
import type { LineView, SheetView } from '../generated/wire';

/** For networks and whatever an expansion scores. */
const HUES = ['blue', 'violet', 'olive'];
/** A line keeps its hue while networks come and go above it. */
const OWN_HUES: Record<string, string> = {
  highway: 'plum',
  railway: 'amber',
  centre: 'teal',
  single: 'olive',
  single_below: 'olive',
  'underground.longest_pipeline': 'amber',
  'underground.longest_subway': 'plum',
  'underground.centre': 'teal',
};
const ROUTES = new Set([
  'highway',
  'railway',
  'river.best',
  'underground.longest_pipeline',
  'underground.longest_subway',
]);

/**
 * The lines to show: networks that join nothing yet are one line together, so that the sheet stays short.
 */
export function linesOf(sheet: SheetView): LineView[] {
  const isSingle = (line: LineView): boolean => line.name.endsWith('network') && line.points === 0;
  const shown = sheet.lines.filter((line) => !isSingle(line) && (line.name !== 'underground.hubs' || line.value > 0));
  // What scores most has its line from the beginning.
  if (shown.some((line) => line.name === 'highway') && !shown.some((line) => line.name === 'network'))
    shown.unshift({ name: 'network', value: 0, points: 0, board: 0, expansion: false, cells: [], sides: [] });
  const boards = [...new Set(sheet.lines.filter(isSingle).map((line) => line.board))];
  for (const board of boards) {
    const single = sheet.lines.filter((line) => isSingle(line) && line.board === board);
    shown.push({
      name: board > 0 ? 'single_below' : 'single',
      value: single.reduce((sum, line) => sum + line.value, 0),
      points: 0,
      board,
      expansion: board > 0,
      cells: single.flatMap((line) => line.cells),
      sides: single.flatMap((line) => line.sides),
    });
  }
  return shown;
}

export function hueOf(line: LineView, index: number): string {
  return `var(--${OWN_HUES[line.name] ?? HUES[index % HUES.length]})`;
}

export function isErrorLine(line: LineView): boolean {
  return line.name.endsWith('errors');
}

export function markOf(line: LineView, index: number): Mark {
  if (isErrorLine(line)) return { cells: line.cells, sides: [], hue: 'var(--error)', isRoute: false };
  const isRoute = ROUTES.has(line.name) && line.sides.length === 0;
  return { cells: line.cells, sides: line.sides, hue: hueOf(line, index), isRoute };
}
