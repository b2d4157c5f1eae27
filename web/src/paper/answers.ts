/** The server's answer about rulesets, shortened for tests. */

import type { RulesetInfo, RulesetList } from '../generated/wire';

function ruleset(name: string, pieces: readonly string[], boards = ['surface']): RulesetInfo {
  return {
    name,
    variants: ['draft'],
    rounds: 2,
    longest: 'cells',
    variant_longest: { draft: 'stretches' },
    lines: [],
    extras: [],
    start: [],
    boards: boards.map((board) => ({ name: board, exits: [] })),
    pieces: pieces.map((piece) => ({ name: piece, sides: '', role: 'route', station: false, joined: true, board: 0 })),
    dice: [],
    last_round: { dice: 2, faces: [...pieces] },
  };
}

export const RULESETS: RulesetList = {
  rulesets: [
    ruleset('base', ['highway-straight', 'highway-curve']),
    ruleset('river', ['highway-straight', 'river-straight']),
    ruleset('underground', ['highway-straight'], ['surface', 'underground']),
  ],
  most_seats: 6,
  network_points: {},
};

export function answered(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}
