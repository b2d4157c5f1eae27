/** What somebody drew over a finished board: lines and stamps, bounded in number and size. */

import { CELL, MARGIN, SIZE, type Point } from '../board/geometry';
import { STAMP_NAMES, STAMPS, type StampName } from './stamps';

/** The colours of the theme to draw with, and their custom properties. */
export const COLOURS = { ink: '--ink', red: '--error', blue: '--blue', green: '--legal', amber: '--amber' } as const;
export type Colour = keyof typeof COLOURS;
export const COLOUR_NAMES = Object.keys(COLOURS) as Colour[];
export const WIDTHS = { thin: 6, wide: 16 } as const;
export type Width = keyof typeof WIDTHS;

export const MOST_MARKS = 150;
/** Of one line, and of all together. */
export const MOST_POINTS = 200;
export const MOST_POINTS_OF_ALL = 6000;
const TOLERANCE = 1.5;
const MOST_STEPS_BACK = 100;
const STAMP_LINE = 3.5;
const LOWEST = -MARGIN;
const HIGHEST = SIZE * CELL + MARGIN;

interface Drawn {
  /** The number of the board: a game may have two. */
  board: number;
  colour: Colour;
}
export interface Line extends Drawn {
  kind: 'line';
  width: Width;
  /** In the units of a board, 100 for a cell. */
  points: readonly Point[];
}
export interface Stamped extends Drawn {
  kind: 'stamp';
  stamp: StampName;
  x: number;
  y: number;
}
export type Mark = Line | Stamped;

/** What is drawn, and what was before each change. */
export interface Drawing {
  marks: readonly Mark[];
  before: readonly (readonly Mark[])[];
}

export function within({ x, y }: Point): Point {
  const inside = (value: number): number => Math.min(HIGHEST, Math.max(LOWEST, Math.round(value)));
  return { x: inside(x), y: inside(y) };
}

/** How far a point is from the line between two others. */
function distance(point: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const along = length ? ((point.x - from.x) * dx + (point.y - from.y) * dy) / length : 0;
  const at = Math.min(1, Math.max(0, along));
  return Math.hypot(point.x - from.x - at * dx, point.y - from.y - at * dy);
}

/** The points that matter for a line (Ramer, Douglas, Peucker), without recursion. */
function thinned(points: readonly Point[], tolerance: number): Point[] {
  const kept = new Set([0, points.length - 1]);
  const spans: [number, number][] = [[0, points.length - 1]];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [first, last] = span;
    let [farthest, most] = [0, tolerance];
    for (let i = first + 1; i < last; i += 1) {
      const away = distance(points[i]!, points[first]!, points[last]!);
      if (away > most) [farthest, most] = [i, away];
    }
    if (!farthest) continue;
    kept.add(farthest);
    spans.push([first, farthest], [farthest, last]);
  }
  return points.filter((_, index) => kept.has(index));
}

/** A line with whole numbers, inside the picture, and with at most as many points as a line may have. */
export function simplified(points: readonly Point[]): Point[] {
  let found = points.map(within);
  for (let tolerance = TOLERANCE; tolerance === TOLERANCE || found.length > MOST_POINTS; tolerance *= 2) {
    found = thinned(found, tolerance);
  }
  return found;
}

function sizeOf(marks: readonly Mark[]): number {
  return marks.reduce((sum, mark) => sum + (mark.kind === 'line' ? mark.points.length : 1), 0);
}

/** Whether nothing more may be drawn. */
export function isFull(marks: readonly Mark[]): boolean {
  return marks.length >= MOST_MARKS || sizeOf(marks) + MOST_POINTS > MOST_POINTS_OF_ALL;
}

function changed(drawing: Drawing, marks: readonly Mark[]): Drawing {
  return { marks, before: [...drawing.before, drawing.marks].slice(-MOST_STEPS_BACK) };
}

/** The drawing with one more mark; unchanged if it is full. */
export function withMark(drawing: Drawing, mark: Mark): Drawing {
  return isFull(drawing.marks) ? drawing : changed(drawing, [...drawing.marks, mark]);
}

export function cleared(drawing: Drawing): Drawing {
  return drawing.marks.length ? changed(drawing, []) : drawing;
}

/** The drawing before the last change; what an earlier visit drew goes mark by mark. */
export function undone({ marks, before }: Drawing): Drawing {
  return { marks: before.at(-1) ?? marks.slice(0, -1), before: before.slice(0, -1) };
}

function isNumber(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= LOWEST && Number(value) <= HIGHEST;
}

function isMark(value: unknown): value is Mark {
  const mark = value as Mark | null;
  if (typeof mark !== 'object' || !mark || ![0, 1].includes(mark.board) || !COLOUR_NAMES.includes(mark.colour)) {
    return false;
  }
  if (mark.kind === 'stamp') return STAMP_NAMES.includes(mark.stamp) && isNumber(mark.x) && isNumber(mark.y);
  return (
    mark.kind === 'line' &&
    Object.hasOwn(WIDTHS, mark.width) &&
    Array.isArray(mark.points) &&
    mark.points.length <= MOST_POINTS &&
    (mark.points as readonly (Point | null)[]).every((point) => isNumber(point?.x) && isNumber(point?.y))
  );
}

/** The marks in something that was kept; what is not one is left out. */
export function marksIn(kept: unknown): Mark[] {
  if (!Array.isArray(kept)) return [];
  const found: Mark[] = [];
  for (const mark of kept) if (isMark(mark) && !isFull(found)) found.push(mark);
  return found;
}

/** A line as a path that runs smoothly through the middles between its points. */
export function pathOf(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (!first) return '';
  const last = rest.pop() ?? first;
  const curves = rest.map(({ x, y }, index) => {
    const next = rest[index + 1] ?? last;
    return `Q${x} ${y} ${(x + next.x) / 2} ${(y + next.y) / 2}`;
  });
  return `M${first.x} ${first.y}${curves.join('')}L${last.x} ${last.y}`;
}

/** A colour as an attribute of SVG has it; `paper` is what stamps are filled with. */
export type Paint = (colour: Colour | 'paper') => string;

const byTheme: Paint = (colour) => `var(${colour === 'paper' ? '--paper' : COLOURS[colour]})`;

function markup(mark: Mark, paint: Paint): string {
  const colour = paint(mark.colour);
  const pen = `stroke="${colour}" stroke-linecap="round" stroke-linejoin="round"`;
  if (mark.kind === 'line') {
    return `<path d="${pathOf(mark.points)}" fill="none" ${pen} stroke-width="${WIDTHS[mark.width]}"/>`;
  }
  const fillings = { paper: paint('paper'), colour, none: 'none' };
  const outlines = STAMPS[mark.stamp].map(([filling, d]) => `<path fill="${fillings[filling]}" d="${d}"/>`);
  return `<g transform="translate(${mark.x} ${mark.y})" ${pen} stroke-width="${STAMP_LINE}">${outlines.join('')}</g>`;
}

/** The marks on one board as SVG, in the colours of the page unless others are given. */
export function drawn(marks: readonly Mark[], board: number, paint: Paint = byTheme): string {
  return marks
    .filter((mark) => mark.board === board)
    .map((mark) => markup(mark, paint))
    .join('');
}
