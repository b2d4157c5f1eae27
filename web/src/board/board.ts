/** The input of a board. */

export interface BoardTile {
  cell: string;
  piece: string;
  sides: string;
  round?: number;
  marks?: readonly string[];
}

/** How a cell that can be chosen glows: as a free cell, or as one where something is erased. */
export type Glow = 'legal' | 'erase' | 'target';

/** One line of the score sheet shown on the board. */
export interface Mark {
  cells: readonly string[];
  sides: readonly string[];
  hue: string;
  /** Cells in the order of a route are joined by a line. */
  isRoute: boolean;
}

/** A line of the score sheet that appears at its time: a route draws itself, a network lights up. */
export interface Moment {
  mark: Mark;
  isRoute: boolean;
  /** In milliseconds. */
  begins: number;
  lasts: number;
}

/** Everything that a board shows. */
export interface BoardLook {
  /** Which board is printed: surface or underground. */
  name?: string;
  tiles: readonly BoardTile[];
  /** What is in the same cells of the other board, drawn small. */
  others?: readonly BoardTile[];
  /** Cells that can be chosen now, and how they glow. */
  glow?: ReadonlyMap<string, Glow>;
  /** Tiles drawn in this round, which may still change. */
  fresh?: ReadonlySet<string>;
  /** Cells in which something was drawn for an absent player. */
  given?: readonly string[];
  mark?: Mark | null;
  /** What appears one after the other at the end of a game. */
  moments?: readonly Moment[];
  errors?: readonly string[];
  /** Whether errors stand out: not while drawing, but when they are what is shown. */
  loud?: boolean;
  /** The path of something that is flying, cell by cell. */
  comet?: readonly string[];
  ghost?: BoardTile | null;
  /** The tiles of a hint. */
  hints?: readonly BoardTile[];
  path?: readonly string[];
  origin?: string | null;
  selected?: string | null;
  busy?: string | null;
  /** A cell that the coach points at. */
  asked?: string | null;
  /** Drawn over everything, as SVG in the units of the cells; only what this page made. */
  over?: string;
}
