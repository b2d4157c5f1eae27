/** A review in words: its headline, its figures, and what stands out. */

import type { ReviewReport, RoundReport } from '../generated/wire';
import { language, lookUp, say } from '../text/messages.svelte';
import { lineName, listed } from '../text/names';

/** A fortune from here on is good dice, one below the other bound hard dice; of 99. */
const GOOD_DICE = 65;
const HARD_DICE = 35;
/** Skill of 99 from which the words of the headline are chosen: losses of about 3, 8 and 20 points in a game. */
const SKILLS = [
  ['top', 85],
  ['strong', 66],
  ['solid', 36],
] as const;
/** A loss of a whole point and more is worth a look. */
const WORTH_A_LOOK = 1;

function format(options: Intl.NumberFormatOptions, amount: number): string {
  const written = new Intl.NumberFormat(language(), options).format(amount === 0 ? 0 : amount);
  return written.replace('-', '\u2212');
}

/** `43.1` in the reader's format. */
export function decimal(amount: number): string {
  return format({ minimumFractionDigits: 1, maximumFractionDigits: 1 }, amount);
}

/** `+4.9` and `−16.9`. */
export function signed(amount: number): string {
  return format({ minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' }, amount);
}

/** `+4` and `−1`. */
export function signedWhole(amount: number): string {
  return format({ maximumFractionDigits: 0, signDisplay: 'exceptZero' }, amount);
}

export function pointsText(n: number): string {
  return say('study.points', { n });
}

/** What is said first: encouraging, and true. */
export function headline(review: Pick<ReviewReport, 'score' | 'skill' | 'fortune'>): string {
  const dice = review.fortune >= GOOD_DICE ? 'good' : review.fortune < HARD_DICE ? 'hard' : 'fair';
  const skill = SKILLS.find(([, least]) => review.skill >= least)?.[0] ?? 'grow';
  return say(`study.head.${dice}.${skill}`, { points: pointsText(review.score) });
}

/** How the dice compare with those of other games. */
export function fortuneText(fortune: number): string {
  const n = Math.min(99, Math.max(1, Math.round((100 * fortune) / 99)));
  return n >= 50 ? say('study.sum.luckier', { number: n }) : say('study.sum.harder', { number: 100 - n });
}

/** How the roll of a round compares with all others. */
export function rollText({ fortune, luck }: RoundReport): string {
  const number = Math.min(99, Math.max(1, Math.round((100 * fortune) / 99)));
  return number >= 50
    ? say('study.moment.roll_better', { number, luck: signed(luck) })
    : say('study.moment.roll_harder', { number: 100 - number, luck: signed(luck) });
}

export function gradeName(round: RoundReport): string {
  return say(`study.grade.${round.class}`);
}

/** The rounds in which most was left, at most two, in the order of the game. */
export function mostLeft(rounds: readonly RoundReport[]): number[] {
  return rounds
    .filter((round) => round.loss >= WORTH_A_LOOK)
    .sort((a, b) => b.loss - a.loss)
    .slice(0, 2)
    .map((round) => round.round)
    .sort((a, b) => a - b);
}

/** What stands out, in sentences. */
export function remarks(rounds: readonly RoundReport[]): string[] {
  const left = mostLeft(rounds);
  const best = rounds.filter((round) => round.class === 'best').map((round) => round.round);
  const isPerfect = rounds.every((round) => round.class === 'best' || round.class === 'forced');
  const said: string[] = [];
  if (left.length === 1) said.push(say('study.played.most_one', { round: left[0] }));
  if (left.length > 1) said.push(say('study.played.most', { rounds: listed(left) }));
  if (isPerfect) said.push(say('study.played.best_all'));
  else if (best.length === 1) said.push(say('study.played.best_one', { round: best[0] }));
  else if (best.length > 1) said.push(say('study.played.best', { rounds: listed(best) }));
  return said;
}

/** The name of a score line, of which a board may have several. */
export function linesName(name: string): string {
  return lookUp(`study.line.${name}`) ?? lineName(name);
}
