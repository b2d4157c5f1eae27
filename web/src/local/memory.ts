/** The engine's memory as it was after the first start, kept in this browser, so that the next one needs not do the same again. */

const CACHE = 'inkrail-memory';
/** So much must stay free, in bytes: games need the space more. */
const SPARE = 100_000_000;

/** Of one archive in one version of the browser: another may lay things out in another way. */
const nameOf = (archive: string): string => `${archive}?memory=${encodeURIComponent(navigator.userAgent)}`;

/** The memory that was kept; none where it cannot be read. */
export async function keptMemory(archive: string): Promise<ArrayBuffer | undefined> {
  try {
    const kept = await (await caches.open(CACHE)).match(nameOf(archive));
    if (!kept?.body) return undefined;
    return await new Response(kept.body.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
  } catch {
    return undefined;
  }
}

/** Whether this browser can keep it, and has the space. */
export async function canKeepMemory(): Promise<boolean> {
  if (!('caches' in globalThis) || !('CompressionStream' in globalThis)) return false;
  const { quota = 0, usage = 0 } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {};
  return quota - usage > SPARE;
}

/** Keep it in place of any other; one that cannot be kept is only missed. */
export async function keepMemory(archive: string, memory: Uint8Array<ArrayBuffer>): Promise<void> {
  try {
    await forgetMemory();
    const packed = new Blob([memory]).stream().pipeThrough(new CompressionStream('gzip'));
    await (await caches.open(CACHE)).put(nameOf(archive), new Response(packed));
  } catch {
    // There is no room after all.
  }
}

export async function forgetMemory(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(CACHE);
}
