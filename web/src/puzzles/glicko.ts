/**
 * Glicko-2 (Mark Glickman, "Example of the Glicko-2 system"): a rating, how sure it is, and how much it varies.
 * Each result changes all three.
 */

export interface Rating {
  rating: number;
  /** The deviation: small once there are many results. */
  deviation: number;
  volatility: number;
}

export interface Result {
  opponent: { rating: number; deviation: number };
  /** 1 for a win, 0 for a loss. */
  score: number;
}

const SCALE = 173.7178;
const CENTRE = 1500;
/** How fast the volatility may change. */
const TAU = 0.5;
const PRECISION = 1e-6;

function weight(deviation: number): number {
  return 1 / Math.sqrt(1 + (3 * deviation ** 2) / Math.PI ** 2);
}

/** The rating after some results that belong together. */
export function rated(before: Rating, results: readonly Result[]): Rating {
  const mu = (before.rating - CENTRE) / SCALE;
  const phi = before.deviation / SCALE;
  let information = 0;
  let surprise = 0;
  for (const { opponent, score } of results) {
    const g = weight(opponent.deviation / SCALE);
    const expected = 1 / (1 + Math.exp(-g * (mu - (opponent.rating - CENTRE) / SCALE)));
    information += g ** 2 * expected * (1 - expected);
    surprise += g * (score - expected);
  }
  if (information === 0) {
    const deviation = SCALE * Math.sqrt(phi ** 2 + before.volatility ** 2);
    return { ...before, deviation };
  }
  const variance = 1 / information;
  const volatility = newVolatility(before.volatility, phi, variance, variance * surprise);
  const widened = phi ** 2 + volatility ** 2;
  const narrowed = 1 / Math.sqrt(1 / widened + 1 / variance);
  return {
    rating: CENTRE + SCALE * (mu + narrowed ** 2 * surprise),
    deviation: SCALE * narrowed,
    volatility,
  };
}

/** Step 5 of the paper: the root of a function, found by the Illinois algorithm. */
function newVolatility(sigma: number, phi: number, variance: number, delta: number): number {
  const start = Math.log(sigma ** 2);
  const slope = (x: number): number => {
    const power = Math.exp(x);
    const sum = phi ** 2 + variance + power;
    return (power * (delta ** 2 - sum)) / (2 * sum ** 2) - (x - start) / TAU ** 2;
  };
  let low = start;
  let high: number;
  if (delta ** 2 > phi ** 2 + variance) high = Math.log(delta ** 2 - phi ** 2 - variance);
  else {
    let steps = 1;
    while (slope(start - steps * TAU) < 0) steps += 1;
    high = start - steps * TAU;
  }
  let atLow = slope(low);
  let atHigh = slope(high);
  while (Math.abs(high - low) > PRECISION) {
    const next = low + ((low - high) * atLow) / (atHigh - atLow);
    const atNext = slope(next);
    if (atNext * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [next, atNext];
  }
  return Math.exp(low / 2);
}
