/** Small drawings to put on a board, each about as large as a cell, around the point 0 0. */

/** How an outline is filled: with paper, with the colour of its lines, or not at all. */
type Filling = 'paper' | 'colour' | 'none';
type Outline = readonly [Filling, string];

export const STAMP_NAMES = ['tree', 'pine', 'house', 'cow', 'sun', 'balloon', 'train', 'boat'] as const;
export type StampName = (typeof STAMP_NAMES)[number];

export const STAMPS: Readonly<Record<StampName, readonly Outline[]>> = {
  tree: [
    ['colour', 'M-5 42L-3 8H3L5 42Z'],
    [
      'paper',
      'M0 -43C15 -43 24 -33 22 -23C35 -19 36 0 21 5C14 16 -14 16 -21 5C-36 0 -35 -19 -22 -23C-24 -33 -15 -43 0 -43Z',
    ],
    ['none', 'M-9 -24q6 7 13 1M3 -4q7 5 13 -2M-19 -7q6 5 11 0M-20 42H20'],
  ],
  pine: [
    ['colour', 'M-4 26H4V42H-4Z'],
    ['paper', 'M0 -44L15 -20H8L21 3H12L28 27H-28L-12 3H-21L-8 -20H-15Z'],
    ['none', 'M-4 -14l4 5l4 -5M-7 11l5 6l5 -6l5 6M-16 42H16'],
  ],
  house: [
    ['paper', 'M15 -20V-40H26V-8'],
    ['paper', 'M-29 -6V40H29V-6L0 -32Z'],
    ['none', 'M-40 4L0 -34L40 4'],
    ['colour', 'M4 40V16H18V40Z'],
    ['none', 'M-21 10H-6V25H-21ZM-13.5 10V25M-21 17.5H-6'],
  ],
  cow: [
    ['none', 'M-37 -8c-9 3 -8 14 -7 20l-3 6M-29 16V38M-19 16V38M9 16V38M19 16V38'],
    ['paper', 'M-38 -6Q-38 -18 -26 -18H14L24 -10V10Q24 20 14 20H-28Q-38 20 -38 10Z'],
    ['colour', 'M-27 -18C-27 -4 -10 -2 -8 -18ZM-6 20C-8 4 10 2 10 20ZM-38 6q10 -2 9 13q-9 -2 -9 -13Z'],
    ['paper', 'M16 -26H40L45 -8Q45 1 37 1H30Q23 1 21 -8Z'],
    ['none', 'M20 -27q-7 -5 -2 -13M36 -27q7 -5 2 -13M16 -24l-8 -2M40 -24l7 -3M33 -8v.1M40 -8v.1M29 -18v.1M38 -18v.1'],
  ],
  sun: [
    ['paper', 'M0 -20a20 20 0 1 0 .1 0Z'],
    [
      'none',
      'M0 -29V-43M0 29V43M29 0H43M-29 0H-43M20.5 -20.5L30 -30M-20.5 -20.5L-30 -30M20.5 20.5L30 30M-20.5 20.5L-30 30',
    ],
    ['none', 'M-7 -5v.1M7 -5v.1M-8 5q8 8 16 0'],
  ],
  balloon: [
    ['paper', 'M0 -45C23 -45 33 -29 29 -13C26 1 13 9 9 17H-9C-13 9 -26 1 -29 -13C-33 -29 -23 -45 0 -45Z'],
    ['colour', 'M0 -45C13 -32 15 -6 7 17H-7C-15 -6 -13 -32 0 -45Z'],
    ['none', 'M-9 17L-7 30M9 17L7 30'],
    ['paper', 'M-9 30H9L7 43H-7Z'],
    ['none', 'M-8 36.5H8'],
  ],
  train: [
    ['paper', 'M21 -32c-8 1 -9 -9 -1 -10c2 -7 13 -7 14 0c9 -1 9 9 1 10Z'],
    ['paper', 'M17 -10V-21H13V-26H29V-21H25V-10Z'],
    ['colour', 'M-2 -10q6 -11 12 0Z'],
    ['paper', 'M-16 -10H32Q36 2 32 14H-16Z'],
    ['paper', 'M-39 -27H-12V16H-39Z'],
    ['colour', 'M-33 -20H-18V-8H-33Z'],
    ['none', 'M-44 -28H-7M2 -10V14M-46 38H46'],
    ['colour', 'M31 16H38L45 34H31Z'],
    ['paper', 'M-26 14a12 12 0 1 0 .1 0ZM3 20a9 9 0 1 0 .1 0ZM24 20a9 9 0 1 0 .1 0Z'],
    ['none', 'M-26 26H3M3 29H24'],
  ],
  boat: [
    ['paper', 'M4 -40Q30 -18 31 8H4Z'],
    ['colour', 'M-5 -30Q-25 -10 -27 8H-5Z'],
    ['none', 'M0 14V-44'],
    ['paper', 'M-38 14H38Q34 34 20 34H-20Q-34 34 -38 14Z'],
    ['none', 'M-46 40q7.5 -7 15.3 0t15.3 0t15.3 0t15.3 0t15.3 0t15.3 0'],
  ],
};
