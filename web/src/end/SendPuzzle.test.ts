import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answered } from '../paper/answers';
import { loadLanguage } from '../text/messages.svelte';
import SendPuzzle from './SendPuzzle.svelte';

let answer: (response: Response) => void;
let asked = 0;
const writeText = vi.fn<(text: string) => Promise<void>>();

beforeEach(async () => {
  await loadLanguage('en');
  asked = 0;
  writeText.mockReset().mockResolvedValue();
  vi.stubGlobal('fetch', () => {
    asked += 1;
    return new Promise<Response>((resolve) => (answer = resolve));
  });
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
  render(SendPuzzle, { table: 'table', seat: 0 });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const button = (): HTMLElement => screen.getByRole('button', { name: 'Send my last round as a puzzle' });

test('while the last round is proven the button waits and says so', async () => {
  expect(button().getAttribute('aria-disabled')).toBe('false');
  expect(screen.getByRole('status').textContent).toBe('');
  await fireEvent.click(button());
  expect(button().getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByRole('status').textContent).toMatch(/^The best end is being proven\./);
  await fireEvent.click(button());
  expect(asked).toBe(1);
  answer(answered({ puzzle: 'abc', total: 50 }));
  await screen.findByText('The puzzle is copied. Send it to a friend.');
  expect(button().getAttribute('aria-disabled')).toBe('false');
  expect(writeText.mock.calls[0]?.[0]).toMatch(/find 50\? .*\/puzzles\/abc$/);
});

test('a puzzle that took too long for the tap is kept for the next one', async () => {
  writeText.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
  await fireEvent.click(button());
  answer(answered({ puzzle: 'abc', total: 50 }));
  await screen.findByText('The puzzle is ready. Press the button again to send it.');
  await fireEvent.click(button());
  await screen.findByText('The puzzle is copied. Send it to a friend.');
  expect(asked).toBe(1);
});

test('a last round that cannot be proven is told', async () => {
  await fireEvent.click(button());
  answer(answered({ code: 'puzzle.not_proven', params: { ruleset: 'lake' } }, 422));
  expect((await screen.findByRole('alert')).textContent).toMatch(/Lake/);
  expect(screen.getByRole('status').textContent).toBe('');
  expect(button().getAttribute('aria-disabled')).toBe('false');
});
