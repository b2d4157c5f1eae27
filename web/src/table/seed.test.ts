import { expect, test } from 'vitest';
import { isSeed } from './seed';

test('a seed is one word, as the server reads it', () => {
  for (const good of ['a', 'lake-house', 'Straße_7', ' trimmed ', 'x'.repeat(40)]) expect(isSeed(good)).toBe(true);
  for (const bad of ['', '  ', 'two words', 'a.b', 'x'.repeat(41)]) expect(isSeed(bad)).toBe(false);
});
