/** Finished games are fetched from the server with their records and kept here. One that cannot be fetched or kept now waits. */

import { api, Refused } from '../api';
import { problemText } from '../home/opening';
import { uncollected } from '../storage';
import { say } from '../text/messages.svelte';
import { type Finished, gameOf, idOf } from './games';
import { hasGame, isFull, keepGames } from './store';

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
