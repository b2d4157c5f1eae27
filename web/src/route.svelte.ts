/** A tiny router: one reactive address, and links that change it without reloading the page. */

class Address {
  path = $state(location.pathname);
  query = $state(new URLSearchParams(location.search));

  /** The parts of the path, e.g. `['t', 'abc']`. */
  get parts(): string[] {
    return this.path.split('/').filter((part) => part !== '');
  }

  read(): void {
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
  }
}

export const address = new Address();

export function go(to: string, how: { replace?: boolean } = {}): void {
  if (how.replace) history.replaceState(null, '', to);
  else history.pushState(null, '', to);
  address.read();
  scrollTo(0, 0);
}

function followLink(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (link.pathname.startsWith('/api/') || link.hash) return;
  event.preventDefault();
  go(link.pathname + link.search);
}

export function startRouting(): void {
  addEventListener('popstate', () => address.read());
  addEventListener('click', followLink);
}
