/** The engine that plays in this browser where there is no connection: whether it is here, and having it kept. */

import { order } from '../keeping';

/** Whether the engine can be started without a connection. */
export async function isRuntimeHere(): Promise<boolean> {
  // A page that the service worker does not stand behind has to fetch everything.
  const isBehind = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
  return isBehind && (await order<boolean>({ type: 'is runtime kept' })) === true;
}

/** Have it kept; `onpart` hears how much of it is here, from 0 to 1. False if that did not succeed. */
export async function keepRuntime(onpart: (part: number) => void): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false;
  return (await order<boolean>({ type: 'keep runtime' }, { ontell: ({ part = 0 }) => onpart(part) })) === true;
}
