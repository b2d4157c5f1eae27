// Runs a Python program in Pyodide with the engine's archive: node pyodide.mjs ARCHIVE PROGRAM
import { readFileSync } from 'node:fs';
import { loadPyodide } from '../../../web/node_modules/pyodide/pyodide.mjs';

const [archive, program] = process.argv.slice(2);
const env = { HOME: '/', GAMES: process.env.GAMES };
const python = await loadPyodide({ env });
python.unpackArchive(new Uint8Array(readFileSync(archive)), 'zip', { extractDir: '/engine' });
python.runPython("import sys; sys.path.insert(0, '/engine')");
await python.runPythonAsync(readFileSync(program, 'utf8'));
