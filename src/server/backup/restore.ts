import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { getConstructionPlans } from 'pg-boss';
import { markRestored, markRestoring } from '../db/hold-lock.ts';
import { foreignMigration, foreignText, knownMigrations, migrate } from '../db/migrate.ts';
import { StartError } from '../kernel/errors.ts';
import { inStrips } from '../kernel/strips.ts';
import { type ArchiveEntry, readArchive } from './archive.ts';
import { type ArchivedFile, type BackupReport, diskReason, KEPT, MANIFEST, type Manifest, sumFiles } from './backup.ts';
import { removeLeftBehind, removeWhole } from './left-behind.ts';
import { advanceSequences, countRows, emptyTable, fixTextForm, loadRows, readShapes, setTriggers } from './table-copy.ts';

/** Files on their way into DATA_DIR, followed by the process's number. */
const STAGED = '.restore-';
const MIGRATIONS = 'public.cemao_migrations';

/**
 * Replaces rows (one transaction) and files (renames) by those of a backup that was checked first; migrates an older one. A mark in the database
 * keeps sites from starting until a restore was completed.
 * @throws StartError when the archive is damaged, newer than this code or of another line of versions, when the site runs, when there is
 * data and no `force`, or no room
 */
export async function restore(
  database_url: string,
  data_dir: string,
  archive: string,
  options: { force?: boolean } = {},
): Promise<BackupReport> {
  const manifest = await checkArchive(archive);
  const unknown = manifest.migrations.filter((name) => !knownMigrations().includes(name));
  if (unknown.length > 0) throw new StartError(`备份来自更新的版本（${unknown.join('、')}）：请先升级程序`);
  const foreign = foreignMigration(manifest.migration_hashes);
  if (foreign !== null) throw new StartError(`备份${foreignText(foreign)}`);

  const client = new pg.Client({ connectionString: database_url, application_name: 'cemao-restore' });
  await client.connect();
  const staged = join(data_dir, `${STAGED}${process.pid}`);
  try {
    await refuseWhileInUse(client);
    if (!options.force && ((await hasRows(client)) || hasFiles(data_dir))) {
      throw new StartError('目标数据库或 DATA_DIR 中已有数据：请换一个空的，或加 --force 覆盖');
    }
    await removeLeftBehind(data_dir, STAGED, 0);
    refuseWithoutRoom(data_dir, manifest);
    await fixTextForm(client);
    await markRestoring(client);
    await client.query('drop schema if exists pgboss cascade; drop schema public cascade; create schema public');
    if (manifest.tables.some(({ name }) => name.startsWith('pgboss.'))) await client.query(getConstructionPlans());
    await migrate(database_url, { through: manifest.migrations.at(-1), restoring: true });
    await makeYears(client);
    await load(client, manifest, archive, staged);
    for (const name of KEPT) {
      await removeWhole(join(data_dir, name));
      if (existsSync(join(staged, name))) renameSync(join(staged, name), join(data_dir, name));
    }
    await migrate(database_url, { restoring: true });
    await markRestored(client);
  } finally {
    await removeWhole(staged);
    await client.end();
  }
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  return { tables: manifest.tables.length, rows, files: manifest.files.count, bytes: manifest.files.bytes };
}

/** Rows with numbers of later years need their parts; those by time wait in a rest. */
async function makeYears(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select 1 where to_regproc('cemao_part') is not null`);
  if (rows.length === 0) return;
  await client.query(`
    select cemao_part(c.relname, make_timestamptz(y, 1, 1, 0, 0, 0, 'UTC'), 12)
    from pg_class c, generate_series(2026, extract(year from now())::integer + 3) y
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'p' and to_regclass(c.relname || '_rest') is null`);
}

async function load(client: pg.Client, manifest: Manifest, archive: string, staged: string): Promise<void> {
  const here = new Map((await readShapes(client)).map((table) => [table.name, table]));
  const shapes = manifest.tables.map((table) => {
    const known = here.get(table.name);
    const missing = table.columns.find(({ name }) => !known?.columns.some((column) => column.name === name));
    if (!known || missing) throw new StartError(`备份中的 ${table.name}${missing ? `.${missing.name}` : ''} 在这个版本里不存在`);
    return table;
  });
  const by_name = new Map(shapes.map((table) => [table.name, table]));
  await client.query('begin');
  try {
    for (const table of shapes) await setTriggers(client, table, false);
    // what migrations and the job queue wrote by themselves; those that point at others first
    for (const table of shapes.toReversed()) await emptyTable(client, table);
    for await (const entry of entriesOf(archive)) {
      const [area, table_name = ''] = entry.name.split('/');
      const table = by_name.get(table_name);
      if (area === 'db' && table) await loadRows(client, table, (await textOf(entry)).trimEnd().split('\n'));
      else if (area === 'files') await stage(entry, join(staged, entry.name.slice('files/'.length)));
    }
    for (const table of shapes) {
      await advanceSequences(client, table);
      await setTriggers(client, table, true);
      const rows = await countRows(client, table);
      if (rows !== table.rows) throw new Error(`${table.name} has ${rows} rows instead of ${table.rows}`);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** The manifest of a whole archive, and what its rows say of the migrations that they had: name and hash. */
export interface CheckedArchive extends Manifest {
  migration_hashes: Map<string, string>;
}

/** Reads everything once. @throws StartError when a row or a byte differs from the manifest */
export async function checkArchive(archive: string): Promise<CheckedArchive> {
  if (!existsSync(archive)) throw new StartError(`找不到备份文件 ${archive}`);
  const tables = new Map<string, { hash: ReturnType<typeof createHash>; rows: number }>();
  const files = sumFiles();
  let manifest: Manifest | null = null;
  let migration_lines = '';
  try {
    for await (const entry of entriesOf(archive)) {
      if (entry.name === MANIFEST) {
        manifest = await readManifest(await textOf(entry));
        continue;
      }
      const [area, table = ''] = entry.name.split('/');
      if (area === 'db') {
        const seen = tables.get(table) ?? { hash: createHash('sha256'), rows: 0 };
        const text = await textOf(entry);
        if (table === MIGRATIONS) migration_lines += text;
        seen.hash.update(text);
        seen.rows += text.split('\n').length - 1;
        tables.set(table, seen);
      } else {
        const [path, hash] = [entry.name.slice('files/'.length), createHash('sha256')];
        const steps = path.split('/');
        if (!KEPT.includes(steps[0] ?? '') || steps.includes('..')) throw new StartError(`备份文件中有越界的路径 ${path}`);
        for await (const chunk of entry.content) hash.update(chunk);
        files.add({ path, size_bytes: entry.size_bytes, sha256: hash.digest('hex') });
      }
    }
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(`备份文件已损坏：${(error as Error).message}`);
  }
  if (manifest === null) throw new StartError('备份文件不完整：没有清单');
  const empty = createHash('sha256').digest('hex');
  for (const table of manifest.tables) {
    const seen = tables.get(table.name);
    if ((seen?.rows ?? 0) !== table.rows || (seen?.hash.digest('hex') ?? empty) !== table.sha256) {
      throw new StartError(`备份文件已损坏：表 ${table.name} 与清单不符`);
    }
  }
  if (!isDeepStrictEqual(files.sums(), manifest.files)) throw new StartError('备份文件已损坏：文件与清单不符');
  return { ...manifest, migration_hashes: hashesIn(migration_lines, manifest) };
}

/** Format 1 named every file: archives of versions before 2026-12. */
async function readManifest(text: string): Promise<Manifest> {
  const found = JSON.parse(text) as Manifest | (Omit<Manifest, 'format' | 'files'> & { format: 1; files: ArchivedFile[] });
  if (found.format === 2) return found;
  if (found.format !== 1) throw new StartError('备份来自更新的版本：请先升级程序');
  const files = sumFiles();
  for await (const file of inStrips(found.files)) files.add(file);
  return { ...found, format: 2, files: files.sums() };
}

function hashesIn(lines: string, { tables }: Manifest): Map<string, string> {
  const columns = tables.find(({ name }) => name === MIGRATIONS)?.columns.map(({ name }) => name) ?? [];
  const rows = lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as string[]);
  return new Map(rows.map((row) => [row[columns.indexOf('name')] ?? '', row[columns.indexOf('hash')] ?? '']));
}

async function* entriesOf(archive: string): AsyncGenerator<ArchiveEntry> {
  const file = createReadStream(archive);
  const zip = createGunzip();
  file.once('error', (error) => zip.destroy(error));
  yield* readArchive(file.pipe(zip) as Readable);
}

async function textOf(entry: ArchiveEntry): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const chunk of entry.content) parts.push(chunk);
  return Buffer.concat(parts).toString('utf8');
}

async function stage(entry: ArchiveEntry, path: string): Promise<void> {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(entry.content, createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new StartError(`写不进 DATA_DIR：${diskReason(error as NodeJS.ErrnoException)}`);
  }
}

/** Before anything is dropped: a restore that stops half way would leave neither what was there nor what is in the archive. */
function refuseWithoutRoom(data_dir: string, manifest: Manifest): void {
  const { bavail, bsize } = statfsSync(data_dir);
  const needed = manifest.files.bytes;
  if (bavail * bsize < needed) throw new StartError(`DATA_DIR 所在的磁盘空间不足：恢复文件需要 ${Math.ceil(needed / 1e6)} MB`);
}

async function refuseWhileInUse(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ n: string }>(
    `select count(*)::text as n from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name in ('cemao', 'cemao-jobs', 'cemao-purge', 'cemao-stream')`,
  );
  if (Number(rows[0]?.n) > 0) throw new StartError('网站正在使用这个数据库：请先停止它');
}

async function hasRows(client: pg.Client): Promise<boolean> {
  for (const table of await readShapes(client)) {
    if (table.name.startsWith('pgboss.') || table.name === MIGRATIONS) continue;
    if ((await countRows(client, table)) > 0) return true;
  }
  return false;
}

function hasFiles(data_dir: string): boolean {
  return KEPT.filter((name) => name !== 'secrets.json').some(
    (name) => existsSync(join(data_dir, name)) && readdirSync(join(data_dir, name)).length > 0,
  );
}
