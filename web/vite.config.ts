import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const server = process.env['INKRAIL_SERVER'] ?? 'http://localhost:8000';

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../src/inkrail/server/static',
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
  resolve: process.env['VITEST'] ? { conditions: ['browser'] } : {},
  test: {
    // Generous for a busy machine: no test measures time.
    testTimeout: 60_000,
    environment: 'happy-dom',
    include: ['src/**/*.test.ts'],
  },
});
