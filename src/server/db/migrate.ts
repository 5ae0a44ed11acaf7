import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { StartError } from '../kernel/errors.ts';
import { sha256 } from '../kernel/ids.ts';
import { refuseHalfRestored } from './hold-lock.ts';

const FOLDER = fileURLToPath(new URL('./migrations/', import.meta.url));
/** Key of the advisory lock that makes concurrent starts migrate one after the other. */
const LOCK = 7_203_611;

interface JournalEntry {
  idx: number;
  tag: string;
}

function journal(): JournalEntry[] {
  return (JSON.parse(readFileSync(join(FOLDER, 'meta', '_journal.json'), 'utf8')) as { entries: JournalEntry[] }).entries;
}

/**
 * Applies the missing migrations in order, each in its own transaction; resumes where it stopped. `through`: the last one to apply,
 * default all. `restoring`: the caller is the restore itself.
 * @returns the names applied now
 * @throws StartError when an applied migration has another text than in this code, or a restore was not finished
 */
export async function migrate(url: string, options: { through?: string | undefined; restoring?: boolean } = {}): Promise<string[]> {
  return withClient(url, async (client) => {
    if (!options.restoring) await refuseHalfRestored(client);
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const missing = upTo(await pending(client), options.through);
    for (const entry of missing) {
      const text = readFileSync(join(FOLDER, `${entry.tag}.sql`), 'utf8');
      await client.query('begin');
      try {
        for (const statement of text.split('--> statement-breakpoint')) if (statement.trim()) await client.query(statement);
        await client.query('insert into cemao_migrations (name, hash) values ($1, $2)', [entry.tag, sha256(text)]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(`migration ${entry.tag} failed: ${(error as Error).message}`, { cause: error });
      }
    }
    return missing.map((entry) => entry.tag);
  });
}

/** Names of migrations that this database does not have yet. */
export async function missingMigrations(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    await refuseHalfRestored(client);
    return (await pending(client)).map((entry) => entry.tag);
  });
}

/** Names of all migrations of this code, in order. */
export function knownMigrations(): string[] {
  return journal().map((entry) => entry.tag);
}

/** Names that a database has, in order of application. */
export async function appliedMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from cemao_migrations');
  const names = new Set(rows.map((row) => row.name));
  return knownMigrations().filter((name) => names.has(name));
}

function upTo(entries: JournalEntry[], last: string | undefined): JournalEntry[] {
  if (last === undefined) return entries;
  const end = journal().findIndex((entry) => entry.tag === last);
  return entries.filter((entry) => journal().findIndex(({ tag }) => tag === entry.tag) <= end);
}

async function pending(client: pg.Client): Promise<JournalEntry[]> {
  await client.query(
    'create table if not exists cemao_migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())',
  );
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from cemao_migrations');
  const applied = new Map(rows.map((row) => [row.name, row.hash]));
  const foreign = foreignMigration(applied);
  if (foreign !== null) throw new StartError(`数据库${foreignText(foreign)}`);
  return journal().filter((entry) => !applied.has(entry.tag));
}

const hashOf = (name: string): string => sha256(readFileSync(join(FOLDER, `${name}.sql`), 'utf8'));

/** What stands behind 数据库 or 备份 when its migration of that name is another than ours. */
export const foreignText = (name: string): string =>
  `由不兼容的版本建立（迁移 ${name} 的内容与本程序不同），无法升级：请用建立它的那个版本的程序`;

/** The first of these applied migrations that this code has in other words, or null. */
export function foreignMigration(applied: ReadonlyMap<string, string>): string | null {
  return knownMigrations().find((name) => applied.has(name) && applied.get(name) !== hashOf(name)) ?? null;
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
