/** The colours of the box that a ruleset comes from. */

import { mainRules } from '../text/names';

const EDITIONS: Record<string, string> = {
  base: 'deep-blue',
  river: 'deep-blue',
  lake: 'deep-blue',
  meteor: 'blazing-red',
  lava: 'blazing-red',
  underground: 'underground',
  'underground-standalone': 'underground',
};

export function editionOf(ruleset: string): string {
  return EDITIONS[mainRules(ruleset)] ?? 'deep-blue';
}
