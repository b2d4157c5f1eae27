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
