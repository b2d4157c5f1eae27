/** The HTTP side of the server, or of the worker that stands for one. A refusal arrives as a `Problem`, an unreachable server as one with its own code. */

import type * as wire from './generated/wire';
import { browserKey, seatAt } from './storage';
import { playsHere, send } from './transport';

export class Refused extends Error {
  constructor(
    readonly code: string,
    readonly params: Record<string, unknown> = {},
    /** Every line of a text that cannot be read. */
    readonly lines: readonly wire.LineProblem[] = [],
  ) {
    super(code);
  }
}

/** The most bytes of a board or a record as text. */
export const LONGEST_TEXT = 64 * 1024;

/** Refuse a text that the server would not read, before it is sent. */
export function requireShort(text: string): void {
  if (new TextEncoder().encode(text).length > LONGEST_TEXT)
    throw new Refused('text.too_large', { limit: LONGEST_TEXT });
}

export const OFFLINE = 'offline';

async function answerTo(path: string, init: RequestInit): Promise<Response> {
  let answer: Response;
  try {
    answer = await send(path, init);
  } catch {
    throw new Refused(OFFLINE);
  }
  if (answer.ok) return answer;
  const problem = (await answer.json().catch(() => null)) as wire.Problem | null;
  throw new Refused(problem?.code ?? 'server.failed', problem?.params ?? {}, problem?.lines ?? []);
}

async function request<T>(path: string, init: RequestInit = {}): Promise<T> {
  return (await (await answerTo(path, init)).json()) as T;
}

async function text(path: string, init: RequestInit = {}): Promise<string> {
  return (await answerTo(path, init)).text();
}

const JSON_BODY = { 'content-type': 'application/json' };

function post<T>(path: string, body: unknown, token?: string, method: 'POST' | 'PATCH' = 'POST'): Promise<T> {
  const headers: Record<string, string> = { ...JSON_BODY };
  if (token) headers['authorization'] = `Bearer ${token}`;
  return request<T>(path, { method, headers, body: JSON.stringify(body) });
}

/** Delete something of this browser's. */
async function remove(path: string): Promise<void> {
  await answerTo(path, { ...mine(null), method: 'DELETE' });
}

/** Whoever plays a day's dice may see them before the day is over, and who has finished those of others too. */
function mine(table: string | null, token = table === null ? undefined : seatAt(table)?.token): RequestInit {
  return { headers: { 'x-browser': browserKey(), ...(token && { authorization: `Bearer ${token}` }) } };
}

const at = (table: string): string => `/api/tables/${encodeURIComponent(table)}`;

const dared = (challenge: string): string => `/api/challenges/${encodeURIComponent(challenge)}`;

const leagueAt = (league: string): string => `/api/leagues/${encodeURIComponent(league)}`;

const studied = (study: string): string => `/api/studies/${encodeURIComponent(study)}`;

/** A study, and the table that it is about where that is known. */
export interface StudyOf {
  id: string;
  table: string | null;
}

export const api = {
  pushKey: () => request<wire.PushKey>('/api/push'),
  callMe: (table: string, token: string, wanted: wire.PushWanted) =>
    request<wire.PushState>(`${at(table)}/push`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(wanted),
    }),
  callNoMore: (table: string, token: string) =>
    request<wire.PushState>(`${at(table)}/push`, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } }),
  rulesets: () => request<wire.RulesetList>('/api/rulesets'),
  bots: () => request<wire.BotList>('/api/bots'),
  tables: (which: 'open' | 'running') => request<wire.TableList>(`/api/tables?which=${which}`),
  table: (table: string) => request<wire.TableSummary>(at(table)),
  open: (wanted: wire.NewTable) => post<wire.SeatGiven>('/api/tables', wanted),
  join: (table: string, name: string) => post<wire.SeatGiven>(`${at(table)}/join`, { name }),
  rematch: (table: string, token: string) => post<wire.SeatGiven>(`${at(table)}/rematch`, {}, token),
  makeChallenge: (table: string, token: string) =>
    post<wire.ChallengeGiven>(`${at(table)}/challenges`, { browser: browserKey() }, token),
  challenge: (id: string) => request<wire.ChallengeInfo>(dared(id), mine(null)),
  takeChallenge: (id: string, name: string) => post<wire.SeatGiven>(dared(id), { name, browser: browserKey() }),
  deleteChallenge: (id: string) => remove(dared(id)),
  leagues: () => request<wire.LeagueList>('/api/leagues', mine(null)),
  league: (id: string, week: string | null) =>
    request<wire.LeagueInfo>(`${leagueAt(id)}${week === null ? '' : `?week=${encodeURIComponent(week)}`}`, mine(null)),
  makeLeague: (wanted: Omit<wire.LeagueWanted, 'browser'>) =>
    post<wire.LeagueGiven>('/api/leagues', { ...wanted, browser: browserKey() }),
  joinLeague: (id: string, name: string) =>
    post<wire.LeagueGiven>(`${leagueAt(id)}/members`, { name, browser: browserKey() }),
  renameLeague: (id: string, name: string) =>
    post<wire.LeagueGiven>(leagueAt(id), { name, browser: browserKey() }, undefined, 'PATCH'),
  leaveLeague: (id: string) => remove(`${leagueAt(id)}/members/me`),
  deleteLeague: (id: string) => remove(leagueAt(id)),
  playLeague: (id: string, game: string) =>
    post<wire.SeatGiven>(`${leagueAt(id)}/games/${game}`, { browser: browserKey() }),
  along: (table: string, token: string) =>
    request<wire.GameAlong>(`${at(table)}/along`, { headers: { authorization: `Bearer ${token}` } }),
  playOn: (table: string, from: wire.PlayOn) => post<wire.SeatGiven>(`${at(table)}/play-on`, from),
  hint: (table: string, token: string, step: number) => post<wire.HintGiven>(`${at(table)}/hint`, { step }, token),
  retry: (study: string, wanted: wire.RetryWanted) => post<wire.SeatGiven>(`${studied(study)}/retry`, wanted),
  playOnStudy: (study: string, from: wire.StudyPlayOn) => post<wire.SeatGiven>(`${studied(study)}/play-on`, from),
  /** The key moments of a review, as rounds. */
  moments: async (study: string): Promise<readonly number[]> =>
    (await request<wire.StudyView>(studied(study))).review?.moments ?? [],
  verdict: (table: string) => request<wire.Verdict>(`${at(table)}/verdict`),
  replay: (table: string, token?: string) => request<wire.Replay>(`${at(table)}/replay`, mine(table, token)),
  record: (table: string, token?: string) => text(`${at(table)}/record`, mine(table, token)),
  dice: (rules: string, round: number, seats: number | null) =>
    request<wire.DiceRoll>(
      `/api/dice?rules=${encodeURIComponent(rules)}&round=${round}${seats === null ? '' : `&seats=${seats}`}`,
    ),
  score: (body: wire.ScoreBody) => post<wire.ScoreResult>('/api/score', body),
  puzzleSupply: () => request<wire.PuzzleSupply>('/api/puzzles/supply'),
  puzzle: (rules: string, level: number, without: readonly string[]) =>
    request<wire.PuzzleInfo>(
      `/api/puzzles?rules=${encodeURIComponent(rules)}&level=${level}&not=${encodeURIComponent(without.join(','))}`,
    ),
  puzzleAt: (id: string) => request<wire.PuzzleInfo>(`/api/puzzles/${encodeURIComponent(id)}`),
  dailyPuzzle: () => request<wire.PuzzleInfo>('/api/puzzles/daily'),
  tryPuzzle: (id: string, name: string) => post<wire.SeatGiven>(`/api/puzzles/${id}/attempts`, { name }),
  puzzleSolution: (id: string, table: string, token: string) =>
    request<wire.PuzzleSolution>(`/api/puzzles/${id}/solution?table=${encodeURIComponent(table)}`, {
      headers: { authorization: `Bearer ${token}` },
    }),
  ownPuzzle: (table: string, seat: number) => post<wire.PuzzleGiven>(`${at(table)}/puzzle`, { seat }),
  makeTransfer: (games: string) => post<wire.TransferGiven>('/api/transfers', { games }),
  readTransfer: (code: string) => post<wire.TransferGames>('/api/transfers/read', { code }),
  deleteTransfer: (code: string) =>
    text('/api/transfers/delete', { method: 'POST', headers: JSON_BODY, body: JSON.stringify({ code }) }),
  hunt: () => request<wire.HuntInfo>('/api/hunt'),
  tryHunt: (name: string) => post<wire.SeatGiven>('/api/hunt/attempts', { name }),
  solve: (body: wire.SolveBody) => post<wire.SolveResult>('/api/solve', body),
  daily: (browser: string) => request<wire.DailyInfo>('/api/daily', { headers: { 'x-browser': browser } }),
  dailyOf: (date: string, browser: string) =>
    request<wire.DailyInfo>(`/api/daily/${date}`, { headers: { 'x-browser': browser } }),
  tryDaily: (date: string, body: wire.DailyAttempt) => post<wire.DailyGiven>(`/api/daily/${date}`, body),
  leaderboard: (date: string, browser: string) =>
    request<wire.Leaderboard>(`/api/daily/${date}/leaderboard`, { headers: { 'x-browser': browser } }),
  reviewTable: async (table: string, body: wire.TableReview) =>
    playsHere(table)
      ? post<wire.StudyAsked>('/api/reviews', { ...body, record: await text(`${at(table)}/record`) })
      : post<wire.StudyAsked>(`${at(table)}/reviews`, body, seatAt(table)?.token),
  reviewRecord: (body: wire.RecordReview) => post<wire.StudyAsked>('/api/reviews', body),
  bestOfRecord: (body: wire.RecordBest) => post<wire.StudyAsked>('/api/best', body),
  bestOfTable: (table: string, body: wire.TableBest) =>
    post<wire.StudyAsked>(`${at(table)}/best`, body, seatAt(table)?.token),
  /** With `after` it answers when more rounds than that are done, at the latest after some seconds. */
  study: ({ id, table }: StudyOf, after: number | null) =>
    request<wire.StudyView>(`${studied(id)}${after === null ? '' : `?after=${after}`}`, mine(table)),
  studyRound: ({ id, table }: StudyOf, round: number) =>
    request<wire.StudyRound>(`${studied(id)}/rounds/${round}`, mine(table)),
  studyBoards: ({ id, table }: StudyOf) => request<wire.StudyBoards>(`${studied(id)}/boards`, mine(table)),
  studyRecord: ({ id, table }: StudyOf) => text(`${studied(id)}/record`, mine(table)),
};

/** The picture of a seat's boards, drawn by the server. */
/** Where the card of a game is, without its format. */
export const cardAddress = {
  table: (table: string, seat: number): string => `${at(table)}/cards/${seat}`,
  challenge: (challenge: string): string => `${dared(challenge)}/card`,
};

export function boardPicture(table: string, seat: number, theme: 'light' | 'dark'): Promise<Response> {
  return send(`${at(table)}/boards/${seat}.svg?theme=${theme}`, mine(table));
}
