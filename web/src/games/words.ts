/** Numbers and games in words. */

import { language, locale, lookUp, say } from '../text/messages.svelte';
import { botName, figure, written } from '../text/names';
import { type Game, opponents, type Player } from './games';

/** A mean with one decimal, and a minus sign instead of a hyphen. */
export function mean(number: number): string {
  const format = new Intl.NumberFormat(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return format.format(number).replace('-', '\u2212');
}

export function day(at: string): string {
  return new Date(at).toLocaleDateString(locale(), { dateStyle: 'medium' });
}

function playerText({ name, bot, total }: Player): string {
  return `${name || botName(bot ?? '')} ${figure(total)}`;
}

/** What kind of game it was, and against whom. */
export function kindText(game: Game): string {
  if (game.kind === 'daily' && game.daily) return say('games.kind.daily', { day: written(game.daily) });
  if (game.kind === 'bots' || game.kind === 'friends')
    return say('games.against', { names: opponents(game).map(playerText).join(', ') });
  if (game.kind === 'hunt') return say('web.more.hunt.name');
  if (game.kind === 'challenge') return say('web.challenge.name');
  if (game.kind === 'league') return say('web.purpose.league');
  return say(game.kind === 'play_on' ? 'games.kind.play_on' : 'games.kind.solo');
}

/** The name of something that is limited for a game, such as special routes. */
export function usedName(name: string): string {
  return lookUp(`games.used.${name}`) ?? name;
}
