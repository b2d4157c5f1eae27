/** The board on the first page: the end board of a game, as scored in the rules, in rounds that dice can roll. */

import type { BoardTile } from '../board/board';

const TEXT = `
railway-straight G6 .R.R 1|railway-curve F6 RR.. 1|highway-straight B1 H.H. 1|station-straight B7 R.H. 1|special-hhrr F5 HRRH 1
special-hhhh E5 HHHH 2|highway-t F4 HHH. 2|railway-straight A6 .R.R 2|highway-straight G4 .H.H 2|station-curve F7 ..HR 2
highway-curve F3 ..HH 3|railway-straight E7 .R.R 3|overpass B2 HRHR 3|highway-straight E3 .H.H 3
railway-straight C2 .R.R 4|railway-straight A2 .R.R 4|highway-straight A4 .H.H 4|special-hrrr D2 RRHR 4|station-curve D5 .HR. 4
station-curve E2 H..R 5|railway-straight D6 R.R. 5|railway-straight D1 R.R. 5|highway-t B4 HH.H 5
highway-curve C4 ..HH 6|railway-t B6 .RRR 6|overpass E1 HRHR 6|highway-straight C5 H.H. 6
railway-t D7 RRR. 7|highway-curve D3 HH.. 7|highway-straight B3 H.H. 7|station-curve C6 H..R 7`;

export const EXAMPLE: BoardTile[] = TEXT.trim()
  .split(/[|\n]/)
  .map((line) => {
    const [piece = '', cell = '', sides = '', round = ''] = line.split(' ');
    return { piece, cell, sides, round: Number(round) };
  });
