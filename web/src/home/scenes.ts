/** A small picture for each ruleset and each other page of the rules, made of its own tiles on three by two cells. */

import data from './scenes.json';

/** Lines of a board text, from A1 to C2. */
export type Scene = readonly string[];

export const SCENES: Record<string, Scene> = data.rulesets;
/** The scenes of pages without their own ruleset. */
export const LESSON_SCENES: Record<string, Scene> = data.lessons;
