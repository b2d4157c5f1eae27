import decodeQR from 'qr/decode.js';
import { expect, test } from 'vitest';
import { qrPath } from './qr';

/** The code as a camera sees it, four pixels a square. */
function picture({ size, path }: { size: number; path: string }): { width: number; height: number; data: Uint8Array } {
  const SCALE = 4;
  const width = size * SCALE;
  const data = new Uint8Array(width * width * 4).fill(255);
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g)) {
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row++) {
      for (let column = Number(x) * SCALE; column < (Number(x) + Number(length)) * SCALE; column++) {
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
      }
    }
  }
  return { width, height: width, data };
}

test('a camera reads the link from the code', () => {
  for (const link of ['http://localhost:8000/t/AbC_def-123', `https://games.example.org/inkrail/t/${'x'.repeat(40)}`])
    expect(decodeQR(picture(qrPath(link)))).toBe(link);
});
