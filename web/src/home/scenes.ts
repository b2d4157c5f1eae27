/** A small picture for each ruleset, made of its own tiles: column, row, piece, sides. */

export type Scene = readonly (readonly [number, number, string, string])[];

/** Of the pages that are about no ruleset of their own. */
export const LESSON_SCENES: Record<string, Scene> = {
  scoring: [
    [0, 0, 'highway-straight', '.H.H'],
    [1, 0, 'special-hrhr', 'HRHR'],
    [2, 0, 'railway-straight', '.R.R'],
    [1, 1, 'highway-straight', 'H.H.'],
  ],
  draft: [
    [0, 0, 'highway-t', 'HHH.'],
    [1, 0, 'railway-curve', '.RR.'],
    [2, 0, 'overpass', 'HRHR'],
    [0, 1, 'station-curve', 'RH..'],
    [1, 1, 'highway-curve', '.HH.'],
    [2, 1, 'railway-t', 'RRR.'],
  ],
};

export const SCENES: Record<string, Scene> = {
  base: [
    [0, 0, 'highway-curve', '.HH.'],
    [1, 0, 'station-straight', '.R.H'],
    [2, 0, 'railway-curve', '..RR'],
    [0, 1, 'highway-t', 'HHH.'],
    [1, 1, 'highway-straight', '.H.H'],
    [2, 1, 'overpass', 'RHRH'],
  ],
  river: [
    [0, 0, 'river-curve', '.WW.'],
    [1, 0, 'bridge-railway', 'RWRW'],
    [2, 0, 'river-curve', '..WW'],
    [0, 1, 'river-straight', 'W.W.'],
    [1, 1, 'railway-curve', 'RR..'],
    [2, 1, 'bridge-railway', 'WRWR'],
  ],
  lake: [
    [0, 0, 'lake-2', '.LL.'],
    [1, 0, 'lake-2', '..LL'],
    [2, 0, 'railway-straight', 'R.R.'],
    [0, 1, 'pier-highway', 'L.H.'],
    [1, 1, 'lake-2', 'LL..'],
    [2, 1, 'pier-railway', '.R.L'],
  ],
  meteor: [
    [0, 0, 'highway-straight', '.H.H'],
    [1, 0, 'crater', '....'],
    [2, 0, 'railway-t', '.RRR'],
    [0, 1, 'railway-curve', '.RR.'],
    [1, 1, 'railway-straight', '.R.R'],
    [2, 1, 'station-curve', 'H..R'],
  ],
  lava: [
    [0, 0, 'lava-2-adjacent', '.FF.'],
    [1, 0, 'volcano', 'FFFF'],
    [2, 0, 'lava-highway', 'H.HF'],
    [0, 1, 'lava-2-adjacent', 'FF..'],
    [1, 1, 'lava-2-adjacent', 'F..F'],
    [2, 1, 'highway-curve', 'HH..'],
  ],
  underground: [
    [0, 0, 'highway-straight', '.H.H'],
    [1, 0, 'station-straight', '.R.H'],
    [2, 0, 'railway-straight', '.R.R'],
    [0, 1, 'pipe-straight', '.P.P'],
    [1, 1, 'pipe-over-subway', 'SPSP'],
    [2, 1, 'pipe-t', 'P.PP'],
  ],
  'underground-standalone': [
    [0, 0, 'subway-station-straight', '.S.S'],
    [1, 0, 'subway-t', '.SSS'],
    [2, 0, 'subway-station-curve', '..SS'],
    [0, 1, 'pipe-straight', '.P.P'],
    [1, 1, 'pipe-over-subway', 'SPSP'],
    [2, 1, 'pipe-over-subway', 'SPSP'],
  ],
};
