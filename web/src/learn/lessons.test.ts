import { expect, test } from 'vitest';
import { FRAGMENTS } from '../generated/tiles';
import { LESSON_SCENES, SCENES } from '../home/scenes';
import { EXAMPLE } from '../home/example';
import { LESSONS, parseTile } from './lessons';

test('every tile in a picture is one that the engine can draw', () => {
  const shown = [
    ...LESSONS.flatMap((lesson) => lesson.illustrations.flatMap((illustration) => illustration.tiles ?? [])),
    ...Object.values({ ...SCENES, ...LESSON_SCENES }).flatMap((scene) => scene.map(parseTile)),
    ...EXAMPLE,
  ];
  expect(shown.filter(({ piece, sides }) => !(`${piece} ${sides}` in FRAGMENTS))).toEqual([]);
});

test('every picture belongs to a paragraph of its page, each to one of its own', () => {
  for (const lesson of LESSONS) {
    const places = lesson.illustrations.map((one) => one.paragraph);
    expect(new Set(places).size).toBe(places.length);
    expect(places.every((place) => place >= 1 && place <= lesson.paragraphs)).toBe(true);
  }
});
