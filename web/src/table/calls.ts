/** The tables that call this browser by web push. */

import { api } from '../api';
import { calledTables, seatAt } from '../storage';

async function endCall(table: string): Promise<void> {
  const token = seatAt(table)?.token;
  if (token) await api.callNoMore(table, token);
  calledTables.remove(table);
}

/** Let no table call this browser any more; what cannot be asked of the server now, the browser's push service tells it. */
export async function endCalls(): Promise<void> {
  await Promise.allSettled(calledTables.get().map(endCall));
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}
