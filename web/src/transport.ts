/** How the page reaches its tables: over the network, or in this browser. Where there is no server, `local/transport.ts` takes its place. */

import type { Component } from 'svelte';
import { isLink } from './local/links';
import { network } from './network.svelte';

/** Whether this is the page that plays without a server. */
export const isStatic: boolean = false;

type Lazy = () => Promise<{ default: Component }>;

/** What only the page without a server shows. */
export const localParts: {
  needsServer: Lazy;
  aboutDay: Lazy;
} | null = null;

/** What the page uses of a WebSocket. */
export interface Socket {
  readonly readyState: number;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(text: string): void;
  close(): void;
}

/** Whether a table or challenge is this browser's: the engine here gives such ids, the server never does. */
export function playsHere(id: string): boolean {
  return id.startsWith('here-') || isLink(id);
}

const ABOUT = /^\/api\/(?:tables|challenges)\/([^/?]+)/;

/** A connection may hang instead of failing: how long it may, in milliseconds, where it is answered without it. */
const PATIENCE = 20_000;

/** As `fetch`: the server answers, or the engine in this browser about its own tables and where there is no connection. */
export async function send(path: string, init: RequestInit): Promise<Response> {
  if (playsHere(ABOUT.exec(path)?.[1] ?? '')) return (await import('./local/engine')).askEngine(path, init);
  const late = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const withoutServer = new Promise<Response>((settle) => {
    // What only the server can answer is waited for.
    timer = setTimeout(() => void answerWithout(path, init, null).then(settle, () => undefined), PATIENCE);
  }).finally(() => late.abort());
  let answer: Response;
  try {
    const asked = fetch(path, { ...init, signal: late.signal });
    answer = await Promise.race([asked, withoutServer]);
    network.isAnswering = !late.signal.aborted;
  } catch (problem) {
    network.isAnswering = false;
    return answerWithout(path, init, problem);
  } finally {
    clearTimeout(timer);
  }
  if (answer.ok && /^\/api\/(studies|puzzles|tables\/[^/]+\/(replay|record|reviews|best))\b/.test(path)) {
    const copy = answer.clone();
    import('./offline/answers').then(
      ({ keepAnswer }) => keepAnswer(path, init, copy),
      () => undefined,
    );
  }
  return answer;
}

async function answerWithout(path: string, init: RequestInit, problem: unknown): Promise<Response> {
  const { answerOffline } = await import('./offline/answers').catch(() => Promise.reject(problem));
  return answerOffline(path, init, problem);
}

export function openSocket(table: string): Socket {
  if (playsHere(table)) return new SocketHere(table);
  const address = new URL(`/api/tables/${encodeURIComponent(table)}/live`, location.href);
  address.protocol = address.protocol.replace('http', 'ws');
  return new WebSocket(address);
}

/** Remove these tables, or all of them, from this browser, with what the server has told of any; those of the server stay there. */
export async function forgetTables(tables?: readonly string[]): Promise<void> {
  const [{ forgetTables: forget }, { forgetAnswers }] = await Promise.all([
    import('./local/database'),
    import('./offline/answers'),
  ]);
  // A finished game of the server may have been looked at without a connection.
  await forget(tables?.flatMap((table) => (playsHere(table) ? [table] : [`here-of-${table}`])));
  await forgetAnswers();
}

/** A connection to a table in this browser, whose engine may have to be loaded first. */
class SocketHere implements Socket {
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  #socket: Socket | null = null;
  #isClosed = false;

  constructor(table: string) {
    import('./local/engine').then(
      ({ LocalSocket }) => {
        if (this.#isClosed) return;
        const socket = new LocalSocket(table);
        this.#socket = socket;
        socket.onopen = (event) => this.onopen?.(event);
        socket.onmessage = (event) => this.onmessage?.(event);
        socket.onclose = (event) => this.onclose?.(event);
      },
      () => this.onclose?.(new CloseEvent('close')),
    );
  }

  get readyState(): number {
    return this.#isClosed ? WebSocket.CLOSED : (this.#socket?.readyState ?? WebSocket.CONNECTING);
  }

  send(text: string): void {
    this.#socket?.send(text);
  }

  close(): void {
    this.#isClosed = true;
    this.#socket?.close();
  }
}
