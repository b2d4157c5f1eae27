/** Pictures to download: the server's SVG, or the same as PNG. */

import { boardPicture } from '../api';

const SCALE = 1.5;

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

async function drawing(table: string, seat: number): Promise<string> {
  const answer = await boardPicture(table, seat, isDark() ? 'dark' : 'light');
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.text();
}

export async function saveSvg(table: string, seat: number): Promise<void> {
  const url = URL.createObjectURL(new Blob([await drawing(table, seat)], { type: 'image/svg+xml' }));
  save(url, `inkrail-${table}.svg`);
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export async function savePng(table: string, seat: number): Promise<void> {
  const url = URL.createObjectURL(new Blob([await drawing(table, seat)], { type: 'image/svg+xml' }));
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * SCALE;
  canvas.height = image.naturalHeight * SCALE;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(url);
  save(canvas.toDataURL('image/png'), `inkrail-${table}.png`);
}
