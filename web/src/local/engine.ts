/** The engine in a worker, as the page asks it: requests and connections as of a server. */

import { keep } from '../keeping';
import type { Socket } from '../transport';
import type { FromWorker, ToWorker } from './messages';
import { runtime } from './runtime.svelte';

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
  const hearOf = (message: FromWorker): void => {
    // One that was ended may still have something to say.
    if (worker === started) hear(message);
  };
  started.onmessage = ({ data }: MessageEvent<FromWorker>) => hearOf(data);
  started.onerror = () => hearOf({ kind: 'failed' });
  return started;
}

function hear(message: FromWorker): void {
  switch (message.kind) {
    case 'ready':
      runtime.state = 'ready';
      if ('serviceWorker' in navigator) void keep(message.loaded).catch(() => undefined);
      break;
    case 'failed':
      runtime.state = 'failed';
      // What is asked next starts it again: perhaps only the connection was missing.
      worker?.terminate();
      worker = null;
      for (const { fail } of answers.values()) fail();
      answers.clear();
      for (const socket of [...sockets.values()]) socket.onclose?.(new CloseEvent('close'));
      sockets.clear();
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

/** As `fetch`: it fails only if the worker does. */
export function askEngine(path: string, init: RequestInit): Promise<Response> {
  const number = ++last;
  const body = typeof init.body === 'string' ? init.body : '';
  const token = new Headers(init.headers).get('authorization')?.replace('Bearer ', '') ?? '';
  return new Promise((settle, reject) => {
    answers.set(number, { settle, fail: () => reject(new TypeError('no engine')) });
    tell({ kind: 'ask', number, method: init.method ?? 'GET', path, body, token });
  });
}

/** As a WebSocket to a table. */
export class LocalSocket implements Socket {
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
