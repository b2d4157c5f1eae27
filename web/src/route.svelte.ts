/** A tiny router: one reactive address, and links that change it without reloading the page. */

import { isLink } from './local/links';
import { isStatic } from './transport';

/** The address inside the page: a folder of files has only one page, so that there it is behind the #, and may be anywhere. */
function here(): URL {
  if (location.hash.startsWith('#/')) return new URL(location.hash.slice(1), location.origin);
  return isStatic ? new URL('/', location.origin) : new URL(location.href);
}

/** The whole address of something inside the page, to be sent to others; no server needs to see what has a game inside. */
export function linkTo(path: string): string {
  if (isStatic) return new URL(`#${path}`, location.href).href;
  return location.origin + (isLink(path.split('/').at(-1) ?? '') ? `/#${path}` : path);
}

class Address {
  path = $state(here().pathname);
  query = $state(here().searchParams);

  /** The parts of the path, e.g. `['t', 'abc']`. */
  get parts(): string[] {
    return this.path.split('/').filter((part) => part !== '');
  }

  read(): void {
    this.path = here().pathname;
    this.query = here().searchParams;
  }
}

export const address = new Address();

export function go(to: string, how: { replace?: boolean } = {}): void {
  const target = isStatic ? `#${to}` : to;
  if (how.replace) history.replaceState(null, '', target);
  else history.pushState(null, '', target);
  address.read();
  scrollTo(0, 0);
}

function followLink(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (isStatic) return followHash(event, link);
  if (link.pathname.startsWith('/api/') || link.hash) return;
  event.preventDefault();
  go(link.pathname + link.search);
}

/** A link behind the # leads to a page; any other names a place in this one, which must not become its address. */
function followHash(event: MouseEvent, link: HTMLAnchorElement): void {
  const to = link.getAttribute('href') ?? '';
  if (!/^#?\/|^#./.test(to)) return;
  event.preventDefault();
  if (to.includes('/')) go(to.replace('#', ''));
  else document.getElementById(to.slice(1))?.focus();
}

export function startRouting(): void {
  addEventListener('popstate', () => address.read());
  addEventListener('click', followLink);
}
