/** What happened to the challenges that were sent from this browser. */

import { api } from '../api';
import type { ChallengeInfo } from '../generated/wire';
import { ownChallenges } from '../storage';
import { say } from '../text/messages.svelte';
import { figure } from '../text/names';

const MOST_ASKED = 5;

export interface News {
  id: string;
  text: string;
}

/** Who took a challenge since it was last looked at; null if nobody did. */
export function newsOf(info: ChallengeInfo, seen: number): News | null {
  const finished = info.takers.filter((taker) => taker.score !== null);
  const best = finished[0];
  if (finished.length <= seen || !best) return null;
  const params = { name: best.name, theirs: figure(best.score ?? 0), mine: figure(info.score) };
  const text =
    finished.length === 1
      ? say('web.challenge.news_one', params)
      : say('web.challenge.news', { ...params, n: finished.length });
  return { id: info.challenge, text };
}

export async function challengeNews(): Promise<News[]> {
  const asked = ownChallenges.get().slice(0, MOST_ASKED);
  const found = await Promise.allSettled(asked.map(async ({ id, seen }) => newsOf(await api.challenge(id), seen)));
  return found.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []));
}
