// Cut the page's typeface to the letters and weights that its own texts need: generated/typeface.css and its font.
// Every other letter, of a name for instance, comes from the whole typeface, which is fetched only when one is shown.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const WHOLE =
  '../node_modules/@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2';
const ASCII = String.fromCodePoint(...Array.from({ length: 0x7f - 0x20 }, (_, i) => 0x20 + i));
const LETTERS = `${ASCII}ÁÉÍÓÚÑÜÄÖáéíóúñüäößë\u00a0¡¿ºª°·×±–—‘’‚“”„‹›«»…−€↑↓`;
const WEIGHTS = { min: 400, max: 750 };

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const cut = await subsetFont(readFileSync(at(WHOLE)), LETTERS, {
  targetFormat: 'woff2',
  variationAxes: { wght: WEIGHTS },
  keepFeatures: ['kern', 'tnum', 'ccmp', 'locl', 'mark'],
});
const codes = [...LETTERS].map((letter) => `U+${letter.codePointAt(0).toString(16)}`);
// A face is asked before those that were declared earlier, but only if family, style and weights are the same.
const face = `@font-face {
  font-family: 'Atkinson Hyperlegible Next Variable';
  font-style: normal;
  font-display: swap;
  font-weight: 200 800;
  src: url(./atkinson-hyperlegible-next-page.woff2) format('woff2-variations');
  unicode-range: ${codes.join(',')};
}
`;
mkdirSync(at('generated'), { recursive: true });
writeFileSync(at('generated/atkinson-hyperlegible-next-page.woff2'), cut);
writeFileSync(at('generated/typeface.css'), face);
