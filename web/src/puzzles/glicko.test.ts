import { expect, test } from 'vitest';
import { rated } from './glicko';

const PLAYER = { rating: 1500, deviation: 200, volatility: 0.06 };

test('the published example', () => {
  const after = rated(PLAYER, [
    { opponent: { rating: 1400, deviation: 30 }, score: 1 },
    { opponent: { rating: 1550, deviation: 100 }, score: 0 },
    { opponent: { rating: 1700, deviation: 300 }, score: 0 },
  ]);
  expect(after.rating).toBeCloseTo(1464.06, 1);
  expect(after.deviation).toBeCloseTo(151.52, 1);
  expect(after.volatility).toBeCloseTo(0.05999, 4);
});

test('without results only the deviation grows', () => {
  const after = rated(PLAYER, []);
  expect(after.rating).toBe(1500);
  expect(after.deviation).toBeCloseTo(200.27, 1);
});

test('a win raises, a loss lowers, and each makes the rating surer', () => {
  const opponent = { rating: 1500, deviation: 50 };
  const won = rated(PLAYER, [{ opponent, score: 1 }]);
  const lost = rated(PLAYER, [{ opponent, score: 0 }]);
  expect(won.rating - 1500).toBeCloseTo(1500 - lost.rating, 6);
  expect(won.rating).toBeGreaterThan(1550);
  expect(won.deviation).toBeLessThan(PLAYER.deviation);
});

test('a long row of surprises makes the rating vary more', () => {
  let now = { rating: 1500, deviation: 60, volatility: 0.06 };
  for (let n = 0; n < 20; n += 1) now = rated(now, [{ opponent: { rating: 2200, deviation: 60 }, score: 1 }]);
  expect(now.volatility).toBeGreaterThan(0.06);
  expect(now.rating).toBeGreaterThan(1900);
});
