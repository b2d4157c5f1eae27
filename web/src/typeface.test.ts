import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { expect, test } from 'vitest';

const PACKAGE = 'node_modules/@fontsource-variable/atkinson-hyperlegible-next/files';
const WHOLE = `${PACKAGE}/atkinson-hyperlegible-next-latin-wght-normal.woff2`;
const PAGE = 'src/generated/atkinson-hyperlegible-next-page.woff2';

/** Which of the letters a font has a glyph for, from its character map (formats 4 and 12). */
async function covered(path: string, letters: string): Promise<Set<string>> {
  const bytes = await subsetFont(readFileSync(path), letters, { targetFormat: 'sfnt' });
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = new Set<string>();
  const add = (first: number, last: number): void => {
    for (let code = first; code <= last && code < 0xffff; code += 1) found.add(String.fromCodePoint(code));
  };
  const tables = Array.from({ length: data.getUint16(4) }, (_, i) => 12 + 16 * i);
  const cmap = data.getUint32(tables.find((at) => bytes.toString('latin1', at, at + 4) === 'cmap')! + 8);
  for (let i = 0; i < data.getUint16(cmap + 2); i += 1) {
    const map = cmap + data.getUint32(cmap + 4 + 8 * i + 4);
    const format = data.getUint16(map);
    if (format === 4) {
      const twice = data.getUint16(map + 6);
      for (let k = 0; k < twice; k += 2) add(data.getUint16(map + 16 + twice + k), data.getUint16(map + 14 + k));
    } else if (format === 12) {
      for (let k = 0; k < data.getUint32(map + 12); k += 1) {
        add(data.getUint32(map + 16 + 12 * k), data.getUint32(map + 20 + 12 * k));
      }
    }
  }
  return found;
}

function sources(folder: string): string {
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return sources(path);
      return /(?<!\.test|\.d)\.(ts|svelte|json|css)$/.test(entry.name) ? readFileSync(path, 'utf8') : '';
    })
    .join('');
}

test('the first typeface has every letter of all texts that the whole one has', async () => {
  const letters = [...new Set(sources('src'))].join('');
  const whole = await covered(WHOLE, letters);
  expect(whole).toContain('ß');
  const own = await covered(PAGE, letters);
  expect([...whole].filter((letter) => !own.has(letter))).toEqual([]);
  expect(own).not.toContain('ÿ');
});
