/** How two ends of a round differ. */

import type { BoardView, CellView } from '../generated/wire';

interface Move {
  piece: string;
  here: string;
  there: string;
}

const same = (a: CellView, b: CellView): boolean => a.piece === b.piece && a.sides === b.sides;

/** The cells of a board with another tile than on the other board. */
export function differing(board: BoardView | undefined, other: BoardView | undefined): Set<string> {
  const there = new Map(other?.cells.map((tile) => [tile.cell, tile]));
  const tiles = board?.cells.filter((tile) => {
    const match = there.get(tile.cell);
    return !match || !same(tile, match);
  });
  return new Set(tiles?.map((tile) => tile.cell));
}

/** The pieces that are in other cells of the better end, if those are the whole difference; else null. */
export function moved(own: readonly BoardView[], better: readonly BoardView[]): Move[] | null {
  const here = own.flatMap((board, index) => tilesOf(board, differing(board, better[index])));
  const there = better.flatMap((board, index) => tilesOf(board, differing(board, own[index])));
  if (here.length !== there.length) return null;
  const moves: Move[] = [];
  for (const tile of here) {
    const at = there.findIndex((other) => other.piece === tile.piece);
    const match = there[at];
    if (!match) return null;
    there.splice(at, 1);
    moves.push({ piece: tile.piece, here: tile.cell, there: match.cell });
  }
  return moves;
}

function tilesOf(board: BoardView, cells: ReadonlySet<string>): CellView[] {
  return board.cells.filter((tile) => cells.has(tile.cell));
}
