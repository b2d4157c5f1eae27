import { expect, test } from 'vitest';
import { axisOf, barOf, leftOf, nearest, rowsOf } from './chart';

test('an axis has lines at whole steps around all amounts, and zero among them', () => {
  expect(axisOf([2.1, -4.9, 1]).lines).toEqual([-4, -2, 0, 2]);
  for (const amounts of [[], [0.1], [9, -22], [31]]) {
    const { low, high, lines } = axisOf(amounts);
    expect(lines).toContain(0);
    expect(lines.length).toBeLessThanOrEqual(7);
    for (const place of [...amounts, ...lines]) expect(low <= place && place <= high).toBe(true);
  }
});

test('bars go up and down from zero', () => {
  const axis = { low: -4, high: 4, lines: [] };
  expect(barOf(2, axis)).toEqual({ top: 0.25, height: 0.25 });
  expect(barOf(-4, axis)).toEqual({ top: 0.5, height: 0.5 });
});

test('labels do not cover each other; what fits nowhere is left out', () => {
  const label = (name: string, place: number, width = 0.24) => ({ name, place, width });
  const labels = [
    label('greedy', 0.08),
    label('master', 0.92),
    label('casual', 0.56),
    label('steady', 0.83),
    label('strong', 0.87),
  ];
  const rows = rowsOf(labels, label('you', 0.51, 0.18));
  expect([...rows]).toEqual([
    ['greedy', 'below'],
    ['master', 'below'],
    ['casual', 'below'],
    ['steady', 'above'],
  ]);
});

test('a label is in the middle of its place, and at the edge inside the scale', () => {
  const left = (place: number) => leftOf({ name: '', place, width: 0.2 });
  expect([left(0.5), left(0), left(1)].map((share) => Math.round(share * 100))).toEqual([50, 0, 100]);
});

test('much weaker bots do not stretch the scale', () => {
  const bots = [-1, 19, 45, 61, 65].map((adjusted) => ({ adjusted }));
  expect(nearest(bots, 47).map((bot) => bot.adjusted)).toEqual([19, 45, 61, 65]);
  expect(nearest(bots, 80).map((bot) => bot.adjusted)).toEqual([61, 65]);
  expect(nearest(bots, -9)).toHaveLength(5);
});
