/** Whom a table waits for. */
import type { SeatView } from '../generated/wire';
import { say } from '../text/messages.svelte';

/** The seats that still draw, by name; a bot that is getting ready says how far it is. */
export function awaited(seats: readonly SeatView[]): string[] {
  return seats
    .filter((seat) => !seat.done)
    .map((seat) =>
      seat.getting_ready === null
        ? seat.name
        : say('web.strip.getting_ready', { name: seat.name, percent: seat.getting_ready }),
    );
}
