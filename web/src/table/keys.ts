/**
 * The keyboard as a small language: digits take dice, `s` and a digit something else, a letter and a digit name a
 * cell, `r` turns, `u` takes back, `y` draws again, `h` asks for a hint, `dd` ends the round. `d` alone could begin `d4`, so it waits.
 */

export type Command =
  | { type: 'die'; index: number }
  | { type: 'extra'; index: number }
  | { type: 'cell'; cell: string }
  | { type: 'turn' | 'undo' | 'redo' | 'hint' | 'done' | 'release' | 'help' }
  | { type: 'wait'; prefix: string }
  | { type: 'nothing' };

const PLAIN: Record<string, 'turn' | 'undo' | 'redo' | 'hint' | 'help'> = {
  r: 'turn',
  u: 'undo',
  y: 'redo',
  h: 'hint',
  '?': 'help',
};

/** What a key means after the prefix typed before it. */
export function readKey(key: string, prefix = ''): Command {
  const letter = key.toLowerCase();
  if (letter === 'escape') return { type: 'release' };
  if (prefix === 's' && /^[1-9]$/.test(letter)) return { type: 'extra', index: Number(letter) - 1 };
  if (prefix !== '' && prefix !== 's' && /^[1-7]$/.test(letter))
    return { type: 'cell', cell: prefix.toUpperCase() + letter };
  if (prefix === 'd' && letter === 'd') return { type: 'done' };
  if (/^[1-9]$/.test(letter)) return { type: 'die', index: Number(letter) - 1 };
  if (/^[a-g]$/.test(letter) || letter === 's') return { type: 'wait', prefix: letter };
  const plain = PLAIN[letter];
  return plain ? { type: plain } : { type: 'nothing' };
}
