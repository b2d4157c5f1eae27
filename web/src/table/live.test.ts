import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PROTOCOL } from '../generated/wire';
import { LiveTable } from './live.svelte';
import { recorded } from './recorded';

/** A fake of the browser's socket. */
class HandSocket {
  static readonly OPEN = 1;
  static all: HandSocket[] = [];
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: () => void = () => {};
  onclose: () => void = () => {};
  onmessage: (message: { data: string }) => void = () => {};

  constructor() {
    HandSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.readyState = 3;
    this.onclose();
  }
  open(): void {
    this.readyState = HandSocket.OPEN;
    this.onopen();
  }
  say(...messages: object[]): void {
    this.onmessage({ data: JSON.stringify(messages) });
  }
}

const lobby = { table: 'abc', phase: 'lobby', daily: null, clock: null, purpose: null, seats: [{ bot: null }] };
const welcome = { type: 'welcome', protocol: PROTOCOL, seat: 0, table: lobby };
const last = (): HandSocket => HandSocket.all.at(-1) as HandSocket;

beforeEach(() => {
  HandSocket.all = [];
  localStorage.clear();
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', HandSocket);
});
afterEach(() => {
  for (const live of opened) live.close();
  opened = [];
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

let opened: LiveTable[] = [];

function open(...args: ConstructorParameters<typeof LiveTable>): LiveTable {
  const live = new LiveTable(...args);
  opened.push(live);
  return live;
}

function connect(): LiveTable {
  const live = open('abc', 'secret');
  last().open();
  last().say(welcome, { ...recorded('base'), number: 7 });
  return live;
}

test('it says hello with its token and shows the view', () => {
  const live = connect();
  expect(last().sent[0]).toMatchObject({ type: 'hello', token: 'secret', since: 0 });
  expect(live.connection).toBe('open');
  expect(live.view?.ruleset).toBe('base');
});

test('a change replaces the parts that it names and leaves the others as they were', () => {
  const live = connect();
  const before = live.view;
  last().say({ type: 'change', number: 8, parts: { done: true, duties: [] } });
  expect(live.view).toEqual({ ...before, number: 8, done: true, duties: [] });
  last().close();
  vi.advanceTimersByTime(1000);
  last().open();
  expect(last().sent[0]).toMatchObject({ type: 'hello', since: 8 });
});

test('it shows who is there as soon as somebody comes or goes', () => {
  const live = connect();
  last().say({ type: 'presence', seats: [], watchers: 2 });
  expect(live.view?.seats[0]?.connected).toBe(false);
  last().say({ type: 'presence', seats: [0], watchers: 2 });
  expect([live.view?.seats[0]?.connected, live.watchers]).toEqual([true, 2]);
});

test('what was asked before the connection broke is asked again with the same id, from the last event seen', async () => {
  const live = connect();
  const answer = live.act('done');
  const asked = last().sent.at(-1);
  last().close();
  expect(live.connection).toBe('lost');
  vi.advanceTimersByTime(1000);
  expect(HandSocket.all).toHaveLength(2);
  last().open();
  expect(last().sent[0]).toMatchObject({ type: 'hello', since: 7 });
  last().say(welcome);
  expect(last().sent.at(-1)).toEqual(asked);
  last().say({ type: 'ack', id: asked?.['id'], number: 8 });
  await expect(answer).resolves.toEqual({ ok: true });
});

test('a history that comes in several frames is history to its end, also when the connection breaks between them', () => {
  const news: boolean[] = [];
  open('abc', 'secret', (_, isNews) => news.push(isNews));
  const event = (number: number): object => ({ type: 'event', number, event: { kind: 'seat_done', seat: 0 } });
  last().open();
  last().say(welcome, event(1), event(2));
  last().close();
  vi.advanceTimersByTime(1000);
  last().open();
  expect(last().sent[0]).toMatchObject({ type: 'hello', since: 2 });
  last().say(welcome, event(3));
  last().say(event(4), { ...recorded('base'), number: 4 });
  last().say(event(5));
  last().close();
  vi.advanceTimersByTime(1000);
  last().open();
  last().say(welcome, event(6));
  expect(news).toEqual([false, false, false, false, true, true]);
});

test('a refusal answers the request it belongs to', async () => {
  const live = connect();
  const answer = live.act('done');
  last().say({ type: 'refused', id: last().sent.at(-1)?.['id'], code: 'round.dice_left', params: {} });
  await expect(answer).resolves.toMatchObject({ ok: false, code: 'round.dice_left' });
});

test('it waits longer and longer while the server is away', () => {
  connect();
  last().close();
  vi.advanceTimersByTime(400);
  last().close();
  vi.advanceTimersByTime(400);
  expect(HandSocket.all).toHaveLength(2);
  vi.advanceTimersByTime(400);
  expect(HandSocket.all).toHaveLength(3);
});

test('a connection whose network has gone is lost at once, and comes back with the network', () => {
  const live = connect();
  dispatchEvent(new Event('offline'));
  expect(live.connection).toBe('lost');
  dispatchEvent(new Event('online'));
  last().open();
  last().say(welcome);
  expect(live.connection).toBe('open');
  expect(HandSocket.all).toHaveLength(2);
  vi.advanceTimersByTime(15_000);
  expect(HandSocket.all).toHaveLength(2);
});

test('a server that does not answer a ping is connected to again', () => {
  const live = connect();
  vi.advanceTimersByTime(20_000);
  expect(last().sent.at(-1)).toEqual({ type: 'ping' });
  last().say({ type: 'pong' });
  vi.advanceTimersByTime(20_000);
  expect(live.connection).toBe('open');
  vi.advanceTimersByTime(20_000);
  expect(live.connection).toBe('lost');
  vi.advanceTimersByTime(1000);
  expect(HandSocket.all).toHaveLength(2);
});

test('the game as last seen is shown without a connection', () => {
  connect().close();
  const later = open('abc', 'secret');
  expect(later.isSaved).toBe(true);
  expect(later.view?.round).toBe(1);
});

test('a server whose database is away is tried again', () => {
  const live = open('abc', 'secret');
  last().open();
  last().say({ type: 'refused', id: null, code: 'server.storage', params: {} });
  last().close();
  expect(live.connection).toBe('lost');
  vi.advanceTimersByTime(60_000);
  expect(HandSocket.all.length).toBeGreaterThan(1);
});

test('a table that sends us away is not tried again', () => {
  const live = open('abc', 'wrong');
  last().open();
  last().say({ type: 'refused', id: null, code: 'seat.wrong_token', params: {} });
  last().close();
  vi.advanceTimersByTime(60_000);
  expect(live.refusal?.code).toBe('seat.wrong_token');
  expect(HandSocket.all).toHaveLength(1);
});
