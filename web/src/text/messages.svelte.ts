/** The sentences of the page in the reader's language; each language is fetched separately. */

import type { Key } from '../generated/keys';
import { preferredLanguage } from '../storage';

export type Language = 'en' | 'es' | 'de';
export type Params = Record<string, unknown>;
export const LANGUAGES: readonly Language[] = ['en', 'es', 'de'];
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', es: 'Español', de: 'Deutsch' };

/** A text that counts something has a form for each plural category of its language; `n` selects one. */
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
export type Text = string | Forms;
export type Texts = Record<string, Text>;

const CATALOGUES: Record<Language, () => Promise<{ default: Texts }>> = {
  en: () => import('../generated/messages.en'),
  es: () => import('../generated/messages.es'),
  de: () => import('../generated/messages.de'),
};

/** Pages with many texts of their own, which are loaded on demand. */
export type Part = 'learn' | 'study' | 'puzzles' | 'games' | 'league' | 'local' | 'decorate';

const PARTS: Record<Part, typeof CATALOGUES> = {
  decorate: {
    en: () => import('../generated/decorate.en'),
    es: () => import('../generated/decorate.es'),
    de: () => import('../generated/decorate.de'),
  },
  games: {
    en: () => import('../generated/games.en'),
    es: () => import('../generated/games.es'),
    de: () => import('../generated/games.de'),
  },
  learn: {
    en: () => import('../generated/learn.en'),
    es: () => import('../generated/learn.es'),
    de: () => import('../generated/learn.de'),
  },
  league: {
    en: () => import('../generated/league.en'),
    es: () => import('../generated/league.es'),
    de: () => import('../generated/league.de'),
  },
  local: {
    en: () => import('../generated/local.en'),
    es: () => import('../generated/local.es'),
    de: () => import('../generated/local.de'),
  },
  puzzles: {
    en: () => import('../generated/puzzles.en'),
    es: () => import('../generated/puzzles.es'),
    de: () => import('../generated/puzzles.de'),
  },
  study: {
    en: () => import('../generated/study.en'),
    es: () => import('../generated/study.es'),
    de: () => import('../generated/study.de'),
  },
};

class Messages {
  language = $state<Language>('en');
  texts = $state.raw<Texts>({});
  /** The texts of the parts loaded so far. */
  more = $state.raw<Texts>({});
}

const messages = new Messages();
const loaded = new Set<Part>();

export function language(): Language {
  return messages.language;
}

/** The reader's own form of the language, such as `en-GB`, for dates and times. */
export function locale(): string {
  return navigator.languages.find((tag) => tag.slice(0, 2).toLowerCase() === messages.language) ?? messages.language;
}

export function chooseLanguage(wanted: readonly string[]): Language {
  const codes = wanted.map((tag) => tag.slice(0, 2).toLowerCase());
  return (
    LANGUAGES.find((known) => codes[0] === known) ??
    (codes.find((code) => (LANGUAGES as readonly string[]).includes(code)) as Language | undefined) ??
    'en'
  );
}

export async function loadLanguage(wanted?: Language): Promise<void> {
  const kept = preferredLanguage.get();
  const next = wanted ?? chooseLanguage(kept ? [kept, ...navigator.languages] : navigator.languages);
  const catalogue = await CATALOGUES[next]();
  messages.more = await textsOf([...loaded], next);
  messages.texts = catalogue.default;
  messages.language = next;
  document.documentElement.lang = next;
  if (wanted) preferredLanguage.set(wanted);
}

async function textsOf(parts: readonly Part[], speech: Language): Promise<Texts> {
  const found = await Promise.all(parts.map((part) => PARTS[part][speech]()));
  return Object.assign({}, ...found.map((one) => one.default)) as Texts;
}

/** Load the texts of a part, now and whenever the language changes. */
export async function loadPart(part: Part): Promise<void> {
  const texts = await textsOf([part], messages.language);
  loaded.add(part);
  messages.more = { ...messages.more, ...texts };
}

/** Fill the parameters into a text; a missing parameter stays in its braces, as in the engine. */
export function fill(template: string, params: Params): string {
  return template.replace(/\{([a-z_]+)\}/g, (whole, name: string) => (name in params ? written(params[name]) : whole));
}

/** A negative number gets a minus sign, not a hyphen. */
function written(value: unknown): string {
  return typeof value === 'number' && value < 0 ? `\u2212${-value}` : String(value);
}

/** The form of a text that goes with the number `n`, or `other` if the text does not have it. */
export function formOf(text: Text, params: Params, speech: Language): string {
  if (typeof text === 'string') return text;
  const { n } = params;
  const category = typeof n === 'number' ? new Intl.PluralRules(speech).select(n) : 'other';
  return text[category] ?? text.other;
}

/** The text of a key that is known at compile time; a text that begins with a parameter is capitalised. */
export function say(key: Key, params: Params = {}): string {
  const text = formOf(messages.texts[key] ?? messages.more[key] ?? key, params, messages.language);
  const filled = fill(text, params);
  return text.startsWith('{') ? capital(filled) : filled;
}

/** A text that stands for itself, such as on a button, begins with a capital letter. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(messages.language) + text.slice(1);
}

/** The text of a key built at run time; undefined if the catalogue has none. */
export function lookUp(key: string, params: Params = {}): string | undefined {
  const text = messages.texts[key] ?? messages.more[key];
  return text === undefined ? undefined : fill(formOf(text, params, messages.language), params);
}
