import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '../config/config.ts';
import { StartError } from '../kernel/errors.ts';
import { type Cluster, ensureDatabase, startCluster } from './cluster.ts';

const OLDEST_SERVER = 15;

export interface OpenDatabase {
  /** The embedded cluster, or null with an own database. */
  cluster: Cluster | null;
  /** For what needs a session: jobs, LISTEN, locks that outlast a transaction, migrations, backups. */
  url: string;
  /** For statements and transactions: the same, or a pooler in transaction mode. */
  statements: { url: string; pooled: boolean };
}

/**
 * The configured database, reachable: the embedded cluster is started or adopted, an own one is asked whether it will do.
 * @throws StartError in one readable line
 */
export async function openDatabase(config: Config): Promise<OpenDatabase> {
  const { database_url, database_session_url } = config;
  if (database_url !== null) {
    const pooled = database_session_url !== null;
    await connected('DATABASE_URL', database_url, (client) => check('DATABASE_URL', client, pooled));
    if (pooled)
      await connected('DATABASE_SESSION_URL', database_session_url, async (session) => {
        await check('DATABASE_SESSION_URL', session);
        await refuseTwo(session, database_url);
      });
    return { cluster: null, url: database_session_url ?? database_url, statements: { url: database_url, pooled } };
  }
  const cluster = await startCluster(join(config.data_dir, 'postgres'));
  const url = await ensureDatabase(cluster, 'cemao');
  return { cluster, url, statements: { url, pooled: false } };
}

async function check(name: string, client: pg.Client, pooled = false): Promise<void> {
  const { rows } = await client.query<{ version: string; encoding: string; timeout: string }>(
    "select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding, current_setting('statement_timeout') as timeout",
  );
  const version = Math.floor(Number(rows[0]?.version) / 10_000);
  if (version < OLDEST_SERVER) throw new StartError(`${name} 的 PostgreSQL 是 ${version} 版：需要 ${OLDEST_SERVER} 或更新`);
  if (rows[0]?.encoding !== 'UTF8') throw new StartError(`${name} 的数据库编码是 ${rows[0]?.encoding}：需要 UTF8`);
  // a pooler takes no settings of its clients, and without an end a statement would hold its connection for ever
  if (pooled && rows[0]?.timeout === '0')
    throw new StartError('DATABASE_URL 的连接池没有设置 statement_timeout：请按 deploy/failover/pgbouncer.ini 写 connect_query');
}

/** A lock that the session holds is free in every other database, a copy or a follower of it too. */
async function refuseTwo(session: pg.Client, database_url: string): Promise<void> {
  const lock = [randomInt(2 ** 47)];
  await session.query('select pg_try_advisory_lock($1)', lock);
  await connected('DATABASE_URL', database_url, async (client) => {
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_xact_lock($1) as free', lock);
    if (rows[0]?.free) throw new StartError('DATABASE_URL 与 DATABASE_SESSION_URL 不是同一个数据库：后台任务会找不到网站写下的内容');
  });
}

async function connected(name: string, url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const { host, pathname } = new URL(url);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, application_name: 'cemao-check' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await work(client);
  } catch (error) {
    if (error instanceof StartError) throw error;
    // never the URL itself: it holds the password
    const { code, message } = error as { code?: string; message: string };
    const reason = code === '28P01' || code === '28000' ? '用户名或密码不对' : code === '3D000' ? '没有这个数据库' : code || message;
    throw new StartError(`${name} 所指的数据库连不上（${host}${pathname}）：${reason}`);
  } finally {
    await client.end().catch(() => undefined);
  }
}
