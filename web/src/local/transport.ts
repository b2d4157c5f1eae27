/** In place of `../transport.ts` in the page without a server: a worker answers as a server would. */

import type * as served from '../transport';
import { forgetTables } from './database';
import { askEngine, LocalSocket } from './engine';

export const isStatic: typeof served.isStatic = true;

export const localParts: typeof served.localParts = {
  needsServer: () => import('./NeedsServer.svelte'),
  aboutDay: () => import('./AboutDay.svelte'),
};

export const playsHere: typeof served.playsHere = () => true;

export { forgetTables };

export const send: typeof served.send = askEngine;

export const openSocket: typeof served.openSocket = (table) => new LocalSocket(table);
