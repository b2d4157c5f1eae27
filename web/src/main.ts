import { mount } from 'svelte';
import App from './App.svelte';
import '@fontsource-variable/atkinson-hyperlegible-next/index.css';
import './generated/typeface.css';
import './generated/ink.css';
import { startLook } from './look.svelte';
import { startRouting } from './route.svelte';
import { loadLanguage } from './text/messages.svelte';
import './theme.css';

startLook();
startRouting();
void loadLanguage().then(() => {
  const target = document.getElementById('page');
  if (target) mount(App, { target });
});

/** Once the worker is active, tell it what was loaded before, so that the page also opens offline. */
async function keepPage(): Promise<void> {
  await navigator.serviceWorker.register('/sw.js');
  const { active } = await navigator.serviceWorker.ready;
  const loaded = performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname);
  active?.postMessage({ type: 'keep', names: loaded.filter((path) => path.startsWith('/assets/')) });
}

if ('serviceWorker' in navigator && import.meta.env.PROD) {
  addEventListener('load', () => void keepPage().catch(() => {}));
}
