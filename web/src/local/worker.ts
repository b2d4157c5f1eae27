/** The engine itself, in Python: Pyodide runs the archive, whose rooms answer as those of a server do. */

import { loadPyodide, version, type PyodideAPI, type PyodideConfig } from 'pyodide';
import type { PyCallable, PyProxy } from 'pyodide/ffi';
import archive from '../generated/engine.zip?url';
import { database } from './database';
import { canKeepMemory, forgetMemory, keepMemory, keptMemory } from './memory';
import type { FromWorker, ToWorker } from './messages';

interface Engine extends PyProxy {
  answer(method: string, path: string, body: string, token: string): Promise<string>;
  connect(number: number, table: string, send: (text: string) => void, close: () => void): void;
  receive(number: number, text: string): Promise<void>;
  leave(number: number): void;
}

const say = (message: FromWorker): void => postMessage(message);

// The folder that vite.config.ts fills from the package.
const folder = `./pyodide-${version}/`;
const indexURL = new URL(folder, import.meta.url).href;
const IMPORT = "import sys; sys.path.insert(0, '/engine'); import inkrail.server.local.engine";
/** What has been asked for goes before keeping the memory, in milliseconds. */
const AFTER = 2_000;

async function start(): Promise<Engine> {
  const kept = await keptMemory(archive);
  try {
    return await startFrom(kept);
  } catch (problem) {
    if (!kept) throw problem;
    console.warn(problem);
    await forgetMemory();
    return startFrom(undefined);
  }
}

/** The engine, with the memory of a former start if there is one. */
async function startFrom(kept: ArrayBuffer | undefined): Promise<Engine> {
  const zip = fetch(archive).then((found) => found.arrayBuffer());
  const isToKeep = !kept && (await canKeepMemory());
  const python = await load(kept ? { _loadSnapshot: kept } : { _makeSnapshot: isToKeep });
  // Files are no part of the memory.
  python.unpackArchive(await zip, 'zip', { extractDir: '/engine' });
  if (!kept) python.runPython(IMPORT);
  if (isToKeep) {
    const memory = python.makeMemorySnapshot() as Uint8Array<ArrayBuffer>;
    setTimeout(() => void keepMemory(archive, memory), AFTER);
  }
  const { Engine } = python.pyimport('inkrail.server.local.engine') as unknown as { Engine: PyCallable };
  return Engine(database) as Engine;
}

/** The runtime; its parts are fetched side by side. */
function load(options: PyodideConfig): Promise<PyodideAPI> {
  const script = import(/* @vite-ignore */ `${indexURL}pyodide.asm.js`);
  const createPyodideModule = async (settings: object) => (await script).default(settings);
  return loadPyodide({ ...options, indexURL, createPyodideModule });
}

const engine = start();
engine.then(
  () =>
    say({
      kind: 'ready',
      loaded: [location.href, ...performance.getEntriesByType('resource').map((entry) => entry.name)],
    }),
  (problem: unknown) => {
    console.error(problem);
    say({ kind: 'failed' });
  },
);

async function carryOut(message: ToWorker): Promise<void> {
  const python = await engine;
  const { number } = message;
  switch (message.kind) {
    case 'ask': {
      const reply = await python.answer(message.method, message.path, message.body, message.token);
      const [status, type, text] = JSON.parse(reply) as [number, string, string];
      say({ kind: 'answer', number, status, type, text });
      break;
    }
    case 'connect':
      python.connect(
        number,
        message.table,
        (text) => say({ kind: 'frame', number, text }),
        () => say({ kind: 'closed', number }),
      );
      break;
    case 'say':
      await python.receive(number, message.text);
      break;
    case 'leave':
      python.leave(number);
      break;
  }
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  carryOut(data).catch(async (problem: unknown) => {
    // Python answers what it refuses, so this is the end of the runtime; perhaps the memory was no good.
    console.error(problem);
    await forgetMemory();
    say({ kind: 'failed' });
  });
});
