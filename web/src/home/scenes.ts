/** A small picture for each ruleset and each other page of the rules, made of its own tiles on three by two cells. */

import data from './scenes.json';

/** Lines of a board text, from A1 to C2. */
export type Scene = readonly string[];

export const SCENES: Record<string, Scene> = data.rulesets;
/** Of the pages that are about no ruleset of their own. */
export const LESSON_SCENES: Record<string, Scene> = data.lessons;
