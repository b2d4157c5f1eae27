/** The server's pictures with what was drawn over them in this browser. */

import { COLOURS, drawn, type Mark, type Paint } from './decoration';

const SVG = 'http://www.w3.org/2000/svg';

/** The colours of a theme as they are, for pictures that do not know the page. */
function paintOf(theme: 'light' | 'dark'): Paint {
  return (colour) => {
    const probe = document.createElement('span');
    probe.style.colorScheme = theme;
    probe.style.color = `var(${colour === 'paper' ? '--paper' : COLOURS[colour]})`;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
}

/** A picture of boards with the marks on each; the frame of a board is drawn in the units of its cells. */
export function decorated(picture: string, marks: readonly Mark[], theme: 'light' | 'dark'): string {
  if (!marks.length) return picture;
  const found = new DOMParser().parseFromString(picture, 'image/svg+xml');
  const paint = paintOf(theme);
  found.querySelectorAll('.frame').forEach((frame, board) => {
    const layer = found.createElementNS(SVG, 'g');
    layer.setAttribute('class', 'decoration');
    layer.innerHTML = drawn(marks, board, paint);
    frame.parentNode?.append(layer);
  });
  return new XMLSerializer().serializeToString(found);
}
