/** The board on the first page: the end board of a game, as scored in the rules. */

import type { BoardTile } from '../board/board';

const TEXT = `
highway-straight B1 H.H. 1|railway-straight D1 R.R. 1|overpass E1 HRHR 1|railway-straight A2 .R.R 1|overpass B2 HRHR 1
railway-straight C2 .R.R 2|special-hrrr D2 RRHR 2|station-curve E2 H..R 2|highway-straight B3 H.H. 2|highway-curve D3 HH.. 3
highway-straight E3 .H.H 3|highway-curve F3 ..HH 3|highway-straight A4 .H.H 3|highway-t B4 HH.H 3|highway-curve C4 ..HH 4
highway-t F4 HHH. 4|highway-straight G4 .H.H 4|highway-straight C5 H.H. 4|station-curve D5 .HR. 5|special-hhhh E5 HHHH 5
special-hhrr F5 HRRH 5|railway-straight A6 .R.R 5|railway-t B6 .RRR 5|station-curve C6 H..R 6|railway-straight D6 R.R. 6
railway-curve F6 RR.. 6|railway-straight G6 .R.R 6|station-straight B7 R.H. 7|railway-t D7 RRR. 7|railway-straight E7 .R.R 7
station-curve F7 ..HR 7`;

export const EXAMPLE: BoardTile[] = TEXT.trim()
  .split(/[|\n]/)
  .map((line) => {
    const [piece = '', cell = '', sides = '', round = ''] = line.split(' ');
    return { piece, cell, sides, round: Number(round) };
  });
