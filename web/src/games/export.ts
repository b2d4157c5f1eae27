/** Games as files: a table for spreadsheets, and all records in one text. */

import { type Game, opponents, type Texts } from './games';

/** A field of a CSV file. Text that a spreadsheet would take for a formula gets an apostrophe. */
function field(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",;\n\r']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The games as CSV, with a column for each line of any score sheet. */
export function toCsv(games: readonly Game[], origin: string): string {
  const lines = [...new Set(games.flatMap((game) => game.lines.map((line) => line.name)))];
  const used = [...new Set(games.flatMap((game) => Object.keys(game.used)))];
  const head = ['date', 'table', 'seat', 'rules', 'kind', 'day', 'opponents', 'total', 'won', 'errors', 'hints'];
  const rows = games.map((game) => [
    game.at,
    game.table,
    game.seat,
    game.rules,
    game.kind,
    game.daily ?? '',
    opponents(game)
      .map((one) => `${one.name || one.bot || ''} ${one.total}`)
      .join(', '),
    game.total,
    game.players.length > 1 && game.winners.includes(game.seat) ? 1 : 0,
    game.errors,
    game.hints,
    ...used.map((name) => game.used[name] ?? ''),
    ...lines.map((name) => game.lines.find((line) => line.name === name)?.points ?? ''),
    `${origin}/t/${game.table}`,
  ]);
  const all = [[...head, ...used.map((name) => `used ${name}`), ...lines, 'link'], ...rows];
  return all.map((row) => row.map(field).join(',') + '\r\n').join('');
}

/** All records one after the other, the oldest first, as `inkrail replay` and `inkrail review` read them. */
export function toRecords(games: readonly Game[], texts: readonly Texts[]): string {
  const records = new Map(texts.map(({ id, record }) => [id, record]));
  return games
    .toReversed()
    .map((game) => records.get(game.id) ?? '')
    .join('');
}
