/** A drawn board as board text and back: the text is what the server scores. */

export interface Drawn {
  board: number;
  piece: string;
  cell: string;
  sides: string;
}

/** Tiles in the order drawn as text; with two boards a section line whenever the board changes. */
export function writeBoard(tiles: readonly Drawn[], boards: readonly string[]): string {
  let current = -1;
  const lines: string[] = [];
  for (const { board, piece, cell, sides } of tiles) {
    if (boards.length > 1 && board !== current) {
      lines.push(`${boards[board] ?? ''}:`);
      current = board;
    }
    lines.push(`${piece} ${cell} ${sides}`);
  }
  return lines.join('\n') + (lines.length ? '\n' : '');
}

/** The tiles of a text, as far as it can be read; what cannot is the server's to explain. */
export function readBoard(text: string, boards: readonly string[]): Drawn[] {
  let board = 0;
  const tiles: Drawn[] = [];
  for (const line of text.split('\n')) {
    const words = (line.split('#')[0] ?? '').trim().split(/\s+/);
    const section = boards.indexOf((words[0] ?? '').replace(/:$/, ''));
    if (words.length === 1 && section >= 0) board = section;
    const [piece, cell, sides] = words;
    if (piece && cell && sides && /^[A-G][1-7]$/.test(cell)) tiles.push({ board, piece, cell, sides });
  }
  return tiles;
}

/** The next orientation of a piece after this one, around and around. */
export function nextSides(all: readonly string[], now: string): string {
  return all[(all.indexOf(now) + 1) % all.length] ?? now;
}
