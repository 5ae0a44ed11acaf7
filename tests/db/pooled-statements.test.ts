import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { ConfigError, readConfig } from '#server/config/config.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { openPool } from '#server/db/pool.ts';
import { PLANNED_ONCE, statement } from '#server/db/statement.ts';
import { transact } from '#server/db/transaction.ts';
import { testApp } from '../support/app.ts';

const t = testApp();

const twice = statement<{ n: number }>('pooled_twice', 'select $1::int * 2 as n');
const once = statement<{ n: number }>('pooled_once', 'select $1::int + 1 as n', PLANNED_ONCE);
const prepared = sql`select name from pg_prepared_statements where name like 'pooled_%'`;

it('a statement has a name on a connection of ours, and none behind a pooler, in a transaction and outside', async () => {
  for (const pooled of [false, true]) {
    const { db, close } = openPool(t.booted.database_url, 1, t.app.log, { pooled });
    try {
      expect(await twice(db, [4])).toEqual([{ n: 8 }]);
      expect(await once(db, [4])).toEqual([{ n: 5 }]);
      expect(await transact(db, (tx) => twice(tx, [5]))).toEqual([{ n: 10 }]);
      expect((await db.execute(prepared)).rows.length, `pooled: ${pooled}`).toBe(pooled ? 0 : 2);
    } finally {
      await close();
    }
  }
});

it('keeps what needs a session apart, and refuses a pooler whose statements have no end, and two databases', async () => {
  const { database_url } = t.booted;
  const bounded = `${database_url}?options=${encodeURIComponent('-c statement_timeout=30000')}`;
  const of = (env: Record<string, string>) => readConfig({ DATA_DIR: t.config.data_dir, SEED: 'NONE', ...env }, { keep: false });
  expect(await openDatabase(of({ DATABASE_URL: database_url }))).toMatchObject({
    url: database_url,
    statements: { url: database_url, pooled: false },
  });
  expect(await openDatabase(of({ DATABASE_URL: bounded, DATABASE_SESSION_URL: database_url }))).toMatchObject({
    url: database_url,
    statements: { url: bounded, pooled: true },
  });
  await expect(openDatabase(of({ DATABASE_URL: database_url, DATABASE_SESSION_URL: database_url }))).rejects.toThrow('connect_query');
  const nobody = 'postgres://cemao:secret@127.0.0.1:1/cemao';
  await expect(openDatabase(of({ DATABASE_URL: bounded, DATABASE_SESSION_URL: nobody }))).rejects.toThrow(
    /^DATABASE_SESSION_URL 所指的数据库连不上（127\.0\.0\.1:1\/cemao）/,
  );
  // the same server, another database of it
  const other = new URL(database_url);
  other.pathname = '/postgres';
  await expect(openDatabase(of({ DATABASE_URL: bounded, DATABASE_SESSION_URL: other.href }))).rejects.toThrow(
    'DATABASE_URL 与 DATABASE_SESSION_URL 不是同一个数据库',
  );
  expect(() => of({ DATABASE_SESSION_URL: database_url })).toThrow(ConfigError);
});

/** What PgBouncer says when each of its servers is lent for longer than `query_wait_timeout`. */
const NO_SERVER = Buffer.from('E\0\0\0\0SFATAL\0VFATAL\0C08P01\0Mquery_wait_timeout\0\0');
NO_SERVER.writeInt32BE(NO_SERVER.length - 1, 1);

/** A place in front of the database. */
async function inFront(meet: (near: Socket, target: { host: string; port: number }) => void) {
  const { hostname, port } = new URL(t.booted.database_url);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    sockets.add(near.on('error', () => undefined));
    meet(near, { host: hostname, port: Number(port) });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(t.booted.database_url);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

it('a pooler that has no server to lend breaks no statement; a database that answers nothing itself does', async () => {
  let servers = 2;
  const pooler = await inFront((near, target) => {
    if (servers-- <= 0) return void near.once('data', () => near.end(NO_SERVER));
    const far = connect(target);
    near.pipe(far).on('error', () => near.destroy());
    far.pipe(near);
  });
  const silent = await inFront((near) => near.resume());
  const pools = [t.booted.database_url, silent.url].map((session_url) => openPool(pooler.url, 1, t.app.log, { pooled: true, session_url }));
  try {
    // the one ends by itself long after it was asked, the other long after that
    const [busy, frozen] = await Promise.allSettled([5, 30].map((seconds, i) => pools[i]?.db.execute(sql`select pg_sleep(${seconds})`)));
    expect(busy).toMatchObject({ status: 'fulfilled' });
    expect(frozen).toMatchObject({ status: 'rejected', reason: { cause: { message: expect.stringContaining('answers nothing') } } });
  } finally {
    await Promise.all(pools.map((pool) => pool.close()));
    for (const place of [pooler, silent]) place.stop();
  }
});
