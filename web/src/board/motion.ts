/** How tiles appear on a board and leave it, with an animation for each kind of step; the styles have colours and times. */

import type { BoardTile } from './board';
import { neighbour, opposite, SIDES } from './geometry';

export type Motion = 'draw' | 'fill' | 'flow' | 'erupt' | 'strike' | 'stamp';

export interface Arrival {
  motion: Motion;
  /** The side from which it is drawn. */
  from: string;
}

export interface Departure {
  tile: BoardTile;
  /** Taken back by its player, erased by lava, or hit by the meteor. */
  way: 'back' | 'erased' | 'struck';
}

export interface Change {
  arrivals: ReadonlyMap<string, Arrival>;
  departures: readonly Departure[];
}

export const NO_CHANGE: Change = { arrivals: new Map(), departures: [] };

export const keyOf = (tile: BoardTile): string => `${tile.cell} ${tile.piece} ${tile.sides}`;

/** What happens between two states of a board. `stamped` are cells in which a result was drawn again. */
export function changeOf(
  before: readonly BoardTile[],
  after: readonly BoardTile[],
  { stamped = new Set() }: { stamped?: ReadonlySet<string> } = {},
): Change {
  const was = new Set(before.map(keyOf));
  const is = new Set(after.map(keyOf));
  const byCell = new Map(after.map((tile) => [tile.cell, tile]));
  const arrivals = after
    .filter((tile) => !was.has(keyOf(tile)))
    .map((tile): [string, Arrival] => [
      tile.cell,
      { motion: stamped.has(tile.cell) ? 'stamp' : motionOf(tile), from: startingSide(tile, byCell) },
    ]);
  const departures = before
    .filter((tile) => !is.has(keyOf(tile)) && byCell.get(tile.cell)?.piece !== tile.piece)
    .map((tile): Departure => ({ tile, way: wayOut(byCell.get(tile.cell)) }));
  return { arrivals: new Map(arrivals), departures };
}

function motionOf(tile: BoardTile): Motion {
  if (tile.piece === 'lake-full') return 'fill';
  if (tile.piece === 'volcano') return 'erupt';
  if (tile.piece === 'crater') return 'strike';
  return tile.piece.startsWith('lava') ? 'flow' : 'draw';
}

function wayOut(next: BoardTile | undefined): Departure['way'] {
  if (!next) return 'back';
  return next.piece === 'crater' ? 'struck' : 'erased';
}

/** The side from which a line is drawn: that of what it joins. */
function startingSide(tile: BoardTile, all: ReadonlyMap<string, BoardTile>): string {
  const carried = SIDES.filter((_, index) => tile.sides.charAt(index) !== '.');
  const joined = carried.find((side) => {
    const next = neighbour(tile.cell, side);
    const other = next ? all.get(next) : undefined;
    return !next || other?.sides.charAt(SIDES.indexOf(opposite(side))) === tile.sides.charAt(SIDES.indexOf(side));
  });
  return joined ?? carried[0] ?? 'W';
}
