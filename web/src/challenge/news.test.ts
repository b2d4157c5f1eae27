import { beforeAll, expect, test } from 'vitest';
import type { ChallengeInfo, Taker } from '../generated/wire';
import { loadLanguage } from '../text/messages.svelte';
import { newsOf } from './news';

const taker = (name: string, score: number | null): Taker => ({ name, score, errors: 0, mine: false, table: 't' });
const info = (...takers: Taker[]): ChallengeInfo =>
  ({ challenge: 'abc', name: 'Ann', score: 58, takers }) as unknown as ChallengeInfo;

beforeAll(() => loadLanguage('en'));

test('the challenger is told who took it, and the best of several', () => {
  expect(newsOf(info(taker('Ben', 61), taker('Cleo', null)), 0)).toEqual({
    id: 'abc',
    text: 'Ben took your challenge: 61 to your 58',
  });
  expect(newsOf(info(taker('Ben', 61), taker('Cleo', 40)), 1)?.text).toBe(
    '2 players took your challenge, the best is Ben: 61 to your 58',
  );
});

test('what was seen before, and who still plays, is no news', () => {
  expect(newsOf(info(taker('Ben', 61)), 1)).toBeNull();
  expect(newsOf(info(taker('Cleo', null)), 0)).toBeNull();
  expect(newsOf(info(), 0)).toBeNull();
});
