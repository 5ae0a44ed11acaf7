import { expect } from 'vitest';
import type { TestApp } from './app.ts';

/** Resolves once a statement of this database waits for a row that somebody else has locked. */
export async function waitsForLock(t: TestApp): Promise<void> {
  const waiting = "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await expect.poll(async () => (await t.booted.pool.pool.query<{ n: number }>(waiting)).rows[0]?.n, { interval: 20 }).toBeGreaterThan(0);
}
