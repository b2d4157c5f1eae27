import { describe, expect, test } from 'vitest';
import learnDe from '../generated/learn.de';
import learnEn from '../generated/learn.en';
import learnEs from '../generated/learn.es';
import de from '../generated/messages.de';
import en from '../generated/messages.en';
import es from '../generated/messages.es';
import studyDe from '../generated/study.de';
import studyEn from '../generated/study.en';
import studyEs from '../generated/study.es';
import { SERVER_CODES } from '../generated/wire';
import { LESSONS } from '../learn/lessons';
import { chooseLanguage, fill, formOf, type Text, type Texts } from './messages.svelte';

const forms = (text: Text): string[] => (typeof text === 'string' ? [text] : Object.values(text));
const named = (text: string): string[] => [...text.matchAll(/\{([a-z_]+)\}/g)].map((found) => found[1] ?? '');
const params = (text: Text): string[] => [...new Set(forms(text).flatMap(named))].sort();

describe.each([
  ['es', { ...es, ...learnEs, ...studyEs }],
  ['de', { ...de, ...learnDe, ...studyDe }],
])('%s', (_, texts: Texts) => {
  const english: Texts = { ...en, ...learnEn, ...studyEn };
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

test.each([
  ['en', { ...en, ...learnEn, ...studyEn }],
  ['es', { ...es, ...learnEs, ...studyEs }],
  ['de', { ...de, ...learnDe, ...studyDe }],
])('%s counts in one and in many, and each form says how many', (_, texts: Texts) => {
  const counted = Object.entries(texts).filter(([, text]) => typeof text !== 'string');
  expect(counted.filter(([, text]) => String(Object.keys(text).sort()) !== 'one,other')).toEqual([]);
  expect(counted.filter(([, text]) => forms(text).some((form) => !named(form).includes('n')))).toEqual([]);
  expect(Object.entries(texts).filter(([, text]) => typeof text === 'string' && named(text).includes('n'))).toEqual([]);
});

test('the number chooses the form; a form that is not there is the one for many', () => {
  const points = { one: '{n} point', other: '{n} points' };
  const said = (n: number, language: 'en' | 'es') => fill(formOf(points, { n }, language), { n });
  expect([0, 1, 2, -1].map((n) => said(n, 'en'))).toEqual(['0 points', '1 point', '2 points', '\u22121 point']);
  expect(said(1_000_000, 'es')).toBe('1000000 points');
  expect(formOf(points, {}, 'en')).toBe('{n} points');
});
