import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { fingerprintOf, type Secrets } from '../../config/secrets.ts';
import { refuseHalfRestored } from '../../db/hold-lock.ts';
import { foreignMigration, foreignText, knownMigrations } from '../../db/migrate.ts';
import { sqlState } from '../../db/pool.ts';
import { builderOn } from '../../db/transaction.ts';
import { StartError } from '../../kernel/errors.ts';
import { lastBackup } from '../../modules/operations/index.ts';
import { knownSecrets } from '../../modules/settings/index.ts';
import type { DatabaseFacts, ReplicaFacts } from './facts.ts';

interface ServerRow {
  version: string;
  encoding: string;
  most: number;
  used: number;
  now: Date;
  gist: boolean;
  createdb: boolean;
}

const CONNECT_MS = 5_000;
/** A copy that follows is level within milliseconds. */
const LEVEL_TRIES = 50;
const LEVEL_PAUSE_MS = 100;

/** Looks at a database and changes nothing in it. @throws StartError as the start of the site would */
export async function lookAtDatabase(url: string, secrets: Secrets): Promise<DatabaseFacts> {
  const client = await connect(url);
  try {
    await refuseHalfRestored(client);
    const before_ms = Date.now();
    const { rows } = await client.query<ServerRow>(`
      select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
        current_setting('max_connections')::int as most, (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
        clock_timestamp() as now, exists (select 1 from pg_available_extensions where name = 'btree_gist') as gist,
        (select rolcreatedb or rolsuper from pg_roles where rolname = current_user) as createdb`);
    const after_ms = Date.now();
    const [row] = rows;
    if (!row) throw new StartError('数据库没有回答');
    const applied = await appliedHashes(client);
    const foreign = applied && foreignMigration(applied);
    if (foreign) throw new StartError(`数据库${foreignText(foreign)}`);
    const db = builderOn(client);
    const known = await ifThere(() => knownSecrets(db));
    const backup = await ifThere(() => lastBackup(db));
    return {
      version: row.version,
      encoding: row.encoding,
      max_connections: row.most,
      used_connections: row.used,
      skew_ms: row.now.getTime() - (before_ms + after_ms) / 2,
      gist: row.gist,
      may_create_databases: row.createdb,
      missing: applied && knownMigrations().filter((name) => !applied.has(name)),
      same_secrets: known === null || known === fingerprintOf(secrets),
      backup_at: backup?.started_at ?? null,
    };
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Looks at the server that pages are read from. @throws when it cannot be asked */
export async function lookAtReplica(url: string, primary_url: string, secrets: Secrets): Promise<ReplicaFacts> {
  const client = await connect(url);
  try {
    const { rows } = await client.query<{ follows: boolean }>('select pg_is_in_recovery() as follows');
    const follows = rows[0]?.follows === true;
    const ours = (await ifThere(() => knownSecrets(builderOn(client)))) === fingerprintOf(secrets);
    return { follows, ours, level: follows && ours ? await isLevel(client, primary_url) : null };
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Whether the copy gets to where the database is now; null: the database cannot be asked. */
async function isLevel(replica: pg.Client, primary_url: string): Promise<boolean | null> {
  const primary = await connect(primary_url).catch(() => null);
  if (!primary) return null;
  let lsn: string;
  try {
    const { rows } = await primary.query<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn');
    lsn = rows[0]?.lsn ?? '';
  } finally {
    await primary.end().catch(() => undefined);
  }
  for (let tries = 0; tries < LEVEL_TRIES; tries++) {
    const { rows } = await replica.query<{ reached: boolean }>('select pg_last_wal_replay_lsn() >= $1::pg_lsn as reached', [lsn]);
    if (rows[0]?.reached) return true;
    await wait(LEVEL_PAUSE_MS);
  }
  return false;
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: 'cemao-doctor', connectionTimeoutMillis: CONNECT_MS });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

const has = async (client: pg.Client, table: string): Promise<boolean> =>
  (await client.query<{ yes: boolean }>('select to_regclass($1) is not null as yes', [table])).rows[0]?.yes ?? false;

async function appliedHashes(client: pg.Client): Promise<Map<string, string> | null> {
  if (!(await has(client, 'cemao_migrations'))) return null;
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from cemao_migrations');
  return rows.length === 0 ? null : new Map(rows.map(({ name, hash }) => [name, hash]));
}

/** What a database of an earlier version, or an empty one, has no table for yet is null. */
async function ifThere<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (sqlState(error) === '42P01') return null;
    throw error;
  }
}
