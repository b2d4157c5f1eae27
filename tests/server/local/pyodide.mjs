// Runs a Python program in Pyodide with the engine's archive, or in its memory after a former start: node pyodide.mjs ARCHIVE PROGRAM
import { readFileSync } from 'node:fs';
import { loadPyodide } from '../../../web/node_modules/pyodide/pyodide.mjs';

const [archive, program] = process.argv.slice(2);
const env = { HOME: '/', GAMES: process.env.GAMES };
const isAgain = process.env.FROM_MEMORY === '1';
const zip = new Uint8Array(readFileSync(archive));
let python = await loadPyodide({ env, _makeSnapshot: isAgain });
python.unpackArchive(zip, 'zip', { extractDir: '/engine' });
python.runPython("import sys; sys.path.insert(0, '/engine'); import inkrail.server.local.engine");
if (isAgain) {
  python = await loadPyodide({ env, _loadSnapshot: python.makeMemorySnapshot() });
  python.unpackArchive(zip, 'zip', { extractDir: '/engine' });
}
await python.runPythonAsync(readFileSync(program, 'utf8'));
