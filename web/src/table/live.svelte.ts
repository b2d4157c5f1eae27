/** One table over its WebSocket: what the seat sees, what happened, and how to act; it reconnects automatically. */

import {
  PROTOCOL,
  type ClientMessage,
  type EventMessage,
  type Hello,
  type Ping,
  type SeatGiven,
  type ServerMessage,
  type TableSummary,
  type View,
} from '../generated/wire';
import { keepView, savedView } from '../storage';
import { botName } from '../text/names';
import { goOnHere, noteMove, takeAlong } from '../offline/along';
import { openSocket, playsHere, type Socket } from '../transport';

type Params = Record<string, string | number>;
export type Connection = 'connecting' | 'open' | 'lost' | 'refused';
export type Happening = EventMessage['event'];
export interface Answer {
  ok: boolean;
  code?: string | null;
  params?: Params;
}

type Request = Exclude<ClientMessage, Hello | Ping> & { id: string };
type Wanted<T> = T extends Request ? Omit<T, 'id'> : never;

interface Pending {
  message: Request;
  settle: (answer: Answer) => void;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const PING_EVERY = 20_000;

/** The name of a bot is its kind, with its seat if there are several. */
function named(view: View): View {
  const bots = view.seats.filter((seat) => seat.bot).length;
  const seats = view.seats.map((seat, index) =>
    seat.name || !seat.bot
      ? seat
      : { ...seat, name: bots > 1 ? `${botName(seat.bot)} ${index + 1}` : botName(seat.bot) },
  );
  return { ...view, seats };
}

export class LiveTable {
  view = $state.raw<View | null>(null);
  table = $state.raw<TableSummary | null>(null);
  connection = $state<Connection>('connecting');
  watchers = $state(0);
  /** Why the server closed the connection for good, if it did. */
  refusal = $state.raw<{ code: string; params: Params } | null>(null);
  /** Whether the view is a stored one, shown without a connection. */
  isSaved = $state(false);
  /** Where the game goes on, once it was taken along into this browser. */
  moved = $state.raw<SeatGiven | null>(null);

  #socket: Socket | null = null;
  #pending = new Map<string, Pending>();
  #counter = 0;
  #since = 0;
  #wait = FIRST_WAIT;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  /** Whether anything has arrived since the last ping. */
  #isHeard = true;
  #closed = false;
  /** Whether a view has arrived: what happens from then on is news, what came before it is history. */
  #isUpToDate = false;

  constructor(
    readonly id: string,
    readonly token: string | null,
    readonly onevent: (event: Happening, isNews: boolean) => void = () => {},
  ) {
    const saved = savedView(id);
    if (saved) {
      this.view = saved;
      this.isSaved = true;
    }
    this.#connect();
    addEventListener('online', this.#hurry);
    if (!playsHere(id)) addEventListener('offline', this.#drop);
  }

  close(): void {
    this.#closed = true;
    removeEventListener('online', this.#hurry);
    removeEventListener('offline', this.#drop);
    clearTimeout(this.#timer);
    clearInterval(this.#ping);
    this.#socket?.close();
  }

  /** Send a request to the server; requests made while the connection is lost are sent again when it is back. */
  ask(wanted: Wanted<Request>): Promise<Answer> {
    const id = `${Date.now().toString(36)}-${++this.#counter}`;
    const message = { ...wanted, id } as Request;
    return new Promise((settle) => {
      this.#pending.set(id, { message, settle });
      this.#send(message);
    });
  }

  /** Go on in this browser, without the server. */
  async goOnHere(): Promise<void> {
    this.moved = await goOnHere(
      this.id,
      [...this.#pending.values()].map(({ message }) => message),
    );
  }

  act(action: string): Promise<Answer> {
    return this.ask({ type: 'act', action });
  }

  #hurry = (): void => {
    if (this.connection !== 'lost') return;
    clearTimeout(this.#timer);
    this.#connect();
  };

  /** Give up a connection whose network has gone: by itself it would close minutes later. */
  #drop = (): void => {
    const socket = this.#socket;
    if (!socket || this.connection === 'lost') return;
    this.#lost(socket);
    this.#socket = null;
    socket.close();
  };

  #knock(): void {
    if (!this.#isHeard) return this.#drop();
    this.#isHeard = false;
    this.#send({ type: 'ping' });
  }

  #connect(): void {
    const socket = openSocket(this.id);
    this.#socket = socket;
    this.#isHeard = true;
    socket.onopen = () => {
      const hello: ClientMessage = { type: 'hello', protocol: PROTOCOL, since: this.#since };
      this.#send(this.token ? { ...hello, token: this.token } : hello);
    };
    socket.onmessage = (message) => {
      this.#isHeard = true;
      for (const one of JSON.parse(String(message.data)) as ServerMessage[]) this.#receive(one);
    };
    socket.onclose = () => this.#lost(socket);
    clearInterval(this.#ping);
    this.#ping = setInterval(() => this.#knock(), PING_EVERY);
  }

  #lost(socket: Socket): void {
    if (this.#closed || socket !== this.#socket || this.connection === 'refused') return;
    this.connection = 'lost';
    clearInterval(this.#ping);
    this.#timer = setTimeout(() => this.#connect(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }

  #send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #receive(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        this.table = message.table;
        // It comes again when the table is changed before the start.
        if (this.connection === 'open') break;
        this.connection = 'open';
        this.#wait = FIRST_WAIT;
        for (const { message: again } of this.#pending.values()) this.#send(again);
        this.#takeAlong(message.table, message.seat);
        break;
      case 'view':
        this.#show(message);
        break;
      case 'change':
        if (this.view) this.#show({ ...this.view, ...message.parts, number: message.number });
        break;
      case 'event':
        this.#since = message.number;
        this.onevent(message.event, this.#isUpToDate);
        if (message.event.kind === 'rolled' && this.#isUpToDate) this.#takeAlong(this.table, this.view?.seat);
        break;
      case 'ack':
        this.#note(message.id, message.number);
        this.#settle(message.id, { ok: true });
        break;
      case 'reason':
        this.#settle(message.id, { ok: message.code === null, code: message.code, params: message.params });
        break;
      case 'refused':
        this.#refused(message.id, message.code, message.params);
        break;
      case 'presence':
        this.watchers = message.watchers;
        this.#seat(message.seats);
        break;
      case 'pong':
        break;
    }
  }

  #show(view: View): void {
    this.view = named(view);
    this.isSaved = false;
    this.#isUpToDate = true;
    this.#since = view.number;
    if (view.seat !== null) keepView(this.id, view);
  }

  /** While there is a connection, fetch what is needed to go on without one. */
  #takeAlong(table: TableSummary | null, seat: number | null | undefined): void {
    if (table && seat !== null && seat !== undefined && this.token) void takeAlong(table, { seat, token: this.token });
  }

  #note(id: string, number: number): void {
    const message = this.#pending.get(id)?.message;
    if (message && !playsHere(this.id)) noteMove(this.id, message, number);
  }

  #seat(connected: number[]): void {
    if (!this.view) return;
    const seats = this.view.seats.map((seat, index) => ({ ...seat, connected: connected.includes(index) }));
    this.view = { ...this.view, seats };
  }

  #refused(id: string | null, code: string, params: Params): void {
    if (id) {
      this.#settle(id, { ok: false, code, params });
    } else if (code.startsWith('server.')) {
      return; // it passes: the socket is closed now, and the page comes back
    } else if (this.connection === 'connecting' || code.startsWith('message.') || code.startsWith('seat.')) {
      this.refusal = { code, params };
      this.connection = 'refused';
    }
  }

  #settle(id: string, answer: Answer): void {
    this.#pending.get(id)?.settle(answer);
    this.#pending.delete(id);
  }
}
