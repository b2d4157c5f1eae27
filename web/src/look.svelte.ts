/** Colours and contrast as the reader chose them here, else as their system asks for. */

import { preferredContrast, preferredTheme, type Theme } from './storage';

const asksForContrast = matchMedia('(prefers-contrast: more)');

class Look {
  theme = $state<Theme>(preferredTheme.get());
  contrast = $state(preferredContrast.get());
  systemContrast = $state(asksForContrast.matches);

  get isHigh(): boolean {
    return this.contrast === 'auto' ? this.systemContrast : this.contrast === 'more';
  }
}

export const look = new Look();

/** Write the choices where the styles read them. */
function apply(): void {
  const { dataset } = document.documentElement;
  if (look.theme === 'auto') delete dataset['theme'];
  else dataset['theme'] = look.theme;
  if (look.isHigh) dataset['contrast'] = 'more';
  else delete dataset['contrast'];
}

export function startLook(): void {
  asksForContrast.addEventListener('change', ({ matches }) => {
    look.systemContrast = matches;
    apply();
  });
  apply();
}

export function setTheme(theme: Theme): void {
  look.theme = theme;
  preferredTheme.set(theme);
  apply();
}

/** What the system asks for anyway is followed, not stored. */
export function setContrast(isHigh: boolean): void {
  look.contrast = isHigh === look.systemContrast ? 'auto' : isHigh ? 'more' : 'less';
  preferredContrast.set(look.contrast);
  apply();
}
