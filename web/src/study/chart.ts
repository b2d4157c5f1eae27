/** The places of bars and labels; no texts, no drawing. */

/** The steps between the lines of a chart, from small to large. */
const STEPS = [1, 2, 5, 10, 20];
const MOST_LINES = 6;
/** A little more than the largest bar. */
const MARGIN = 1.06;

export interface Axis {
  low: number;
  high: number;
  /** The amounts with a line, from the lowest. */
  lines: number[];
}

/** An axis for amounts up and down, with lines at whole steps, zero among them. */
export function axisOf(amounts: readonly number[]): Axis {
  const low = Math.min(-2, ...amounts) * MARGIN;
  const high = Math.max(2, ...amounts) * MARGIN;
  const step = STEPS.find((one) => (high - low) / one <= MOST_LINES) ?? 50;
  const lines: number[] = [];
  for (let line = Math.ceil(low / step); line * step <= high; line += 1) lines.push(line * step);
  return { low, high, lines };
}

/** From where to where a bar reaches, as shares of the height from the top. */
export function barOf(amount: number, { low, high }: Axis): { top: number; height: number } {
  const at = (value: number): number => (high - value) / (high - low);
  const [top, bottom] = amount >= 0 ? [at(amount), at(0)] : [at(0), at(amount)];
  return { top, height: bottom - top };
}

/** A label of a scale: where it belongs and how wide it is, as shares of the width. */
export interface Label {
  name: string;
  place: number;
  width: number;
}

/** How much of a label is left of its place: half, but at the edge it keeps inside the scale. */
export function leftOf({ place, width }: Label): number {
  const from = Math.min(1 - width, Math.max(0, place - width / 2));
  return (place - from) / width;
}

/** How many bots below the player a scale shows: much weaker ones would only stretch it. */
const MOST_BELOW = 2;

/** The bots to compare with, weakest first. */
export function nearest<T extends { adjusted: number }>(bots: readonly T[], points: number): T[] {
  const below = bots.filter((bot) => bot.adjusted <= points).length;
  return bots.slice(Math.max(0, below - MOST_BELOW));
}

/**
 * In which row each label goes: below the line or above it, where it does not cover another one; those that fit nowhere are
 * left out. `taken` is above the line.
 */
export function rowsOf(labels: readonly Label[], taken: Label): Map<string, 'above' | 'below'> {
  const rows = { below: [] as Label[], above: [taken] };
  const placed = new Map<string, 'above' | 'below'>();
  for (const label of labels) {
    const row = (['below', 'above'] as const).find((one) => !rows[one].some((other) => covers(label, other)));
    if (!row) continue;
    rows[row].push(label);
    placed.set(label.name, row);
  }
  return placed;
}

function covers(one: Label, other: Label): boolean {
  const from = (label: Label): number => label.place - leftOf(label) * label.width;
  return from(one) < from(other) + other.width && from(other) < from(one) + one.width;
}
