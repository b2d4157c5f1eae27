/** The rule pages: their paragraphs, and the boards that illustrate them, which are checked by the engine's tests. */

import type { BoardTile } from '../board/board';
import data from './lessons.json';

/** A part of a board that the engine accepts, or pieces side by side. */
export interface Illustration {
  /** The key of its caption after `learn.`. */
  caption: string;
  /** The paragraph that it belongs to, from 1. */
  paragraph: number;
  /** Which board is printed below the tiles. */
  board?: string;
  /** The first and the last cell that are shown. */
  window?: readonly [string, string];
  tiles?: readonly BoardTile[];
  errors?: readonly string[];
  /** What its longest route scores by either reading. */
  longest?: Record<string, number>;
  /** The path of a meteor. */
  flight?: { from: string; path: readonly string[] };
  /** Single pieces, or groups of pieces that belong together. */
  groups?: readonly (readonly string[])[];
}

export interface Lesson {
  name: string;
  paragraphs: number;
  illustrations: readonly Illustration[];
  /** The ruleset that can be played from here. */
  rules?: string;
  /** How its longest routes are counted. */
  reading?: string;
  faces?: readonly string[];
  /** Whether the scored board of the first page is shown. */
  example?: boolean;
  errors?: readonly string[];
}

interface Source extends Omit<Illustration, 'tiles'> {
  tiles?: readonly string[];
}

/** A line of a board text as a tile. */
export function parseTile(line: string): BoardTile {
  const [piece = '', cell = '', sides = '', ...marks] = line.split(' ');
  return { piece, cell, sides, marks };
}

function illustration(source: Source): Illustration {
  const { tiles, ...rest } = source;
  return tiles ? { ...rest, tiles: tiles.map(parseTile) } : rest;
}

export const LESSONS: readonly Lesson[] = data.map(({ figures, ...lesson }) => ({
  ...(lesson as Omit<Lesson, 'illustrations'>),
  illustrations: (figures as unknown as readonly Source[]).map(illustration),
}));

/** The picture of a paragraph, if it has one. */
export function illustrationOf(lesson: Lesson, paragraph: number): Illustration | undefined {
  return lesson.illustrations.find((one) => one.paragraph === paragraph);
}
