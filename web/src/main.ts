import { mount } from 'svelte';
import App from './App.svelte';
import '@fontsource-variable/atkinson-hyperlegible-next/index.css';
import './generated/typeface.css';
import './generated/ink.css';
import { keepPage } from './keeping';
import { startLook } from './look.svelte';
import { startRouting } from './route.svelte';
import './shell';
import { loadLanguage } from './text/messages.svelte';
import './theme.css';

startLook();
startRouting();
void loadLanguage().then(() => {
  const target = document.getElementById('page');
  if (target) mount(App, { target });
});

if ('serviceWorker' in navigator && import.meta.env.PROD) {
  addEventListener('load', () => void keepPage().catch(() => {}));
}
