/** A study that is followed until it is done: the server answers as soon as there is more. */

import { api, OFFLINE, Refused } from '../api';
import type { RoundReport, StudyView } from '../generated/wire';

/** After how many milliseconds the server is asked again when it could not be reached. */
const PAUSE = 3000;

export class Study {
  view = $state.raw<StudyView | null>(null);
  /** Why it cannot be shown, as a refusal. */
  problem = $state.raw<unknown>(null);
  isOffline = $state(false);
  /** The number of the loop that asks; a newer one ends it. */
  private run = 0;

  constructor(
    readonly id: string,
    /** The table that it is about, where that is known. */
    readonly table: string | null = null,
  ) {}

  readonly isDone = $derived(this.view?.status === 'done' || this.view?.status === 'failed');

  /** Ask until it is done or closed. */
  async follow(): Promise<void> {
    const run = ++this.run;
    this.problem = null;
    while (run === this.run && !this.isDone) {
      try {
        const view = await api.study(this, this.view?.rounds_done ?? null);
        if (run !== this.run) return;
        this.view = view;
        this.isOffline = false;
      } catch (error) {
        if (run !== this.run) return;
        if (!(error instanceof Refused) || !isPassing(error.code)) {
          this.problem = error;
          return;
        }
        this.isOffline = true;
        await new Promise((settle) => setTimeout(settle, PAUSE));
      }
    }
  }

  close(): void {
    this.run += 1;
  }
}

/** Whether asking again may help. */
function isPassing(code: string): boolean {
  return [OFFLINE, 'server.busy', 'server.storage', 'server.failed', 'request.too_many'].includes(code);
}

/** The rounds in the order of the game; they arrive from the last one backwards. */
export function inOrder(view: StudyView | null): RoundReport[] {
  return [...(view?.review?.rounds ?? view?.rounds ?? [])].sort((a, b) => a.round - b.round);
}

/** The score: known as soon as the last round is reviewed. */
export function scoreOf(view: StudyView | null): number | null {
  if (view?.review) return view.review.score;
  const last = inOrder(view).at(-1);
  return last && last.round === view?.rounds_total ? Math.round(last.value + last.luck + last.choices) : null;
}
