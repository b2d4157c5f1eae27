/** The line that shows a score on the board: it runs along the ink of the tiles. */

import type { BoardTile, Mark } from './board';
import { CELL, centre, neighbour, sidePoint, SIDES, type SideName } from './geometry';
import { shapeOf } from './shapes.svelte';

/** From a side to the middle of a tile: half a curve if the tile bends, else a straight line. */
function arm(tile: BoardTile, side: SideName): string {
  const from = sidePoint(tile.cell + side);
  const to = centre(tile.cell);
  const bend = otherEndOfCurve(tile, side);
  if (!bend) return `M${from.x} ${from.y}L${to.x} ${to.y}`;
  const away = sidePoint(tile.cell + bend);
  const corner = { x: from.x + away.x - to.x, y: from.y + away.y - to.y };
  const reach = CELL / 2 / Math.SQRT2;
  const heart = { x: corner.x + Math.sign(to.x - corner.x) * reach, y: corner.y + Math.sign(to.y - corner.y) * reach };
  const turn = (from.x - corner.x) * (heart.y - corner.y) - (from.y - corner.y) * (heart.x - corner.x);
  return `M${from.x} ${from.y}A50 50 0 0 ${turn > 0 ? 1 : 0} ${heart.x} ${heart.y}`;
}

/** The other end, if this side belongs to a curve that no building interrupts. */
function otherEndOfCurve(tile: BoardTile, side: SideName): SideName | null {
  const shape = shapeOf(tile.piece);
  const index = SIDES.indexOf(side);
  const kind = tile.sides.charAt(index);
  const kinds = new Set([...tile.sides].filter((letter) => letter !== '.'));
  if (!shape || kind === 'L' || kind === 'F' || (shape.joined && kinds.size > 1)) return null;
  const ends = SIDES.filter((_, n) => tile.sides.charAt(n) === kind);
  const other = ends.find((end) => end !== side);
  return ends.length === 2 && other && (SIDES.indexOf(other) + index) % 2 === 1 ? other : null;
}

/** The sides that a route passes, from cell to cell. */
function sidesOfRoute(cells: readonly string[]): string[] {
  return cells.flatMap((cell, index) =>
    SIDES.filter((side) => {
      const next = neighbour(cell, side);
      return next !== null && (next === cells[index + 1] || next === cells[index - 1]);
    }).map((side) => cell + side),
  );
}

const FIELDS = new Set(['L', 'F']);

/** The path of a mark on these tiles; empty if only the cells are shown. */
export function traceOf(mark: Mark, tiles: readonly BoardTile[]): string {
  return armsOf(mark, tiles).join('');
}

/** Its parts, from side to middle; those of a route in the order of the walk. */
export function armsOf(mark: Mark, tiles: readonly BoardTile[]): string[] {
  const byCell = new Map(tiles.map((tile) => [tile.cell, tile]));
  const places = mark.isRoute ? sidesOfRoute(mark.cells) : mark.sides;
  return places.flatMap((place) => {
    const tile = byCell.get(place.slice(0, 2));
    const side = place.charAt(2) as SideName;
    return tile && !FIELDS.has(tile.sides.charAt(SIDES.indexOf(side))) ? [arm(tile, side)] : [];
  });
}
