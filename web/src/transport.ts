/** How the page reaches its tables: over the network. Where there is no server, `local/transport.ts` takes its place. */

import type { Component } from 'svelte';

/** Whether this is the page that plays without a server. */
export const isStatic: boolean = false;

type Lazy = () => Promise<{ default: Component }>;

/** What only the page without a server shows. */
export const localParts: {
  loading: Lazy;
  needsServer: Lazy;
  aboutDay: Lazy;
  share: () => Promise<typeof import('./local/ShareLink.svelte')>;
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

export function send(path: string, init: RequestInit): Promise<Response> {
  return fetch(path, init);
}

export function openSocket(table: string): Socket {
  const address = new URL(`/api/tables/${encodeURIComponent(table)}/live`, location.href);
  address.protocol = address.protocol.replace('http', 'ws');
  return new WebSocket(address);
}

/** Remove these tables, or all of them, from this browser: a server has them, not the browser. */
export async function forgetTables(_tables?: readonly string[]): Promise<void> {}
