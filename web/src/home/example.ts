/** The board on the first page: the final board of a game, as scored in the rules, in rounds that dice can roll. */

import type { BoardTile } from '../board/board';
import lines from './example.json';

export const EXAMPLE: BoardTile[] = lines.map((line) => {
  const [piece = '', cell = '', sides = '', round = ''] = line.split(' ');
  return { piece, cell, sides, round: Number(round) };
});
