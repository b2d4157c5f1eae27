/** Names of pieces, rulesets and the like in the reader's language. */

import { language, locale, lookUp, say, type Params } from './messages.svelte';

/** A list such as `3, 5 and 7`, with the joining word that its last part asks for. */
export function listed(parts: readonly (string | number)[]): string {
  return new Intl.ListFormat(language(), { type: 'conjunction' }).format(parts.map(String));
}

/** The first letter of a name as a reader sees it: an emoji may be several characters. */
export function initial(name: string): string {
  const [first] = new Intl.Segmenter(language()).segment(name);
  return first?.segment ?? '';
}

export function pieceName(piece: string): string {
  return lookUp(`piece.${piece}`) ?? lookUp(`face.${piece}`) ?? piece;
}

/** The name of a ruleset without its variants. */
export function mainRules(ruleset: string): string {
  return ruleset.split('+')[0] ?? ruleset;
}

/** Whether dice are drafted in a ruleset, or a drafted round is played again. */
export function isDrafted(ruleset: string): boolean {
  return /\+(draft|hand)$/.test(ruleset);
}

export function rulesetName(ruleset: string): string {
  const [main = '', ...variants] = ruleset.split('+');
  const names = [
    lookUp(`ruleset.${main}.name`) ?? main,
    ...variants.map((variant) => lookUp(`variant.${variant}.name`) ?? variant),
  ];
  return names.join(' + ');
}

export function rulesetSummary(ruleset: string): string {
  return lookUp(`ruleset.${ruleset}.summary`) ?? '';
}

export function boardName(board: string): string {
  return lookUp(`board.${board}`) ?? board;
}

/** The name of an extra, and how much is left of it. */
export function extraName({ name, left }: { name: string; left: number }): string {
  return lookUp(`web.extra.${name}`, { n: left }) ?? say('web.extra_unknown', { name, n: left });
}

/** A choice such as `direction up` as a sentence. */
export function stepName(step: string): string {
  const [verb = '', argument = ''] = step.split(' ');
  return lookUp(`step.${verb}`, { argument: pieceName(argument) }) ?? step;
}

export function lineName(name: string): string {
  return lookUp(`score.${name}`) ?? lookUp(`web.line.${name}`) ?? name;
}

/** A day like `2026-11-15` in the reader's format. */
export function written(date: string): string {
  return new Date(`${date}T12:00:00Z`).toLocaleDateString(locale(), { dateStyle: 'long', timeZone: 'UTC' });
}

/** A day in the reader's format, and any other text as it is. */
function writtenDay(date: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(date) ? written(date) : date;
}

/** The day of the week of a date like `2026-11-15`, and the date in short. */
export function weekday(date: string): string {
  const format = { weekday: 'long', day: 'numeric', month: 'numeric', timeZone: 'UTC' } as const;
  return new Date(`${date}T12:00:00Z`).toLocaleDateString(locale(), format);
}

/** A moment like `2026-11-15T12:00:00Z` in the reader's format and time zone, with its day or without. */
export function writtenTime(moment: string, dateStyle?: 'long'): string {
  return new Date(moment).toLocaleString(locale(), { timeStyle: 'short', ...(dateStyle && { dateStyle }) });
}

const DAY = 86_400_000;

/** Until when a game is in time; with the day of the week if that is a day away or more. */
export function closingText(moment: string, now: number): string {
  if (Date.parse(moment) - now < DAY) return say('web.daily.until', { time: writtenTime(moment) });
  const day = { weekday: 'long', hour: 'numeric', minute: '2-digit' } as const;
  return say('web.daily.until_day', { time: new Date(moment).toLocaleString(locale(), day) });
}

/** Points as text: with a minus sign, not a hyphen. */
export function figure(points: number): string {
  return points < 0 ? `\u2212${-points}` : String(points);
}

const SPANS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A duration in words: `3 minutes`, `1 day`. */
export function duration(seconds: number): string {
  const [unit, length] = SPANS.find(([, length]) => seconds % length === 0) ?? SPANS[3];
  const format = new Intl.NumberFormat(language(), { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(seconds / length);
}

/** The time left: `4:59`, above an hour in hours and minutes, from two days on in days. */
export function timeLeft(seconds: number): { long: string; short: string } {
  const two = (figures: number): string => String(figures).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (!hours) {
    const told = `${minutes}:${two(seconds % 60)}`;
    return { long: told, short: told };
  }
  if (hours < 48) {
    return {
      long: say('web.clock_hours', { hours, minutes: minutes % 60 }),
      short: say('web.clock_hours_short', { hours, minutes: two(minutes % 60) }),
    };
  }
  const params = { days: Math.floor(hours / 24), hours: hours % 24 };
  return { long: say('web.clock_days', params), short: say('web.clock_days_short', params) };
}

const NAMED: Record<string, (code: string) => string> = {
  piece: pieceName,
  pieces: (codes) => codes.split(', ').map(pieceName).join(', '),
  roll: (codes) => codes.split(' ').map(pieceName).join(', '),
  ruleset: rulesetName,
  board: boardName,
  step: stepName,
  date: writtenDay,
};

/** Whether an address cannot exist: a link that was cut short, or has a letter too many. */
function isWrongAddress(code: string, { where = '' }: Params): boolean {
  return code === 'request.invalid' && String(where).startsWith('path.');
}

/** The sentence of a refusal; codes in its parameters, such as those of pieces, get their names. */
export function refusalText(code: string, params: Params = {}): string {
  const named: Params = { ...params };
  for (const [name, nameOf] of Object.entries(NAMED)) {
    const value = named[name];
    if (typeof value === 'string') named[name] = nameOf(value);
  }
  if (isWrongAddress(code, params)) return say('error.request.not_found');
  return lookUp(`web.error.${code}`, named) ?? lookUp(`error.${code}`, named) ?? say('web.error_unknown', { code });
}

/** Why a piece does not fit in a cell in any orientation. */
export function whyNotHere(code: string, params: Params): string {
  const piece = typeof params['piece'] === 'string' ? pieceName(params['piece']) : '';
  return lookUp(`web.why.${code}`, { ...params, piece }) ?? refusalText(code, params);
}

const SIDES = ['north', 'east', 'south', 'west'] as const;

/** `RH..` as words: "north railway, east highway". */
export function sidesText(sides: string): string {
  const said = [...sides].flatMap((letter, index) => {
    const side = SIDES[index];
    const kind = lookUp(`kind.${letter}`);
    return side && kind ? [say(`web.side.${side}`, { kind })] : [];
  });
  return said.join(', ');
}

export function botName(bot: string): string {
  return lookUp(`bot.${bot}.name`) ?? bot;
}
