/** Positions on a board of 7 x 7 cells of 100 x 100; no rules here. */

export const SIZE = 7;
export const CELL = 100;
export const MARGIN = 60;
const GLIMPSE = 18;
export const COLUMNS = 'ABCDEFG';

export type SideName = 'N' | 'E' | 'S' | 'W';
export const SIDES: readonly SideName[] = ['N', 'E', 'S', 'W'];
const STEP: Record<SideName, readonly [number, number]> = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };

export interface Point {
  x: number;
  y: number;
}

/** Column and row of a cell, from 0. */
export function placeOf(cell: string): { column: number; row: number } {
  return { column: COLUMNS.indexOf(cell.charAt(0).toUpperCase()), row: Number(cell.charAt(1)) - 1 };
}

export function cellAt(column: number, row: number): string | null {
  const inside = column >= 0 && column < SIZE && row >= 0 && row < SIZE;
  return inside ? `${COLUMNS.charAt(column)}${row + 1}` : null;
}

export const CELLS: readonly string[] = Array.from(
  { length: SIZE * SIZE },
  (_, index) => `${COLUMNS.charAt(index % SIZE)}${Math.floor(index / SIZE) + 1}`,
);

/** The cells of a set as the server sends it: a number with a bit for each cell, which is more than `&` can read. */
export function cellsOf(set: number): string[] {
  return CELLS.filter((_, index) => Math.floor(set / 2 ** index) % 2 === 1);
}

export const CENTRE_CELLS: ReadonlySet<string> = new Set(CELLS.filter((cell) => /^[CDE][345]$/.test(cell)));

export function corner(cell: string): Point {
  const { column, row } = placeOf(cell);
  return { x: column * CELL, y: row * CELL };
}

export function centre(cell: string): Point {
  const { x, y } = corner(cell);
  return { x: x + CELL / 2, y: y + CELL / 2 };
}

/** The view box of the cells from the first to the last: with the exits at the edge, elsewhere with a bit of the next cells. */
export function viewOf([first, last]: readonly [string, string]): {
  x: number;
  y: number;
  width: number;
  height: number;
} {
  const from = corner(first);
  const to = { x: corner(last).x + CELL, y: corner(last).y + CELL };
  const before = (place: number): number => place - (place === 0 ? MARGIN : GLIMPSE);
  const after = (place: number): number => place + (place === SIZE * CELL ? MARGIN : GLIMPSE);
  const x = before(from.x);
  const y = before(from.y);
  return { x, y, width: after(to.x) - x, height: after(to.y) - y };
}

/** The middle of a side written like `C2N`. */
export function sidePoint(place: string): Point {
  const { x, y } = centre(place.slice(0, 2));
  const [dx, dy] = STEP[place.charAt(2) as SideName];
  return { x: x + (dx * CELL) / 2, y: y + (dy * CELL) / 2 };
}

export function neighbour(cell: string, side: SideName): string | null {
  const { column, row } = placeOf(cell);
  const [dx, dy] = STEP[side];
  return cellAt(column + dx, row + dy);
}

export function opposite(side: SideName): SideName {
  return SIDES[(SIDES.indexOf(side) + 2) % 4] as SideName;
}

const ARROWS: Record<string, SideName> = { ArrowUp: 'N', ArrowRight: 'E', ArrowDown: 'S', ArrowLeft: 'W' };

/** The cell that an arrow key moves to; at the edge the same one. */
export function cellAfterKey(cell: string, key: string): string | null {
  const side = ARROWS[key];
  if (side) return neighbour(cell, side) ?? cell;
  if (key === 'Home') return `A${cell.charAt(1)}`;
  if (key === 'End') return `G${cell.charAt(1)}`;
  return null;
}

/** A line through the centres of these cells. */
export function trail(cells: readonly string[]): string {
  return cells.map((cell, index) => `${index ? 'L' : 'M'}${centre(cell).x} ${centre(cell).y}`).join('');
}
