/** The pages of the rules: which paragraphs, and which small boards illustrate them. */

import { EXAMPLE } from '../home/example';
import type { BoardTile } from '../board/board';

export interface Illustration {
  /** The key of its caption after `learn.`. */
  caption: string;
  /** The paragraph that it belongs to, from 1; without it the one at its own place. */
  paragraph?: number;
  columns: number;
  rows: number;
  /** Cells are counted from A1 of the small board. */
  tiles: readonly BoardTile[];
  errors?: readonly string[];
}

export interface Lesson {
  name: string;
  paragraphs: number;
  illustrations: readonly Illustration[];
  /** The ruleset whose dice are shown, and which can be played from here. */
  rules?: string;
  faces?: readonly string[];
  board?: readonly BoardTile[];
  errors?: readonly string[];
}

function tiles(text: string): BoardTile[] {
  return text.split('|').map((line) => {
    const [piece = '', cell = '', sides = '', ...marks] = line.trim().split(' ');
    return { piece, cell, sides, marks };
  });
}

const ROUTES = [
  'highway-straight',
  'railway-straight',
  'highway-curve',
  'railway-curve',
  'highway-t',
  'railway-t',
  'overpass',
  'station-straight',
  'station-curve',
];

/** The picture of a paragraph, if it has one. */
export function illustrationOf(lesson: Lesson, paragraph: number): Illustration | undefined {
  return lesson.illustrations.find((one, index) => (one.paragraph ?? index + 1) === paragraph);
}

export const LESSONS: readonly Lesson[] = [
  {
    name: 'base',
    rules: 'base',
    paragraphs: 5,
    faces: ROUTES,
    illustrations: [
      {
        caption: 'base.fig_legal',
        columns: 3,
        rows: 2,
        tiles: tiles(
          'highway-straight A1 .H.H|station-straight B1 .R.H|railway-curve C1 ..RR|railway-straight C2 R.R.|highway-straight A2 .H.H|highway-curve B2 ..HH',
        ),
      },
      {
        caption: 'base.fig_specials',
        columns: 6,
        rows: 1,
        tiles: tiles(
          'special-hhhr A1 HHRH|special-hrrr B1 HRRR|special-hhhh C1 HHHH|special-rrrr D1 RRRR|special-hhrr E1 HRRH|special-hrhr F1 HRHR',
        ),
      },
    ],
  },
  {
    name: 'scoring',
    paragraphs: 5,
    board: EXAMPLE,
    errors: ['E1W', 'E1E', 'E5N', 'E5S', 'F5E'],
    illustrations: [
      {
        caption: 'scoring.fig_network',
        columns: 3,
        rows: 2,
        tiles: tiles('highway-straight A1 .H.H|station-straight B1 .R.H|railway-t C1 R.RR|railway-straight C2 R.R.'),
      },
      {
        caption: 'scoring.fig_errors',
        paragraph: 4,
        columns: 3,
        rows: 2,
        tiles: tiles('highway-straight A2 .H.H|highway-t B2 HH.H|railway-straight C2 R.R.'),
        errors: ['B2N', 'B2E'],
      },
    ],
  },
  {
    name: 'river',
    rules: 'river',
    paragraphs: 3,
    faces: ['river-straight', 'river-curve', 'bridge-highway', 'bridge-railway'],
    illustrations: [
      {
        caption: 'river.fig',
        columns: 3,
        rows: 3,
        tiles: tiles(
          'river-straight B1 W.W.|railway-straight A2 .R.R|bridge-railway B2 WRWR|railway-curve C2 ..RR|river-curve B3 W..W|river-straight A3 .W.W|railway-straight C3 R.R.',
        ),
      },
    ],
  },
  {
    name: 'lake',
    rules: 'lake',
    paragraphs: 4,
    faces: ['lake-1', 'lake-2', 'lake-3', 'pier-railway', 'pier-highway', 'pier-double'],
    illustrations: [
      {
        caption: 'lake.fig',
        columns: 3,
        rows: 2,
        tiles: tiles('highway-straight A1 .H.H|pier-highway B1 .L.H|lake-2 C1 ..LL|pier-railway C2 L.R.'),
      },
    ],
  },
  {
    name: 'meteor',
    rules: 'meteor',
    paragraphs: 4,
    faces: ['up', 'right', 'down', 'left', 'choose', '1', '2', '3'],
    illustrations: [
      {
        caption: 'meteor.fig',
        columns: 3,
        rows: 2,
        tiles: tiles('highway-straight A1 .H.H|crater B1 ....|railway-straight B2 R.R.'),
      },
    ],
  },
  {
    name: 'lava',
    rules: 'lava',
    paragraphs: 4,
    faces: ['lava-2-adjacent', 'lava-2-opposite', 'lava-3', 'lava-railway', 'lava-highway', 'volcano'],
    illustrations: [
      {
        caption: 'lava.fig',
        columns: 3,
        rows: 2,
        tiles: tiles(
          'lava-2-adjacent A1 .FF.|lava-3 B1 .FFF|lava-highway C1 H.HF|lava-2-adjacent A2 FF..|lava-2-adjacent B2 F..F',
        ),
      },
    ],
  },
  {
    name: 'underground',
    rules: 'underground',
    paragraphs: 5,
    faces: [
      'subway-station-straight',
      'subway-station-curve',
      'subway-station-t',
      'subway-straight',
      'subway-curve',
      'subway-t',
      'pipe-straight',
      'pipe-curve',
      'pipe-t',
      'pipe-cross',
      'pipe-over-subway',
      'subway-curve-pipe-curve',
      'subway-station-curve-pipe-curve',
      'pipe-t-subway-stub',
      'subway-t-pipe-stub',
    ],
    illustrations: [
      {
        caption: 'underground.fig',
        columns: 3,
        rows: 2,
        tiles: tiles(
          'subway-station-straight A1 .S.S|pipe-over-subway B1 PSPS|subway-station-curve C1 ..SS|pipe-curve B2 PP..',
        ),
      },
    ],
  },
  {
    name: 'underground-standalone',
    rules: 'underground-standalone',
    paragraphs: 3,
    illustrations: [
      {
        caption: 'underground-standalone.fig',
        columns: 3,
        rows: 1,
        tiles: tiles('subway-station-straight A1 .S.S hub|subway-straight B1 .S.S|subway-station-curve C1 ..SS'),
      },
    ],
  },
  { name: 'draft', paragraphs: 3, illustrations: [], faces: ROUTES },
];
