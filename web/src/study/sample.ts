/** A review of a game by the bot `casual`, as the server sends it, shortened; for tests. */

import type { BoardView, RoundReport, SheetView, StudyRound, StudyView } from '../generated/wire';

type Row = [number, number, number, number, number, number, RoundReport['class']];

const ROWS: Row[] = [
  [1, 60.644505871666816, 0.4843584166632624, 64.09027777777777, -0.06842442500736468, 0.6599440398039462, 'good'],
  [2, 61.06043986332271, 0.06969853389408343, 50.56944444444445, -3.083242716612638, 4.87783395508189, 'blunder'],
  [3, 58.04689568060416, 0.5322516582630286, 65.54166666666666, -0.7680247094895876, 1.8456647837603128, 'inaccuracy'],
  [4, 57.8111226293776, 0.29947307374740006, 55.30555555555557, -3.825978279113798, 4.789358421608291, 'blunder'],
  [5, 54.2846174240112, -3.592711448669405, 1.909722222222222, -3.4126815913636364, 8.297290825549531, 'blunder'],
  [6, 47.27922438397816, 0.6206131099183239, 59.659722222222214, -0.8381090988347637, 2.396604938271608, 'mistake'],
  [7, 47.06172839506172, -0.061728395061720676, 51.715277777777786, -2.0, 2.0, 'mistake'],
];

const LINES = [
  { name: 'network', own: 20, better: 24, difference: 4 },
  { name: 'highway', own: 16, better: 14, difference: -2 },
  { name: 'railway', own: 9, better: 9, difference: 0 },
  { name: 'centre', own: 8, better: 8, difference: 0 },
  { name: 'errors', own: -8, better: -8, difference: 0 },
];

const ROUNDS = ROWS.map(([round, value, luck, fortune, choices, loss, grade]): RoundReport => ({
  round,
  value,
  luck,
  fortune,
  choices,
  loss,
  class: grade,
  best: [],
  reason: round === 7 ? LINES.map(({ name, own, better }) => ({ name, own, better })) : [],
}));

/** A study whose first `done` rounds, from the last one backwards, are ready. */
export function running(done: number): StudyView {
  return {
    id: 'sample',
    kind: 'review',
    rules: 'base',
    seat: 0,
    effort: 'full',
    status: done ? 'running' : 'waiting',
    code: null,
    waiting: done ? null : 2,
    getting_ready: null,
    rounds_total: 7,
    rounds_done: done,
    rounds: [...ROUNDS].reverse().slice(0, done),
    review: null,
    best: null,
  };
}

export const DONE: StudyView = {
  ...running(7),
  status: 'done',
  review: {
    seat: 1,
    rules: 'base',
    score: 45,
    par: 60.644505871666816,
    luck: -1.6480450512450275,
    choices: -13.996460820421788,
    skill: 28.553656513544226,
    fortune: 34.334739126828154,
    sampled: false,
    engine: 'sample',
    rounds: ROUNDS,
    moments: [5, 2, 4],
    adjusted: 46.64804505124503,
    bots: [
      { bot: 'greedy', skill: 14.3, adjusted: 19.4 },
      { bot: 'casual', skill: 43.2, adjusted: 45.1 },
      { bot: 'steady', skill: 93.3, adjusted: 61.4 },
    ],
    between: ['greedy', 'casual'],
  },
};

const BEFORE = [
  'station-curve B1 HR.. 1',
  'railway-t C1 .RRR 2',
  'special-hhrr D1 RHHR 1',
  'overpass E1 RHRH 2',
  'highway-t F1 H.HH 1',
  'overpass G1 HRHR 5',
  'highway-straight D2 H.H. 1',
  'railway-curve E2 R..R 2',
  'highway-curve F2 HH.. 2',
  'special-hhhr G2 HRHH 2',
  'highway-straight C3 H.H. 5',
  'highway-straight D3 H.H. 1',
  'highway-t G3 HHH. 4',
  'station-curve B4 HR.. 6',
  'special-hrhr C4 HRHR 4',
  'overpass D4 HRHR 3',
  'railway-curve E4 ..RR 3',
  'highway-curve F4 .HH. 6',
  'highway-t G4 HH.H 3',
  'highway-straight D5 H.H. 3',
  'railway-straight E5 R.R. 4',
  'highway-straight D6 H.H. 4',
  'railway-curve E6 RR.. 5',
  'railway-curve F6 ..RR 5',
  'station-straight D7 H.R. 4',
  'railway-curve F7 RR.. 6',
  'railway-curve G7 ..RR 6',
];
const OWN = ['railway-t A2 R.RR 7', 'highway-curve C5 HH.. 7', 'highway-curve F5 HH.. 7', 'station-straight G5 .R.H 7'];
const BETTER = [
  'railway-t A2 .RRR 7',
  'station-straight A3 R.H. 7',
  'highway-curve A4 H..H 7',
  'highway-curve C5 H..H 7',
];

function boards(tiles: readonly string[]): BoardView[] {
  const cells = tiles.map((tile) => {
    const [piece = '', cell = '', sides = '', round] = tile.split(' ');
    return { piece, cell, sides, round: Number(round), marks: [] };
  });
  return [{ name: 'surface', cells }];
}

const sheet = (total: number): SheetView => ({ lines: [], total, errors: 8 });

/** A round on the board; all rounds look like the last one. */
export function round(number: number): StudyRound {
  return {
    round: number,
    hand: ['railway-t', 'highway-curve', 'highway-curve', 'station-straight'],
    before: boards(BEFORE),
    own: boards([...BEFORE, ...OWN]),
    better: boards([...BEFORE, ...BETTER]),
    sheet_own: sheet(45),
    sheet_better: sheet(47),
    lines: LINES,
    exact: number === 7,
    sequences: 24,
    actions: [],
    steps_own: [],
    steps_better: [],
    may_retry: true,
  };
}
