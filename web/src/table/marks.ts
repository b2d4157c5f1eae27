/** How lines of the score sheet are shown on a board. */

import type { Mark } from '../board/board';
import type { LineView } from '../generated/wire';

const HUES = ['blue', 'plum', 'amber', 'teal', 'violet', 'olive'];
const ROUTES = new Set(['highway', 'railway', 'river.best', 'underground.longest_pipeline', 'underground.longest_subway']);

export function hueOf(index: number): string {
  return `var(--${HUES[index % HUES.length]})`;
}

export function isErrorLine(line: LineView): boolean {
  return line.name.endsWith('errors');
}

export function markOf(line: LineView, index: number): Mark {
  if (isErrorLine(line)) return { cells: line.cells, sides: [], hue: 'var(--error)', isRoute: false };
  const isRoute = ROUTES.has(line.name) && line.sides.length === 0;
  return { cells: line.cells, sides: line.sides, hue: hueOf(index), isRoute };
}
