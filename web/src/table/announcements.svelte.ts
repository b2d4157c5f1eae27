/** Announce what was drawn and what it scores, and what was rolled. */

import { untrack } from 'svelte';
import { say } from '../text/messages.svelte';
import { listed, pieceName } from '../text/names';
import { announcer } from './announcer.svelte';
import type { Desk } from './desk.svelte';

/** To be called while a component is initialised. */
export function announceRounds(desk: Desk): void {
  let view = $derived(desk.view);
  let drawn = $derived(view?.drawings.map((drawing) => drawing.action).join() ?? '');
  $effect(() => {
    if (!drawn) return;
    untrack(() => {
      const last = view?.drawings.at(-1);
      const total = view?.sheet.total ?? 0;
      if (last) announcer.say(say('web.announce.drawn', { piece: pieceName(last.piece), cell: last.cell, total }));
    });
  });

  let rolled = $derived(view?.phase === 'pick' || view?.phase === 'draw' ? `${view.phase} ${view.round}` : '');
  let saidRoll = '';
  let saidKey = '';
  $effect(() => {
    const key = desk.forMe.key;
    if (!rolled || (rolled === saidRoll && (!key || key === saidKey))) return;
    untrack(() => {
      const done = key === saidKey ? '' : desk.forMe.text;
      const dice = rolled === saidRoll ? '' : diceText(desk);
      [saidRoll, saidKey] = [rolled, key];
      announcer.say(`${done} ${dice}`.trim());
    });
  });
}

function diceText({ view, dice }: Desk): string {
  if (!view) return '';
  const { round } = view;
  if (view.phase === 'pick') {
    const pieces = listed(view.common.map(pieceName));
    const draft = say('web.announce.draft', { round });
    return pieces ? `${draft} ${say('draft.common', { pieces })}` : draft;
  }
  const rolled = dice.map((item) => pieceName(item.piece)).join(', ');
  const told = say('web.announce.round', { round, dice: rolled });
  const next = view.next_starter === null ? undefined : view.seats[view.next_starter];
  return next ? `${told}. ${say('draft.next', { player: next.name })}` : told;
}
