/** What the bots score on average with average dice, and their skill; for comparison in reviews. */

export interface BotMean {
  bot: string;
  skill: number;
  /** The score with average dice. */
  adjusted: number;
}
