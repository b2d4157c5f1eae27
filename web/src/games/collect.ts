/** Finished games are fetched from the server with their records and kept here. One that cannot be fetched or kept now waits. */

import { api, Refused } from '../api';
import { problemText } from '../home/opening';
import { uncollected } from '../storage';
import { say } from '../text/messages.svelte';
import { type Finished, type Game, gameOf, idOf, type Texts } from './games';
import { hasGame, isFull, keepGames, textsOf } from './store';

/** Fetch a game and keep it, unless it is here. */
async function collectOne(finished: Finished): Promise<void> {
  if (await hasGame(idOf(finished))) return;
  const { table, seat, token } = finished;
  const replay = await api.replay(table, token);
  const found = gameOf(replay, seat);
  if (!found) return;
  const record = await api.record(table, token);
  const { boards, ...game } = found;
  await keepGames([game], [{ id: game.id, record, boards }]);
}

/** The record and the boards of a game: those that are here, else those of the server, which are kept then. */
export async function textsFor({ id, table, seat }: Game): Promise<Texts | null> {
  const here = await textsOf(id);
  if (here) return here;
  try {
    const boards = gameOf(await api.replay(table), seat)?.boards ?? [];
    const texts = { id, record: await api.record(table), boards };
    await keepGames([], [texts]);
    return texts;
  } catch {
    return null; // the server no longer has the game, or cannot be reached
  }
}

/** A problem with keeping games as a sentence. */
export function keepingProblem(problem: unknown): string {
  if (problem instanceof Refused) return problemText(problem);
  return say(isFull(problem) ? 'web.games.full' : 'web.games.no_storage');
}

async function collectAll(): Promise<string> {
  for (const finished of uncollected.get()) {
    try {
      await collectOne(finished);
    } catch (problem) {
      if (!(problem instanceof Refused && problem.code === 'table.unknown')) return keepingProblem(problem);
    }
    uncollected.remove(finished.table);
  }
  return '';
}

let current: Promise<string> | null = null;

/** Collect what waits; a sentence if some of it has to wait on. */
export function collect(): Promise<string> {
  current ??= collectAll().finally(() => (current = null));
  return current;
}
