import { describe, expect, test } from 'vitest';
import learnDe from '../generated/learn.de';
import learnEn from '../generated/learn.en';
import learnEs from '../generated/learn.es';
import de from '../generated/messages.de';
import en from '../generated/messages.en';
import es from '../generated/messages.es';
import { SERVER_CODES } from '../generated/wire';
import { LESSONS } from '../learn/lessons';
import { chooseLanguage, fill } from './messages.svelte';

const params = (text: string): string[] => [...text.matchAll(/\{([a-z_]+)\}/g)].map((found) => found[1] ?? '').sort();

describe.each([
  ['es', { ...es, ...learnEs }],
  ['de', { ...de, ...learnDe }],
])('%s', (_, texts: Record<string, string>) => {
  const english: Record<string, string> = { ...en, ...learnEn };
  test('has every text that English has, and no other', () => {
    expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort());
  });
  test('puts in the same parameters', () => {
    expect(
      Object.keys(english).filter((key) => String(params(english[key] ?? '')) !== String(params(texts[key] ?? ''))),
    ).toEqual([]);
  });
});

test('every refusal of the server has a sentence', () => {
  expect(SERVER_CODES.filter((code) => !(`error.${code}` in en) && !(`web.error.${code}` in en))).toEqual([]);
});

test('every lesson has all its paragraphs and captions', () => {
  const wanted = LESSONS.flatMap((lesson) => [
    ...Array.from({ length: lesson.paragraphs }, (_, n) => `learn.${lesson.name}.${n + 1}`),
    ...lesson.illustrations.map((illustration) => `learn.${illustration.caption}`),
  ]);
  expect(wanted.filter((key) => !(key in learnEn))).toEqual([]);
});

test('the first language of the browser that we speak is taken, else English', () => {
  expect(chooseLanguage(['de-AT', 'en'])).toBe('de');
  expect(chooseLanguage(['fr-FR', 'es-MX', 'en'])).toBe('es');
  expect(chooseLanguage(['fr', 'it'])).toBe('en');
  expect(chooseLanguage([])).toBe('en');
});

test('parameters are put in; one that nobody gave stays in its braces', () => {
  expect(fill('{piece} in {cell}', { piece: 'overpass' })).toBe('overpass in {cell}');
});
