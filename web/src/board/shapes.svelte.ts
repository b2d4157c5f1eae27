/** The drawings of pieces. A piece without its own drawing is composed from its four sides. */

import { ENDS, FRAGMENTS, PIECES, type PieceShape } from '../generated/tiles';
import { SIDES } from './geometry';

export interface NewPiece {
  name: string;
  sides: string;
  joined: boolean;
  station: boolean;
}

class Shapes {
  learnt = $state.raw<Record<string, PieceShape>>({});
}

const shapes = new Shapes();

export function shapeOf(piece: string): PieceShape | undefined {
  return PIECES[piece] ?? shapes.learnt[piece];
}

/** Register pieces that the page was not built with. */
export function learnShapes(pieces: readonly NewPiece[]): void {
  const known = pieces.map(({ name, sides, ...rest }): [string, PieceShape] => [
    name,
    { tiles: [sides], first: sides, ...rest },
  ]);
  shapes.learnt = { ...shapes.learnt, ...Object.fromEntries(known) };
}

export function fragmentOf(piece: string, sides: string, marks: readonly string[] = []): string {
  return FRAGMENTS[[piece, sides, ...marks].join(' ')] ?? FRAGMENTS[`${piece} ${sides}`] ?? endsOf(sides);
}

function endsOf(sides: string): string {
  return SIDES.map((side, index) => ENDS[side + sides.charAt(index)] ?? '').join('');
}
