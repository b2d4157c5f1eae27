/**
 * The figures of a review rounded to one decimal so that they still add up, in every row and every column:
 * value + dice + choices = the next value, and par + all dice + all choices = score.
 */

export interface Amounts {
  /** The value before the roll. */
  value: number;
  luck: number;
  choices: number;
}

export interface Rounded {
  /** One row for each round; `after` is the value of its end. */
  rows: (Amounts & { after: number })[];
  par: number;
  luck: number;
  choices: number;
  score: number;
}

const CLOSE = 1e-6;
/** How much more the sums count than the rounds, and par than the sums: it is the same in every game. */
const FIRST = 100;

/** The tenths next to a number: one if it is a tenth, else the two around it. */
function near(amount: number): number[] {
  const tenths = amount * 10;
  const whole = Math.round(tenths);
  return Math.abs(tenths - whole) < CLOSE ? [whole] : [Math.floor(tenths), Math.ceil(tenths)];
}

const off = (tenths: number, amount: number): number => (tenths - amount * 10) ** 2;

interface Way {
  values: number[];
  luck: number[];
  cost: number;
}

/**
 * Round the amounts of rounds that follow each other; `after` is the value of the last end, a whole score.
 *
 * Every figure becomes one of the two tenths next to it. Of all ways in which everything adds up (there is always one: rows,
 * values and columns form a network of flows) the one with the smallest errors is taken.
 */
export function roundAll(rounds: readonly Amounts[], after: number): Rounded {
  const first = rounds[0]?.value ?? after;
  const luck = rounds.reduce((sum, round) => sum + round.luck, 0);
  const choices = after - first - luck;
  const score = Math.round(after * 10);
  let best: Way | undefined;
  for (const start of near(first)) {
    for (const [total, way] of waysFrom(start, rounds, after)) {
      const fits = near(luck).includes(total) && near(choices).includes(score - start - total);
      const sums = off(total, luck) + off(score - start - total, choices);
      const cost = way.cost + sums * FIRST + off(start, first) * FIRST ** 2;
      if (fits && cost < (best?.cost ?? Infinity)) best = { ...way, cost };
    }
  }
  return written(best ?? plain(rounds, after));
}

/** The cheapest way from a first value to the score for each sum of the luck. */
function waysFrom(start: number, rounds: readonly Amounts[], after: number): Map<number, Way> {
  let ways = new Map([
    [`${start} 0`, { values: [start], luck: [] as number[], cost: off(start, rounds[0]?.value ?? after) }],
  ]);
  rounds.forEach((round, index) => {
    const next = new Map<string, Way>();
    const end = rounds[index + 1]?.value ?? after;
    for (const way of ways.values()) {
      for (const value of near(end)) {
        for (const luck of near(round.luck)) {
          const choices = value - (way.values.at(-1) ?? 0) - luck;
          if (!near(round.choices).includes(choices)) continue;
          const cost = way.cost + off(value, end) + off(luck, round.luck) + off(choices, round.choices);
          const all = [...way.luck, luck];
          const key = `${value} ${sum(all)}`;
          if (cost < (next.get(key)?.cost ?? Infinity))
            next.set(key, { values: [...way.values, value], luck: all, cost });
        }
      }
    }
    ways = next;
  });
  return new Map([...ways.values()].map((way) => [sum(way.luck), way]));
}

/** Each value and each sum of luck rounded alone; choices are what remains. */
function plain(rounds: readonly Amounts[], after: number): Way {
  const values = [...rounds.map((round) => round.value), after].map((value) => Math.round(value * 10));
  return { values, luck: rounds.map((round) => Math.round(round.luck * 10)), cost: Infinity };
}

function written({ values, luck }: Way): Rounded {
  const rows = luck.map((tenths, index) => {
    const [value = 0, after = 0] = [values[index], values[index + 1]];
    return { value: value / 10, luck: tenths / 10, choices: (after - value - tenths) / 10, after: after / 10 };
  });
  const [par = 0, score = 0] = [values[0], values.at(-1)];
  const all = sum(luck);
  return { rows, par: par / 10, luck: all / 10, choices: (score - par - all) / 10, score: score / 10 };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
