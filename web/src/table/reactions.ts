/** Reactions and their signs. */

import { REACTIONS } from '../generated/wire';

type Reaction = (typeof REACTIONS)[number];

const SIGNS: Record<Reaction, string> = {
  wave: '👋',
  clap: '👏',
  laugh: '😄',
  wow: '😮',
  think: '🤔',
  hurry: '⏳',
  sad: '😢',
  well_done: '🏆',
};

export function reactionSign(reaction: Reaction): string {
  return SIGNS[reaction];
}
