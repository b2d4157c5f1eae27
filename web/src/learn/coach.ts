/** What the coach of the first game says, from what is on the desk. */

import type { Asked, Desk } from '../table/desk.svelte';

export const LESSON_ROLLS: string[][] = [
  ['highway-straight', 'railway-straight', 'railway-curve', 'station-straight'],
  ['highway-t', 'railway-straight', 'highway-curve', 'station-curve'],
  ['highway-straight', 'railway-curve', 'railway-t', 'overpass'],
  ['highway-curve', 'railway-straight', 'highway-straight', 'station-curve'],
  ['highway-t', 'railway-t', 'railway-straight', 'station-straight'],
  ['highway-straight', 'railway-curve', 'highway-curve', 'overpass'],
  ['railway-straight', 'highway-straight', 'railway-curve', 'station-curve'],
];

function firstRound(desk: Desk): string {
  const drawn = desk.view?.drawings.length ?? 0;
  const left = desk.view?.dice.filter((die) => die.due).map((die) => die.piece) ?? [];
  if (drawn === 0) return desk.key ? 'tap_cell' : 'take_die';
  if (drawn === 1) return desk.item?.piece === 'railway-straight' ? 'try_wrong' : 'first_drawn';
  return left.includes('station-straight') ? 'station' : 'draw_rest';
}

/** What the coach points at: a die by its key, or a cell. */
export function pointedAt(desk: Desk): Asked {
  const view = desk.view;
  if (!view || view.round !== 1 || view.done) return {};
  switch (firstRound(desk)) {
    case 'take_die':
      return { die: 'die-0' };
    case 'tap_cell':
      return { cell: 'B1' };
    case 'first_drawn':
      return desk.key ? {} : { die: 'die-1' };
    case 'try_wrong':
      return desk.note ? {} : { cell: 'B2' };
    case 'station':
      return desk.item?.piece === 'station-straight' ? { cell: 'B2' } : desk.key ? {} : { die: 'die-3' };
    default:
      return {};
  }
}

export function coachKey(desk: Desk): string {
  const view = desk.view;
  if (!view) return 'learn.coach.opening';
  if (view.drawings.length && !view.duties.length) return 'learn.coach.done';
  if (view.round === 1) return `learn.coach.${firstRound(desk)}`;
  return `learn.coach.round${Math.min(7, view.round)}`;
}
