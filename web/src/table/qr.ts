/** QR codes as paths. */

import encodeQR from 'qr';

/** How many light squares a code needs around it. */
const BORDER = 4;

export interface QrPath {
  /** How many squares wide it is. */
  size: number;
  path: string;
}

/** The dark squares of the code, each run of a row as one rectangle. */
export function qrPath(text: string): QrPath {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: BORDER });
  let path = '';
  for (const [y, row] of rows.entries()) {
    let x = 0;
    while (x < row.length) {
      const begin = x;
      while (row[x]) x++;
      if (x > begin) path += `M${begin} ${y}h${x - begin}v1H${begin}z`;
      else x++;
    }
  }
  return { size: rows.length, path };
}
