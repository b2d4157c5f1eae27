/** The engine itself, in Python: Pyodide runs the archive, whose rooms answer as those of a server do. */

import { loadPyodide, version } from 'pyodide';
import type { PyCallable, PyProxy } from 'pyodide/ffi';
import archive from '../generated/engine.zip?url';
import { database } from './database';
import type { FromWorker, ToWorker } from './messages';

interface Engine extends PyProxy {
  answer(method: string, path: string, body: string, token: string): Promise<string>;
  connect(number: number, table: string, send: (text: string) => void, close: () => void): void;
  receive(number: number, text: string): Promise<void>;
  leave(number: number): void;
}

const say = (message: FromWorker): void => postMessage(message);

async function start(): Promise<Engine> {
  // The folder that vite.config.ts fills from the package.
  const folder = `./pyodide-${version}/`;
  const indexURL = new URL(folder, import.meta.url).href;
  const zip = fetch(archive).then((found) => found.arrayBuffer());
  const { default: createPyodideModule } = await import(/* @vite-ignore */ `${indexURL}pyodide.asm.js`);
  const python = await loadPyodide({ indexURL, createPyodideModule });
  python.unpackArchive(await zip, 'zip', { extractDir: '/engine' });
  python.runPython("import sys; sys.path.insert(0, '/engine')");
  const { Engine } = python.pyimport('inkrail.server.local.engine') as unknown as { Engine: PyCallable };
  return Engine(database) as Engine;
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
  carryOut(data).catch((problem: unknown) => console.error(problem));
});
