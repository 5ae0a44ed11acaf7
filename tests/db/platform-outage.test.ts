import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { inTransaction } from '#server/app/ctx.ts';
import { firstConnection, isDatabaseUnavailable, openPool } from '#server/db/pool.ts';
import { testApp } from '../support/app.ts';

/** Of a pool in these tests. */
const CONNECT_MS = 300;

const t = testApp();

it('R-12 takes a connection that breaks inside a transaction for an outage, whichever error comes out of it', async () => {
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

it('a process that is busy reading its code when it starts gets its first connection all the same', async () => {
  const pool = openPool(t.booted.database_url, 2, t.app.log, { connect_ms: CONNECT_MS });
  const busy = () => {
    for (const until = performance.now() + 2 * CONNECT_MS; performance.now() < until; );
  };
  try {
    const hasty = pool.pool.query('select 1').then(
      () => null,
      (error: unknown) => error,
    );
    busy();
    const late = await hasty;
    expect(late, 'the busy process takes its connection for late').toBeInstanceOf(Error);
    expect(isDatabaseUnavailable(late)).toBe(true);

    const first = firstConnection(pool);
    busy();
    await first;
    expect((await pool.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  } finally {
    await pool.close();
  }
});

it('does not wait for a database that refuses', async () => {
  const pool = openPool('postgres://cemao:no@127.0.0.1:1/cemao', 2, t.app.log);
  await expect(firstConnection(pool)).rejects.toThrow(/ECONNREFUSED/);
  await pool.close();
});
