/** How the page reaches its tables: over the network, or in a worker of its own where there is no server. */

import { LocalSocket, localFetch } from './local/transport';

/** Whether this is the page that plays without a server; what needs one is left out when it is built. */
export const isStatic = import.meta.env.MODE === 'static';

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
  return isStatic ? localFetch(path, init) : fetch(path, init);
}

export function openSocket(table: string): Socket {
  if (isStatic) return new LocalSocket(table);
  const address = new URL(`/api/tables/${encodeURIComponent(table)}/live`, location.href);
  address.protocol = address.protocol.replace('http', 'ws');
  return new WebSocket(address);
}
