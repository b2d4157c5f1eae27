/** Games on their way to another device: compressed for the server, and checked when they come back. */

import { api, Refused } from '../api';
import { heldCode } from '../storage';
import { type Game, idOf, KINDS, type Kind, type Player, type Texts } from './games';
import { allGames, allTexts, keepGames, textIds } from './store';

const MOST_BYTES = 512 * 1024;

async function through(bytes: BlobPart, transform: CompressionStream | DecompressionStream): Promise<Response> {
  return new Response(new Blob([bytes]).stream().pipeThrough(transform));
}

function toBase64(bytes: Uint8Array): string {
  const STEP = 0x8000;
  let text = '';
  for (let at = 0; at < bytes.length; at += STEP) text += String.fromCharCode(...bytes.subarray(at, at + STEP));
  return btoa(text);
}

async function pack(games: readonly Game[], texts: readonly Texts[]): Promise<Uint8Array> {
  const packed = await through(JSON.stringify({ games, texts }), new CompressionStream('gzip'));
  return new Uint8Array(await packed.arrayBuffer());
}

/** All games for the server. If they are too many, their records and boards are left out: the server has those too. */
export async function packAll(): Promise<string> {
  const [games, texts] = await Promise.all([allGames(), allTexts()]);
  for (const some of [texts, []]) {
    const bytes = await pack(games, some);
    if (bytes.length <= MOST_BYTES) return toBase64(bytes);
  }
  throw new Refused('transfer.too_large');
}

/** Delete the games that the server holds for this browser. */
export async function deleteHeld(): Promise<void> {
  const held = heldCode.get();
  if (held) await api.deleteTransfer(held.code);
  heldCode.set(null);
}

// What comes with a code may be anybody's: only what has the form of a game is kept.

type Fields = Record<string, unknown>;

class Unreadable extends Error {}

function fields(value: unknown): Fields {
  if (typeof value !== 'object' || value === null) throw new Unreadable();
  return value as Fields;
}

function list<T>(value: unknown, most: number, read: (one: unknown) => T): T[] {
  if (!Array.isArray(value) || value.length > most) throw new Unreadable();
  return value.map(read);
}

function text(value: unknown, form: RegExp): string {
  if (typeof value !== 'string' || !form.test(value)) throw new Unreadable();
  return value;
}

function whole(value: unknown): number {
  if (!Number.isSafeInteger(value)) throw new Unreadable();
  return value as number;
}

function orNull<T>(value: unknown, read: (one: unknown) => T): T | null {
  return value === null ? null : read(value);
}

const WORD = /^[\w.+-]{1,64}$/;
const NAME = /^[^\n]{0,80}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;
const MOST_GAMES = 100_000;

function player(value: unknown): Player {
  const { name, bot, total } = fields(value);
  return { name: text(name, NAME), bot: orNull(bot, (one) => text(one, NAME)), total: whole(total) };
}

function game(value: unknown): Game {
  const found = fields(value);
  const place = { table: text(found['table'], /^[\w-]{1,32}$/), seat: whole(found['seat']) };
  const kind = found['kind'] as Kind;
  if (!KINDS.includes(kind)) throw new Unreadable();
  const used = Object.entries(fields(found['used'])).slice(0, 20);
  return {
    id: idOf(place),
    ...place,
    at: text(found['at'], MOMENT),
    rules: text(found['rules'], WORD),
    kind,
    daily: orNull(found['daily'], (one) => text(one, DAY)),
    challenge: orNull(found['challenge'], (one) => text(one, WORD)),
    players: list(found['players'], 6, player),
    winners: list(found['winners'], 6, whole),
    total: whole(found['total']),
    errors: whole(found['errors']),
    lines: list(found['lines'], 50, (one) => {
      const { name, points } = fields(one);
      return { name: text(name, WORD), points: whole(points) };
    }),
    used: Object.fromEntries(used.map(([name, number]) => [text(name, WORD), whole(number)])),
    hints: whole(found['hints']),
    counts: found['counts'] === true,
  };
}

function texts(value: unknown): Texts {
  const { id, record, boards } = fields(value);
  return {
    id: text(id, WORD),
    record: text(record, /^[^]{0,70000}$/),
    boards: list(boards, 2, (one) => {
      const { name, cells } = fields(one);
      return {
        name: text(name, WORD),
        cells: list(cells, 49, (cell) => {
          const tile = fields(cell);
          return {
            cell: text(tile['cell'], /^[A-G][1-7]$/),
            piece: text(tile['piece'], WORD),
            sides: text(tile['sides'], /^[A-Z.]{4}$/),
            round: whole(tile['round']),
            marks: list(tile['marks'], 4, (mark) => text(mark, WORD)),
          };
        }),
      };
    }),
  };
}

/** The games in what a code brought; throws if it is anything else. */
export async function unpack(packed: string): Promise<{ games: Game[]; texts: Texts[] }> {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const json = await (await through(bytes, new DecompressionStream('gzip'))).text();
  const found = fields(JSON.parse(json));
  return { games: list(found['games'], MOST_GAMES, game), texts: list(found['texts'], MOST_GAMES, texts) };
}

/** Keep the games of a code that are not here; how many those are. */
export async function takeGames(code: string): Promise<number> {
  const { games: packed } = await api.readTransfer(code);
  const found = await unpack(packed).catch(() => {
    throw new Refused('transfer.unusable');
  });
  const known = new Set((await allGames()).map((one) => one.id));
  const complete = new Set(await textIds());
  const fresh = new Map(found.games.filter((one) => !known.has(one.id)).map((one) => [one.id, one]));
  const wanted = found.texts.filter(({ id }) => !complete.has(id) && (known.has(id) || fresh.has(id)));
  await keepGames([...fresh.values()], wanted);
  return fresh.size;
}
