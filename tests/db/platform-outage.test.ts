import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '#server/app/ctx.ts';
import { isDatabaseUnavailable } from '#server/db/pool.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.stop());

it('takes a connection that breaks inside a transaction for an outage, whichever error comes out of it', async () => {
  const broken = inTransaction(t.ctx(), async (tx) => {
    const { rows } = await tx.db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    const gone = sql`select count(*)::int as n from pg_stat_activity where pid = ${rows[0]?.pid}`;
    await t.app.db.execute(sql`select pg_terminate_backend(${rows[0]?.pid})`);
    await expect.poll(async () => (await t.app.db.execute<{ n: number }>(gone)).rows[0]?.n).toBe(0);
    await tx.db.execute(sql`select 1`);
  });
  const error = await broken.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Error);
  expect(isDatabaseUnavailable(error)).toBe(true);
  // and the pool has another connection for the next one
  expect(await inTransaction(t.ctx(), async (tx) => (await tx.db.execute<{ one: number }>(sql`select 1 as one`)).rows[0]?.one)).toBe(1);
});
