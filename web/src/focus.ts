/** The focus goes where the eye goes: to a new page, to a panel that opens and back, to the dice of a new round. */

let following: MutationObserver | null = null;

export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/**
 * Move the focus to the heading of what is shown, now or when it has been fetched.
 *
 * The heading of a page that is loading may give way to another: the focus follows until somebody moves it.
 */
export function focusHeading(): void {
  following?.disconnect();
  const content = document.getElementById('content');
  if (!content) return;
  content.focus({ preventScroll: true });
  let focused: HTMLElement | null = null;
  const observer = new MutationObserver(follow);
  function follow(): void {
    const active = document.activeElement;
    const isMoved = focused?.isConnected ? active !== focused : active !== content && !isFocusLost();
    if (isMoved) return observer.disconnect();
    const heading = content?.querySelector<HTMLElement>('h1');
    if (!heading || heading === focused) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    focused = heading;
  }
  observer.observe(content, { childList: true, subtree: true });
  following = observer;
  follow();
}

/** For a panel: its first button has the focus while it is open, and then what had it before. */
export function holdFocus(panel: HTMLElement): { destroy: () => void } {
  const opener = document.activeElement;
  panel.querySelector('button')?.focus({ preventScroll: true });
  return {
    destroy(): void {
      const isHere = isFocusLost() || panel.contains(document.activeElement);
      if (isHere && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    },
  };
}

const CHOICES = ['.pairs-panel', '.meteor', '.tray', '.typed'].flatMap((panel) =>
  ['button', 'input'].map((control) => `${panel} ${control}:not([aria-disabled='true'])`),
);

/** Move the focus from the bar that ended a round, or from what has gone, to what is to be chosen now. */
export function focusChoices(): void {
  if (!isFocusLost() && !document.activeElement?.closest('.finish')) return;
  document.querySelector<HTMLElement>(CHOICES.join())?.focus({ preventScroll: true });
}
