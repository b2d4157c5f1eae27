/** Which dice a round wants, so that somebody can type what they show on a real table. */

import type { RulesetInfo, View } from '../generated/wire';

export interface Slot {
  /** What the die may show, each once. */
  faces: readonly string[];
  /** At a draft: the number of its pair. */
  pair?: number;
}

const DRAFTED = new Set(['route', 'station']);

/** The dice of the coming round in the order that the server reads them: at a draft pair after pair, then the others. */
export function slotsOf(rules: RulesetInfo, view: Pick<View, 'ruleset' | 'round' | 'seats'>): Slot[] {
  const boards = rules.boards.length;
  const dice = rules.dice.filter((die) => boards === 1 || die.board === view.round % boards);
  const single = ({ faces }: { faces: readonly string[] }): Slot => ({ faces: [...new Set(faces)] });
  const drafted = view.ruleset.includes('+draft') ? dice.filter((die) => DRAFTED.has(die.name)) : [];
  if (!drafted.length) return dice.map(single);
  // Any of these dice may lie in any pair.
  const { faces } = single({ faces: drafted.flatMap((die) => die.faces) });
  const inPairs = Array.from({ length: drafted.length * view.seats.length }, (_, index) => ({
    faces,
    pair: Math.floor(index / 2) + 1,
  }));
  return [...inPairs, ...dice.filter((die) => !drafted.includes(die)).map(single)];
}
