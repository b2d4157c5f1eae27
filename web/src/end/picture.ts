/** Pictures to download: the server's SVG with what was drawn over it here, or the same as PNG. */

import { boardPicture } from '../api';
import type { Mark } from '../decorate/decoration';
import { decorated } from '../decorate/picture';

const SCALE = 1.5;
const REVOKE_AFTER = 10_000;

function isDark(): boolean {
  return (
    getComputedStyle(document.documentElement).colorScheme === 'dark' ||
    (document.documentElement.dataset['theme'] !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  );
}

export function save(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  save(url, name);
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER);
}

/** A picture of the server as text, with the marks over its boards. */
export async function fetched(answer: Response, marks: readonly Mark[], theme: 'light' | 'dark'): Promise<Blob> {
  if (!answer.ok) throw new Error(String(answer.status));
  return new Blob([decorated(await answer.text(), marks, theme)], { type: 'image/svg+xml' });
}

/** An SVG painted as PNG. */
export async function painted(svg: Blob, scale: number): Promise<Blob> {
  const url = URL.createObjectURL(svg);
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * scale;
  canvas.height = image.naturalHeight * scale;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(url);
  return new Promise((resolve, reject) =>
    canvas.toBlob((png) => (png ? resolve(png) : reject(new Error('canvas'))), 'image/png'),
  );
}

async function drawing(table: string, seat: number, marks: readonly Mark[]): Promise<Blob> {
  const theme = isDark() ? 'dark' : 'light';
  return fetched(await boardPicture(table, seat, theme), marks, theme);
}

export async function saveSvg(table: string, seat: number, marks: readonly Mark[]): Promise<void> {
  saveBlob(await drawing(table, seat, marks), `inkrail-${table}.svg`);
}

export async function savePng(table: string, seat: number, marks: readonly Mark[]): Promise<void> {
  saveBlob(await painted(await drawing(table, seat, marks), SCALE), `inkrail-${table}.png`);
}
