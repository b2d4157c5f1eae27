/** How lines of the score sheet are shown on a board. */

import type { Mark } from '../board/board';
import { LINE_HUES, SPARE_HUES, SPARE_HUES_BELOW } from '../generated/hues';
import type { LineView, SheetView } from '../generated/wire';

/**
 * The lines to show: networks that connect nothing yet share one line, so that the sheet stays short.
 */
export function linesOf(sheet: SheetView): LineView[] {
  const isSingle = (line: LineView): boolean => line.kind === 'network' && line.points === 0;
  const shown = sheet.lines.filter((line) => !isSingle(line) && (line.kind !== 'note' || line.value > 0));
  // What scores most has its line from the start.
  if (shown.some((line) => line.name === 'highway') && !shown.some((line) => line.name === 'network'))
    shown.unshift({ name: 'network', value: 0, points: 0, board: 0, kind: 'network', cells: [], sides: [] });
  const boards = [...new Set(sheet.lines.filter(isSingle).map((line) => line.board))];
  for (const board of boards) {
    const single = sheet.lines.filter((line) => isSingle(line) && line.board === board);
    shown.push({
      name: board > 0 ? 'single_below' : 'single',
      value: single.reduce((sum, line) => sum + line.value, 0),
      points: 0,
      board,
      kind: 'network',
      cells: single.flatMap((line) => line.cells),
      sides: single.flatMap((line) => line.sides),
    });
  }
  return shown;
}

/** A hue for each line: its own by its name, and one that no other line has for each further network. */
export function huesOf(lines: readonly LineView[]): string[] {
  const isBelow = lines.some((line) => line.board > 0 || line.name.startsWith('underground'));
  const spare = isBelow ? SPARE_HUES_BELOW : SPARE_HUES;
  const seen = new Set<string>();
  let next = 0;
  return lines.map(({ name }) => {
    const own = seen.has(name) ? undefined : LINE_HUES[name];
    seen.add(name);
    return `var(--${own ?? spare[next++ % spare.length]})`;
  });
}

/** What a line counts: for a route its cells, without what a repeated cell or an end at the edge adds. */
export function countOf(line: LineView): number {
  return line.kind === 'route' ? new Set(line.cells).size : line.value;
}

export function isErrorLine(line: LineView): boolean {
  return line.kind === 'errors';
}

export function markOf(lines: readonly LineView[], index: number): Mark | null {
  const line = lines[index];
  if (!line) return null;
  const hue = huesOf(lines)[index] ?? '';
  if (isErrorLine(line)) return { cells: line.cells, sides: [], hue, isRoute: false };
  const isRoute = line.kind === 'route' && line.sides.length === 0;
  return { cells: line.cells, sides: line.sides, hue, isRoute };
}
