/** The description of a cell, for screen readers. */

import type { BoardTile, Glow } from '../board/board';
import { lookUp, say } from '../text/messages.svelte';
import { pieceName, sidesText } from '../text/names';

export function describeTile(tile: BoardTile): string {
  const parts = [pieceName(tile.piece), sidesText(tile.sides)].filter(Boolean);
  for (const mark of tile.marks ?? []) parts.push(lookUp(`web.cell.${mark}`) ?? mark);
  return parts.join(', ');
}

export function describeCell(
  cell: string,
  seen: {
    tile?: BoardTile | undefined;
    other?: BoardTile | undefined;
    glow?: Glow | undefined;
    isOwn?: boolean;
    /** Drawn for the player, who was absent. */
    isForMe?: boolean;
    inHand?: string | undefined;
    errors?: readonly string[];
    /** Whether a hint points at it, and what it says is drawn here. */
    isHinted?: boolean;
    hint?: BoardTile | undefined;
  },
): string {
  const parts = [seen.tile ? describeTile(seen.tile) : say('web.cell.empty')];
  if (seen.tile?.round) parts.push(say('web.cell.round', { round: seen.tile.round }));
  if (seen.isOwn) parts.push(say('web.cell.this_round'));
  if (seen.isForMe) parts.push(say('web.cell.for_you'));
  if (seen.glow === 'target') parts.push(say('web.cell.target'));
  else if (seen.glow && seen.inHand)
    parts.push(say(seen.glow === 'erase' ? 'web.cell.erases' : 'web.cell.fits', { piece: seen.inHand }));
  if (seen.hint) parts.push(say('web.cell.hint', { tile: describeTile(seen.hint) }));
  else if (seen.isHinted) parts.push(say('web.cell.hinted'));
  if (seen.other) parts.push(say('web.cell.other', { piece: pieceName(seen.other.piece) }));
  const wrong = seen.errors?.filter((place) => place.startsWith(cell)).length ?? 0;
  if (wrong) parts.push(say('web.cell.errors', { n: wrong }));
  return `${cell}: ${parts.join('; ')}`;
}
