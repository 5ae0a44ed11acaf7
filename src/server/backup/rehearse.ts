import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { StartError } from '../kernel/errors.ts';
import { removeLeftBehind, removeWhole } from './left-behind.ts';
import { restore } from './restore.ts';
import { countRows } from './table-copy.ts';

/** Beside the archives, where there is room for what is in them; followed by the process's number. */
const SCRATCH = '.cemao-rehearsal-';
/** What people would miss first. */
const MAIN = ['users', 'items', 'orders', 'grants', 'ledger_entries'] as const;

export interface Rehearsal {
  tables: number;
  rows: number;
  files: number;
  /** Rows of the tables that people would miss first. */
  main: Record<(typeof MAIN)[number], number>;
}

/**
 * Restores an archive into a temporary database and folder, as a real restore would: checked against its manifest, loaded, counted, migrated; then
 * `look` is called. The site's data is not touched. One at a time for each database: left to the caller.
 * @throws StartError when the archive cannot be restored, or this account may not make databases; what `look` throws
 */
export async function rehearse(
  database_url: string,
  folder: string,
  archive: string,
  look: (scratch_url: string) => Promise<void>,
): Promise<Rehearsal> {
  await removeLeftBehind(folder, SCRATCH, 0);
  const scratch = new URL(database_url);
  const name = `${decodeURIComponent(scratch.pathname.slice(1)).slice(0, 50)}_rehearsal`;
  scratch.pathname = `/${encodeURIComponent(name)}`;
  const files = join(folder, `${SCRATCH}${process.pid}`);
  const drop = `drop database if exists ${pg.escapeIdentifier(name)} with (force)`;
  const client = new pg.Client({ connectionString: database_url, application_name: 'cemao-rehearsal' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(drop);
    await makeDatabase(client, name);
    mkdirSync(files, { mode: 0o700 });
    const report = await restore(scratch.href, files, archive);
    const main = await countMain(scratch.href);
    await look(scratch.href);
    return { tables: report.tables, rows: report.rows, files: report.files, main };
  } finally {
    await removeWhole(files);
    await client.query(drop).catch(() => undefined);
    await client.end().catch(() => undefined);
  }
}

async function makeDatabase(client: pg.Client, name: string): Promise<void> {
  try {
    await client.query(`create database ${pg.escapeIdentifier(name)} template template0 encoding 'UTF8'`);
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error;
    throw new StartError('数据库账号不能建库，无法演练：请由管理员执行 alter role 账号 createdb');
  }
}

async function countMain(url: string): Promise<Rehearsal['main']> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const counts = {} as Rehearsal['main'];
    for (const name of MAIN) counts[name] = await countRows(client, { name: `public.${name}`, columns: [] });
    return counts;
  } finally {
    await client.end();
  }
}
