import pg from 'pg';
import { StartError } from '../kernel/errors.ts';

/** A schema of its own: the restore drops the site's, and a mark in DATA_DIR would not be seen by another machine. */
const MARK = 'cemao_restoring';

/** From here on the database is unusable until `markRestored`. */
export async function markRestoring(client: pg.Client): Promise<void> {
  await client.query(`create schema if not exists ${MARK}`);
}

/** Rows and files are whole. */
export async function markRestored(client: pg.Client): Promise<void> {
  await client.query(`drop schema if exists ${MARK}`);
}

/** @throws StartError in a database whose restore began and did not end: what it lacks looks like a new site */
export async function refuseHalfRestored(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ yes: boolean }>('select to_regnamespace($1) is not null as yes', [MARK]);
  if (rows[0]?.yes) throw new StartError('上一次恢复没有完成，数据不完整：请重新运行 restore FILE --force');
}

/**
 * Holds a lock of the database that one process has at a time, on a connection of its own, so that it ends with the process.
 * @returns what lets it go, or null while another holds it
 */
export async function holdLock(url: string, number: number): Promise<(() => Promise<void>) | null> {
  const client = new pg.Client({ connectionString: url, application_name: 'cemao-lock' });
  // a connection that breaks has let go already
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [number]);
  const end = () => client.end().catch(() => undefined);
  if (rows[0]?.held) return end;
  await end();
  return null;
}
