/** The days in a row on which the daily game was finished in time, kept in this browser. */

import { finishedDays } from '../storage';

const MOST_DAYS = 400;

export function dayAfter(date: string, days = 1): string {
  const day = new Date(`${date}T12:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}

/** How many days in a row, up to today or, as long as today is not over, up to yesterday. */
export function streakOf(days: readonly string[], today: string): number {
  const played = new Set(days);
  let length = 0;
  for (let day = played.has(today) ? today : dayAfter(today, -1); played.has(day); day = dayAfter(day, -1)) length++;
  return length;
}

export function streak(today: string): number {
  return streakOf(finishedDays.get(), today);
}

export function noteDay(date: string): void {
  const days = new Set(finishedDays.get()).add(date);
  finishedDays.set([...days].sort().slice(-MOST_DAYS));
}
