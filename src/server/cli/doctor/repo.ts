import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { fingerprintOf, type Secrets } from '../../config/secrets.ts';
import { refuseHalfRestored } from '../../db/half-restored.ts';
import { foreignMigration, foreignText, knownMigrations } from '../../db/migrate.ts';
import { sqlState } from '../../db/pool.ts';
import { StartError } from '../../kernel/errors.ts';
import { lastBackup } from '../../modules/operations/index.ts';
import { knownSecrets } from '../../modules/settings/index.ts';
import type { DatabaseFacts } from './facts.ts';

interface ServerRow {
  version: string;
  encoding: string;
  most: number;
  used: number;
  now: Date;
  gist: boolean;
  createdb: boolean;
}

/** Looks at a database and changes nothing in it. @throws StartError as the start of the site would */
export async function lookAtDatabase(url: string, secrets: Secrets): Promise<DatabaseFacts> {
  const client = new pg.Client({ connectionString: url, application_name: 'cemao-doctor', connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
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
    const db = drizzle(client);
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
