/** A drawn board as board text and back: the text is what the server scores. */

export interface Drawn {
  board: number;
  piece: string;
  cell: string;
  sides: string;
}

/** The lines of the first board, and the rest from `---` on. */
function split(text: string): [string[], string[]] {
  const lines = text.split('\n');
  const end = lines.findIndex((line) => wordsOf(line).join(' ') === '---');
  return end < 0 ? [lines, []] : [lines.slice(0, end), lines.slice(end)];
}

/** The words of a line without its comment. */
function wordsOf(line: string): string[] {
  return (line.split('#')[0] ?? '').trim().split(/\s+/);
}

/** The text from the line `---` on, where something follows it. */
export function otherBoards(text: string): string {
  const [, rest] = split(text);
  return rest.slice(1).some((line) => wordsOf(line).join('')) ? rest.join('\n') : '';
}

/** The text with another ruleset in its header, if it has one. */
export function withRules(text: string, rules: string): string {
  const [first, rest] = split(text);
  return [...first.map((line) => line.replace(/^(\s*rules:\s+)[^\s#]+/, `$1${rules}`)), ...rest].join('\n');
}

/** One tile for each cell of a board, the first if a text names two. */
export function tilesOf(tiles: readonly Drawn[], board: number): Drawn[] {
  const own = tiles.filter((tile) => tile.board === board);
  return own.filter((tile, index) => own.findIndex((one) => one.cell === tile.cell) === index);
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

/** The tiles of the first board of a text, as far as it can be read; the server explains the rest. */
export function readBoard(text: string, boards: readonly string[]): Drawn[] {
  let board = 0;
  const tiles: Drawn[] = [];
  for (const line of split(text)[0]) {
    const words = wordsOf(line);
    const section = boards.indexOf((words[0] ?? '').replace(/:$/, ''));
    if (words.length === 1 && section >= 0) board = section;
    const [piece, cell, sides] = words;
    if (piece && cell && sides && /^[A-G][1-7]$/.test(cell)) tiles.push({ board, piece, cell, sides });
  }
  return tiles;
}

/** The tiles with which a game starts, and of others those whose pieces it has, where it has them. */
export function kept(
  tiles: readonly Drawn[],
  palette: readonly { name: string; board: number }[],
  start: readonly Drawn[],
): Drawn[] {
  const own = tiles.flatMap((tile) => {
    const piece = palette.find(({ name }) => name === tile.piece);
    return piece ? [{ ...tile, board: piece.board }] : [];
  });
  return [
    ...start,
    ...own.filter((tile) => !start.some(({ board, cell }) => board === tile.board && cell === tile.cell)),
  ];
}

/** The next orientation of a piece after this one, in a cycle. */
export function nextSides(all: readonly string[], now: string): string {
  return all[(all.indexOf(now) + 1) % all.length] ?? now;
}
