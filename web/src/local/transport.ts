/** In place of `../transport.ts` in the page without a server: a worker answers as a server would. */

import { keep } from '../keeping';
import type * as served from '../transport';
import { forgetTables } from './database';
import type { FromWorker, ToWorker } from './messages';
import { runtime } from './runtime.svelte';

export const isStatic: typeof served.isStatic = true;

export const localParts: typeof served.localParts = {
  loading: () => import('./Loading.svelte'),
  needsServer: () => import('./NeedsServer.svelte'),
  aboutDay: () => import('./AboutDay.svelte'),
  share: () => import('./ShareLink.svelte'),
};

export { forgetTables };

let worker: Worker | null = null;
let last = 0;
const answers = new Map<number, { settle: (answer: Response) => void; fail: () => void }>();
const sockets = new Map<number, LocalSocket>();

function tell(message: ToWorker): void {
  worker ??= start();
  worker.postMessage(message);
}

function start(): Worker {
  const started = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  runtime.state = 'loading';
  started.onmessage = ({ data }: MessageEvent<FromWorker>) => hear(data);
  started.onerror = () => hear({ kind: 'failed' });
  return started;
}

function hear(message: FromWorker): void {
  switch (message.kind) {
    case 'ready':
      runtime.state = 'ready';
      if ('serviceWorker' in navigator) void keepAll(message.loaded).catch(() => undefined);
      break;
    case 'failed':
      runtime.state = 'failed';
      for (const { fail } of answers.values()) fail();
      answers.clear();
      break;
    case 'answer':
      answers
        .get(message.number)
        ?.settle(new Response(message.text, { status: message.status, headers: { 'content-type': message.type } }));
      answers.delete(message.number);
      break;
    case 'frame':
      sockets.get(message.number)?.onmessage?.(new MessageEvent('message', { data: message.text }));
      break;
    case 'closed':
      sockets.get(message.number)?.onclose?.(new CloseEvent('close'));
      sockets.delete(message.number);
      break;
  }
}

/** Keep the runtime, and every page that was not opened yet. */
async function keepAll(loaded: readonly string[]): Promise<void> {
  await keep(loaded);
  const files = (await (await fetch('files.json')).json()) as string[];
  await keep(files.map((file) => new URL(file, document.baseURI).href));
}

/** As `fetch`: it fails only if the worker does. */
export function send(path: string, init: RequestInit): Promise<Response> {
  const number = ++last;
  const body = typeof init.body === 'string' ? init.body : '';
  const token = new Headers(init.headers).get('authorization')?.replace('Bearer ', '') ?? '';
  return new Promise((settle, reject) => {
    if (runtime.state === 'failed') return reject(new TypeError('no engine'));
    answers.set(number, { settle, fail: () => reject(new TypeError('no engine')) });
    tell({ kind: 'ask', number, method: init.method ?? 'GET', path, body, token });
  });
}

export function openSocket(table: string): served.Socket {
  return new LocalSocket(table);
}

/** As a WebSocket to a table. */
class LocalSocket implements served.Socket {
  readyState: number = WebSocket.CONNECTING;
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  #number = ++last;

  constructor(table: string) {
    sockets.set(this.#number, this);
    tell({ kind: 'connect', number: this.#number, table });
    // As with a real one, whoever opened it first says what it is to do when it is open.
    queueMicrotask(() => {
      if (this.readyState !== WebSocket.CONNECTING) return;
      this.readyState = WebSocket.OPEN;
      this.onopen?.(new Event('open'));
    });
  }

  send(text: string): void {
    tell({ kind: 'say', number: this.#number, text });
  }

  close(): void {
    this.readyState = WebSocket.CLOSED;
    sockets.delete(this.#number);
    tell({ kind: 'leave', number: this.#number });
  }
}
