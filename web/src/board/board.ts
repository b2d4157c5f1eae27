/** What a board is told to show. */

export interface BoardTile {
  cell: string;
  piece: string;
  sides: string;
  round?: number;
  marks?: readonly string[];
}

/** How a cell that can be chosen glows: drawn in freely, or in the place of what is erased there. */
export type Glow = 'legal' | 'erase' | 'target';

/** One line of the score sheet shown on the board. */
export interface Mark {
  cells: readonly string[];
  sides: readonly string[];
  hue: string;
  /** Cells in the order of a route are joined by a line. */
  isRoute: boolean;
}

/** All that can be seen on a board. */
export interface BoardLook {
  /** Which board is printed: surface or underground. */
  name?: string;
  tiles: readonly BoardTile[];
  /** What lies in the same cells of the other board, drawn small. */
  others?: readonly BoardTile[];
  /** Cells that can be chosen now, and how they glow. */
  glow?: ReadonlyMap<string, Glow>;
  /** Tiles drawn in this round, which may still change. */
  fresh?: ReadonlySet<string>;
  /** Cells in which something was drawn for a player who was not there. */
  given?: readonly string[];
  mark?: Mark | null;
  errors?: readonly string[];
  /** Errors are quiet while drawing goes on, and loud where they are what is looked at. */
  loud?: boolean;
  /** The way that something flies now, cell by cell. */
  comet?: readonly string[];
  ghost?: BoardTile | null;
  path?: readonly string[];
  origin?: string | null;
  selected?: string | null;
  busy?: string | null;
  /** A cell that somebody who explains points at. */
  asked?: string | null;
}
