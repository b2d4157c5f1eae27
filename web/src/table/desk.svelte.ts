/** The state of a player's controls: the selected die and cell, the last message; it turns input into requests. */

import { api, Refused } from '../api';
import type { DrawingView, DutyView, HintGiven, PickView, View } from '../generated/wire';
import { lookUp, say } from '../text/messages.svelte';
import { pieceName, refusalText, whyNotHere } from '../text/names';
import { announcer } from './announcer.svelte';
import { hintKey, hintText, spokenHint, WHOLE_END } from './hint';
import type { Answer, LiveTable } from './live.svelte';
import { DoneForMe } from './stand_ins.svelte';
import { diceOf, extrasOf, targetsOf, type TrayItem } from './tray';

export interface Note {
  text: string;
  isRefusal: boolean;
}

/** What the coach points at. */
export interface Asked {
  die?: string;
  cell?: string;
}

const FLIGHT_TIME = 620;
const MOST_NAMED = 2;

export class Desk {
  key = $state<string | null>(null);
  cell = $state<string | null>(null);
  note = $state.raw<Note | null>(null);
  /** Drawings taken back by Undo, to be redone from the last on. */
  redoable = $state.raw<readonly DrawingView[]>([]);
  busy = $state<string | null>(null);
  /** The line of the score sheet that the board shows. */
  line = $state<number | null>(null);
  pointed = $state<string | null>(null);
  choice = $state<number | null>(null);
  /** The flight of the meteor that was just sent, its origin first. */
  comet = $state.raw<readonly string[]>([]);

  readonly view: View | null = $derived.by(() => this.live.view);
  readonly dice: TrayItem[] = $derived.by(() => (this.view ? diceOf(this.view) : []));
  readonly extras: TrayItem[] = $derived.by(() => (this.view ? extrasOf(this.view) : []));
  readonly item: TrayItem | undefined = $derived.by(() =>
    [...this.dice, ...this.extras].find((item) => item.key === this.key),
  );
  readonly targets = $derived.by(() => (this.view && !this.view.done ? targetsOf(this.view, this.item) : new Map()));
  readonly drawing: DrawingView | undefined = $derived.by(() =>
    this.view?.drawings.findLast((one) => one.cell === this.cell),
  );
  /** What else was drawn there this round, and is covered by it. */
  readonly covered: readonly DrawingView[] = $derived.by(() =>
    (this.view?.drawings ?? []).filter((one) => one.cell === this.cell && one !== this.drawing),
  );
  readonly mayUndo: boolean = $derived.by(() => !this.view?.done && (this.view?.drawings.length ?? 0) > 0);
  readonly isFree: boolean = $derived.by(
    () => this.view?.phase === 'draw' && !this.view.done && this.view.seat !== null && this.view.choices.length === 0,
  );

  /** The last hint, and what it is for. */
  #hint = $state.raw<{ key: string; given: HintGiven } | null>(null);
  isHinting = $state(false);
  readonly #hintKey: string = $derived.by(() => hintKey(this.view));
  /** The hint for what is drawn now. */
  readonly hint: HintGiven | null = $derived.by(() => (this.#hint?.key === this.#hintKey ? this.#hint.given : null));
  readonly mayHint: boolean = $derived.by(
    () => this.live.table?.hints === true && this.#hintKey !== '' && this.view?.phase !== 'roll',
  );

  /** The points to beat, in a challenge. */
  readonly goal: number | null = $derived.by(() =>
    this.live.table?.purpose === 'challenge' ? this.live.table.goal : null,
  );

  readonly forMe: DoneForMe;

  constructor(readonly live: LiveTable) {
    this.forMe = new DoneForMe(live);
  }

  tell(text: string, isRefusal = false): void {
    this.note = { text, isRefusal };
    announcer.say(text);
  }

  #answered(answer: Answer): boolean {
    if (!answer.ok && answer.code) this.tell(refusalText(answer.code, answer.params), true);
    return answer.ok;
  }

  /** Select an item, or say why it is not available. */
  choose(item: TrayItem): void {
    if (this.view?.done) return this.tell(say('web.play.already_done'));
    if (this.view?.choices.length) return this.tell(refusalText('step.first', {}), true);
    if (item.state === 'ready') {
      const isSame = this.key === item.key;
      this.key = isSame ? null : item.key;
      this.cell = null;
      this.note = null;
      const n = this.targets.size;
      announcer.say(isSame ? say('web.play.put_down') : say('web.play.in_hand', { piece: pieceName(item.piece), n }));
      return;
    }
    this.key = null;
    this.tell(this.whyNot(item), true);
  }

  whyNot(item: TrayItem): string {
    const piece = pieceName(item.piece);
    if (item.state === 'drawn' && item.extra === null) return say('web.play.die_drawn', { piece });
    if (item.why) return refusalText(item.why, { piece: item.piece });
    if (item.state === 'nowhere')
      return say(item.mandatory ? 'web.play.fits_nowhere_mandatory' : 'web.play.fits_nowhere', { piece });
    return say('web.play.not_now', { piece });
  }

  /** A cell was pressed. */
  async press(cell: string): Promise<void> {
    const view = this.view;
    if (!view || view.seat === null) return;
    if (view.choices.length) return this.#chooseByCell(view, cell);
    if (view.done) return this.tell(say('web.play.already_done'));
    if (!this.isFree) return this.tell(say(view.phase === 'pick' ? 'web.draft.first' : 'web.play.not_yet'), true);
    const target = this.targets.get(cell);
    if (this.item && target) return this.#place(this.item, target.verb, cell);
    const own = view.drawings.some((drawing) => drawing.cell === cell);
    if (own && this.cell === cell) return this.turn();
    if (own) {
      this.key = null;
      this.cell = cell;
      this.note = null;
      return;
    }
    if (this.item) return this.#askWhy(this.item, cell);
    this.cell = null;
    this.tell(say('web.play.choose_first'));
  }

  async #place(item: TrayItem, verb: string, cell: string): Promise<void> {
    this.busy = cell;
    const answer = await this.live.ask({ type: 'place', verb, piece: item.piece, cell, die: item.die ?? null });
    this.busy = null;
    if (!this.#answered(answer)) return;
    this.redoable = [];
    // A fast player may have selected something else in the meantime.
    if (this.key !== item.key) return;
    this.key = null;
    this.cell = cell;
    this.note = null;
  }

  async #askWhy(item: TrayItem, cell: string): Promise<void> {
    const answer = await this.live.ask({ type: 'why', verb: item.verb, piece: item.piece, cell });
    if (answer.code) this.tell(whyNotHere(answer.code, { ...answer.params, cell }), true);
  }

  async #chooseByCell(view: View, cell: string): Promise<void> {
    const index = view.choices.findIndex((choice) => choice.target === cell);
    if (index >= 0) await this.take(index);
    else this.tell(say('web.play.choose_meteor_first'), true);
  }

  /** Make one of the choices on offer, such as the meteor's direction. */
  async take(index: number): Promise<void> {
    const choice = this.view?.choices[index];
    if (!choice) return;
    const origin = this.view?.boards[this.view.board]?.origin;
    this.choice = null;
    if (!this.#answered(await this.live.act(choice.action))) return;
    if (!choice.path || !origin) return;
    this.comet = [origin, ...choice.path];
    setTimeout(() => (this.comet = []), FLIGHT_TIME);
  }

  async pick(offer: PickView): Promise<void> {
    this.#answered(await this.live.act(offer.action));
  }

  async turn(): Promise<void> {
    if (this.view?.done) return this.tell(say('web.play.nothing_changes'), true);
    const cell = this.cell ?? this.view?.drawings.at(-1)?.cell;
    if (!cell) return this.tell(say('web.play.nothing_to_turn'), true);
    this.cell = cell;
    this.key = null;
    if (this.#answered(await this.live.ask({ type: 'turn', cell }))) this.redoable = [];
  }

  async takeBack(drawing: DrawingView): Promise<void> {
    const { cell, piece } = drawing;
    if (!this.#answered(await this.live.act(`take-back ${cell} ${piece}`))) return;
    this.redoable = [drawing, ...this.redoable];
    this.cell = null;
    this.key = null;
    this.tell(say('web.play.taken_back', { piece: pieceName(piece), cell }));
  }

  async undo(): Promise<void> {
    if (this.view?.done) return this.tell(say('web.play.nothing_changes'), true);
    const last = this.view?.drawings.at(-1);
    if (last) await this.takeBack(last);
    else this.tell(say('web.play.nothing_to_undo'), true);
  }

  async redo(): Promise<void> {
    if (this.view?.done) return this.tell(say('web.play.nothing_changes'), true);
    const [next, ...rest] = this.redoable;
    if (!next) return this.tell(say('web.play.nothing_to_redo'), true);
    if (!this.#answered(await this.live.act(next.action))) return;
    this.redoable = rest;
    this.cell = next.cell;
  }

  async done(): Promise<void> {
    const view = this.view;
    if (!view) return;
    if (view.done) return this.tell(say('web.play.already_done'));
    if (view.phase !== 'draw')
      return this.tell(say(view.phase === 'pick' ? 'web.draft.first' : 'web.play.not_yet'), true);
    if (view.duties.length) return this.tell(this.dutyText(), true);
    const answer = await this.live.act('done');
    // The next round may have begun before the answer; what was selected then stays selected.
    if (this.#answered(answer) && this.view?.round === view.round) this.letGo();
  }

  /** Ask for the next step of a hint: a cell, a tile, the whole end. */
  async askHint(): Promise<void> {
    const { token, table } = this.live;
    if (!table?.hints || !token) return;
    if (!this.mayHint) return this.tell(say('web.play.not_yet'), true);
    if (this.isHinting) return;
    const key = this.#hintKey;
    this.isHinting = true;
    announcer.say(say('web.hint.wait'));
    try {
      const given = await api.hint(this.live.id, token, Math.min(WHOLE_END, (this.hint?.step ?? 0) + 1));
      const view = this.view;
      if (!view || key !== this.#hintKey) return;
      this.#hint = { key, given };
      this.key = null;
      this.note = { text: hintText(given, view), isRefusal: false };
      announcer.say(spokenHint(given, view));
    } catch (error) {
      this.tell(error instanceof Refused ? refusalText(error.code, error.params) : String(error), true);
    } finally {
      this.isHinting = false;
    }
  }

  /** A new round begins: nothing selected, nothing to redo. */
  letGo(): void {
    this.key = null;
    this.cell = null;
    this.note = null;
    this.redoable = [];
    this.choice = null;
  }

  /** Why the round cannot end yet, in one sentence; empty if it can. */
  dutyText(): string {
    const view = this.view;
    if (!view?.duties.length) return '';
    return view.duties.map(dutyText).join(' ');
  }
}

/** A duty as a sentence, with the dice that would fulfil it if they are few enough to name. */
function dutyText({ code, pieces }: DutyView): string {
  if (!pieces.length) return refusalText(code);
  const params = { n: pieces.length, pieces: pieces.map(pieceName).join(', ') };
  const many = pieces.length > MOST_NAMED ? lookUp(`web.duty_many.${code}`, params) : undefined;
  return many ?? lookUp(`web.duty.${code}`, params) ?? refusalText(code, params);
}
