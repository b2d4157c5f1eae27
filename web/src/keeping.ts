/** Has the service worker keep what was loaded, so that the page also opens offline. */

/** Ask the service worker; `ontell` hears what it tells before it is done. */
export async function order<T>(
  message: { type: string } & Record<string, unknown>,
  { worker, ontell = () => undefined }: { worker?: ServiceWorker; ontell?: (told: { part?: number }) => void } = {},
): Promise<T | false> {
  const hearer = worker ?? (await navigator.serviceWorker.ready).active;
  if (!hearer) return false;
  const { port1, port2 } = new MessageChannel();
  return new Promise((settle) => {
    port1.onmessage = ({ data }: MessageEvent<{ done?: T | false; part?: number }>) => {
      if (data.done === undefined) return ontell(data);
      port1.close();
      settle(data.done);
    };
    hearer.postMessage(message, [port2]);
  });
}

/** Whether downloads that nobody asked for are unwelcome: data is saved, or the connection is metered or slow. */
export function isMetered(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; type?: string; effectiveType?: string } };
  if (!connection) return false;
  const { saveData = false, type, effectiveType = '4g' } = connection;
  return saveData || type === 'cellular' || effectiveType !== '4g';
}

/** Keep these addresses once the worker is active; only files whose names change with their content are kept. */
export async function keep(addresses: readonly string[]): Promise<void> {
  const paths = addresses.map((one) => new URL(one).pathname);
  await order({ type: 'keep', names: paths.filter((path) => path.includes('/assets/')) });
}

/** A new build takes over when no page runs a former one; else it does when all are closed. */
function takeOver(waiting: ServiceWorker | null): void {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"]')?.src;
  if (waiting && script) void order({ type: 'take over', script: new URL(script).pathname }, { worker: waiting });
}

/** Register the worker, tell it what was loaded before it was there, and have it keep the pages that were not. */
export async function keepPage(): Promise<void> {
  const registered = await navigator.serviceWorker.register(`${import.meta.env.BASE_URL}sw.js`);
  takeOver(registered.waiting);
  registered.onupdatefound = () => {
    const coming = registered.installing;
    coming?.addEventListener('statechange', () => takeOver(registered.waiting));
  };
  await keep(performance.getEntriesByType('resource').map((entry) => entry.name));
  if (!isMetered()) await order({ type: 'keep page' });
}
