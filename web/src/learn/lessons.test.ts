import { expect, test } from 'vitest';
import { FRAGMENTS } from '../generated/tiles';
import { SCENES } from '../home/scenes';
import { EXAMPLE } from '../home/example';
import { LESSONS } from './lessons';

test('every tile in a picture is one that the engine can draw', () => {
  const shown = [
    ...LESSONS.flatMap((lesson) => lesson.illustrations.flatMap((illustration) => illustration.tiles)),
    ...Object.values(SCENES).flatMap((scene) => scene.map(([, , piece, sides]) => ({ piece, sides }))),
    ...EXAMPLE,
  ];
  expect(shown.filter(({ piece, sides }) => !(`${piece} ${sides}` in FRAGMENTS))).toEqual([]);
});
