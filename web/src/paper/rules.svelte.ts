/** What is played on paper: a game, whether dice are drafted, and how points are counted. */

import { api } from '../api';
import type { DieInfo, RulesetInfo, RulesetList, ScoreBody } from '../generated/wire';

export type Reading = 'cells' | 'stretches';

/** Equal dice of one board: how many there are, and how often each face occurs. */
export interface DiceGroup {
  count: number;
  faces: readonly { name: string; times: number }[];
}

export class PaperRules {
  private list = $state.raw<RulesetList | null>(null);
  main = $state('base');
  isDraft = $state(false);
  /** The reading of the longest route; empty for the default of the game. */
  longest = $state<Reading | ''>('');
  values = $state<'official' | 'manual'>('official');

  async load(): Promise<void> {
    this.list = await api.rulesets();
  }

  /** Choose the ruleset of this name, such as `river+draft`. */
  choose(name: string): void {
    const [main = '', variant] = name.split('+');
    this.main = main;
    this.isDraft = variant === 'draft';
  }

  readonly rulesets = $derived.by((): readonly RulesetInfo[] => this.list?.rulesets ?? []);
  readonly mostSeats = $derived(this.list?.most_seats ?? 1);
  readonly info = $derived(this.rulesets.find((one) => one.name === this.main));
  readonly canDraft = $derived(this.info?.variants.includes('draft') ?? false);
  readonly drafted = $derived(this.isDraft && this.canDraft);
  /** The ruleset as the server knows it. */
  readonly name = $derived(this.drafted ? `${this.main}+draft` : this.main);
  readonly usualReading = $derived(
    ((this.drafted ? this.info?.variant_longest['draft'] : this.info?.longest) ?? 'cells') as Reading,
  );
  readonly reading = $derived(this.longest || this.usualReading);
  readonly networkPoints = $derived(this.list?.network_points[this.values] ?? []);
  /** The scoring options for the server. */
  readonly scoring = $derived<Omit<ScoreBody, 'text'>>({
    rules: this.name,
    longest: this.longest || null,
    values: this.values,
  });
}

/** The dice that are rolled for a board, equal ones together. */
export function diceOf(dice: readonly DieInfo[], board: number): DiceGroup[] {
  const groups = new Map<string, { count: number; faces: Map<string, number> }>();
  for (const die of dice.filter((one) => one.board === board)) {
    const key = die.faces.join(' ');
    const faces = new Map<string, number>();
    for (const face of die.faces) faces.set(face, (faces.get(face) ?? 0) + 1);
    groups.set(key, { count: (groups.get(key)?.count ?? 0) + 1, faces });
  }
  return [...groups.values()].map(({ count, faces }) => ({
    count,
    faces: [...faces].map(([name, times]) => ({ name, times })),
  }));
}
