/** Has the service worker keep what was loaded, so that the page also opens offline. */

/** Keep these addresses once the worker is active; only files whose names change with their content are kept. */
export async function keep(addresses: readonly string[]): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  const paths = addresses.map((one) => new URL(one).pathname);
  active?.postMessage({ type: 'keep', names: paths.filter((path) => path.includes('/assets/')) });
}

/** Register the worker, and tell it what was loaded before it was there. */
export async function keepPage(): Promise<void> {
  await navigator.serviceWorker.register(`${import.meta.env.BASE_URL}sw.js`);
  await keep(performance.getEntriesByType('resource').map((entry) => entry.name));
}
