/** Whether a table waits for the player of this page, and how the tab says so. */

import type { View } from '../generated/wire';

/** Whether the table waits for this player, while others play too. Who plays alone is never waited for. */
export function isMyTurn(view: View): boolean {
  const { seat, seats } = view;
  if (seat === null || seats.length < 2 || seats[seat]?.bot) return false;
  switch (view.phase) {
    case 'draw':
      return !view.done;
    case 'pick':
      return view.chooser === seat;
    case 'roll':
      return seat === seats.findIndex((one) => !one.bot);
    default:
      return false;
  }
}

/** Whether another person plays here; bots do not keep anybody waiting for long. */
export function hasCompany(view: View): boolean {
  return view.seats.some((seat, index) => index !== view.seat && !seat.bot);
}

const USUAL = `${import.meta.env.BASE_URL}icon.svg`;
const TURN = `${import.meta.env.BASE_URL}icon-turn.svg`;

/** Show the tab's icon with or without its dot. */
export function showInIcon(isTurn: boolean): void {
  document.querySelector('link[rel="icon"]')?.setAttribute('href', isTurn ? TURN : USUAL);
}
