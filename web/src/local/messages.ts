/** What the page and its worker say to each other; numbers tell requests and connections apart. */

export type ToWorker =
  | { kind: 'ask'; number: number; method: string; path: string; body: string; token: string }
  | { kind: 'connect'; number: number; table: string }
  | { kind: 'say'; number: number; text: string }
  | { kind: 'leave'; number: number };

export type FromWorker =
  | { kind: 'ready'; loaded: string[] }
  | { kind: 'failed' }
  | { kind: 'answer'; number: number; status: number; type: string; text: string }
  | { kind: 'frame'; number: number; text: string }
  | { kind: 'closed'; number: number };
