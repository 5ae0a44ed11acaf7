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
  if (config.database_url !== null) {
    await checkOwnDatabase('DATABASE_URL', config.database_url, config.database_session_url !== null);
    if (config.database_session_url !== null) await checkOwnDatabase('DATABASE_SESSION_URL', config.database_session_url);
    return {
      cluster: null,
      url: config.database_session_url ?? config.database_url,
      statements: { url: config.database_url, pooled: config.database_session_url !== null },
    };
  }
  const cluster = await startCluster(join(config.data_dir, 'postgres'));
  const url = await ensureDatabase(cluster, 'cemao');
  return { cluster, url, statements: { url, pooled: false } };
}

async function checkOwnDatabase(name: string, url: string, pooled = false): Promise<void> {
  const { host, pathname } = new URL(url);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, application_name: 'cemao-check' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string; encoding: string; timeout: string }>(
      "select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding, current_setting('statement_timeout') as timeout",
    );
    const version = Math.floor(Number(rows[0]?.version) / 10_000);
    if (version < OLDEST_SERVER) throw new StartError(`${name} 的 PostgreSQL 是 ${version} 版：需要 ${OLDEST_SERVER} 或更新`);
    if (rows[0]?.encoding !== 'UTF8') throw new StartError(`${name} 的数据库编码是 ${rows[0]?.encoding}：需要 UTF8`);
    // a pooler takes no settings of its clients, and without an end a statement would hold its connection for ever
    if (pooled && rows[0]?.timeout === '0')
      throw new StartError('DATABASE_URL 的连接池没有设置 statement_timeout：请按 deploy/failover/pgbouncer.ini 写 connect_query');
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
