import { svelte } from '@sveltejs/vite-plugin-svelte';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const server = process.env['INKRAIL_SERVER'] ?? 'http://localhost:8000';

/** Puts the Python runtime into a folder of its own, where the worker looks for it; it loads no packages. */
function runtime(): Plugin {
  const inPackage = (name: string): URL => new URL(`node_modules/pyodide/${name}`, import.meta.url);
  const json = (name: string) => JSON.parse(readFileSync(inPackage(name), 'utf8'));
  return {
    name: 'runtime',
    generateBundle() {
      const { version, license, homepage } = json('package.json');
      const folder = `assets/pyodide-${version}`;
      // What these licences ask of those who pass binaries on: where the sources are, and the text of Python's.
      const licence = [
        `Pyodide ${version}, ${license}, https://mozilla.org/MPL/2.0/; its source is at ${homepage}/tree/${version}`,
        'It contains Python, PSF-2.0, https://www.python.org, whose licence follows, and the libraries that Python uses:',
        'bzip2, expat, HACL*, libffi, liblzma, libmpdec, musl, SQLite, zlib and zstd, each under a permissive licence of its own.',
        '',
        readFileSync(new URL('licences/python.txt', import.meta.url), 'utf8'),
      ].join('\n');
      this.emitFile({ type: 'asset', fileName: `${folder}/licence.txt`, source: licence });
      for (const name of ['pyodide.asm.mjs', 'pyodide.asm.wasm', 'python_stdlib.zip']) {
        // Not every web server knows that .mjs is a script.
        const fileName = `${folder}/${name.replace('.mjs', '.js')}`;
        this.emitFile({ type: 'asset', fileName, source: readFileSync(inPackage(name)) });
      }
      const lock = JSON.stringify({ info: json('pyodide-lock.json').info, packages: {} });
      this.emitFile({ type: 'asset', fileName: `${folder}/pyodide-lock.json`, source: lock });
    },
  };
}

/** Tells the service worker the files of this build: those of the page, and those of the engine that plays without a server. */
function kept(): Plugin {
  return {
    name: 'kept files',
    writeBundle({ dir = '' }, bundle) {
      const files = Object.keys(bundle).filter((name) => /^assets\/.*\.(js|css|woff2|wasm|zip|json)$/.test(name));
      const ofEngine = (name: string): boolean => /^assets\/(pyodide-|worker-|engine-.*\.zip)/.test(name);
      const name = createHash('sha256').update(files.toSorted().join()).digest('hex').slice(0, 12);
      const worker = `${dir}/sw.js`;
      const filled = readFileSync(worker, 'utf8')
        .replace("BUILD = 'none'", `BUILD = '${name}'`)
        .replace('PAGE_FILES = []', `PAGE_FILES = ${JSON.stringify(files.filter((one) => !ofEngine(one)))}`)
        .replace('RUNTIME_FILES = []', `RUNTIME_FILES = ${JSON.stringify(files.filter(ofEngine))}`);
      writeFileSync(worker, filled);
    },
  };
}

/** A worker in the page stands for the server. */
const LOCAL_TRANSPORT = fileURLToPath(new URL('src/local/transport.ts', import.meta.url));

/** A folder of files has one page, so that every address is behind its #. */
const addressesBehindHash = {
  name: 'addresses behind #',
  markup: ({ content }: { content: string }) => ({
    code: content.replaceAll('href="/', 'href="#/').replaceAll('href={`/', 'href={`#/'),
  }),
};

export default defineConfig(({ mode }) => {
  const isStatic = mode === 'static';
  return {
    base: isStatic ? './' : '/',
    plugins: [svelte(isStatic ? { preprocess: [addressesBehindHash] } : {}), runtime(), kept()],
    // Of Pyodide's loader only the part for browsers runs.
    worker: { format: 'es', rolldownOptions: { external: /^node:/, checks: { bundlerTimings: false } } },
    build: {
      outDir: isStatic ? '../dist/static' : '../src/inkrail/server/static',
      emptyOutDir: true,
      target: 'es2022',
      // The package needs the licences of everything that is bundled.
      license: { fileName: 'licences.md' },
      // How long plugins took says something about the machine, not about the page.
      rolldownOptions: { checks: { bundlerTimings: false } },
      // A page of its own is fetched when it is opened; nothing is fetched twice in small pieces.
      modulePreload: { polyfill: false },
    },
    server: { proxy: { '/api': { target: server, ws: true } } },
    resolve: {
      ...(process.env['VITEST'] ? { conditions: ['browser'] } : {}),
      alias: isStatic ? [{ find: /^\.{1,2}\/transport$/, replacement: LOCAL_TRANSPORT }] : [],
    },
    test: {
      // Generous for a busy machine: no test measures time.
      testTimeout: 60_000,
      setupFiles: 'src/patience.ts',
      environment: 'happy-dom',
      include: ['src/**/*.test.ts'],
    },
  };
});
