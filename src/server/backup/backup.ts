import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { refuseHalfRestored } from '../db/hold-lock.ts';
import { appliedMigrations } from '../db/migrate.ts';
import { StartError } from '../kernel/errors.ts';
import { randomToken } from '../kernel/ids.ts';
import { writeArchive } from './archive.ts';
import { removeLeftBehind } from './left-behind.ts';
import { dumpRows, fixTextForm, readShapes, type TableShape } from './table-copy.ts';

/** What an archive holds; its last entry, so that an archive without it is incomplete. */
export interface Manifest {
  format: 2;
  created_at: string;
  /** Migrations that the data had, in order. */
  migrations: string[];
  tables: Array<TableShape & { rows: number; sha256: string }>;
  files: FileSums;
}

export interface ArchivedFile {
  path: string;
  size_bytes: number;
  sha256: string;
}

/** What all files of an archive come to: `sha256` is of path, size and hash of each, in the order of the archive. */
export interface FileSums {
  count: number;
  bytes: number;
  sha256: string;
}

/** Adds up files one by one: a list of millions of them would fit neither memory nor a text. */
export function sumFiles(): { add(file: ArchivedFile): void; sums(): FileSums } {
  const hash = createHash('sha256');
  let [count, bytes] = [0, 0];
  return {
    add({ path, size_bytes, sha256 }) {
      hash.update(`${JSON.stringify([path, size_bytes, sha256])}\n`);
      count += 1;
      bytes += size_bytes;
    },
    sums: () => ({ count, bytes, sha256: hash.copy().digest('hex') }),
  };
}

/** An archive on its way, followed by the process's number and something random; beside the final one, so that a rename is enough. */
const HALF = '.cemao-backup-';
/** A backup that lives writes more often than this. */
const QUIET_MS = 10 * 60_000;

export const MANIFEST = 'manifest.json';
/** What of DATA_DIR is backed up: originals, pages, pictures, arriving uploads and the secrets. Not the cluster itself, not scratch. */
export const KEPT = ['private', 'public', 'uploads', 'secrets.json'];

export interface BackupReport {
  tables: number;
  rows: number;
  files: number;
  bytes: number;
}

/**
 * Writes one snapshot of the database and all files into an archive (tar, gzip, mode 0600) that gets its name only when complete. The site may
 * run meanwhile. Changes nothing in the database, which may be older than this code (a backup before an upgrade).
 * @throws StartError when `archive` exists already, or when the database was never set up or its restore not finished
 */
export async function backup(database_url: string, data_dir: string, archive: string): Promise<BackupReport> {
  if (existsSync(archive)) throw new StartError(`${archive} 已存在：请换一个文件名`);
  const folder = dirname(archive);
  await removeLeftBehind(folder, HALF, QUIET_MS);
  const half = join(folder, `${HALF}${process.pid}-${randomToken(6)}`);
  const zip = createGzip({ level: 6 });
  const file = createWriteStream(half, { mode: 0o600, flags: 'wx' });
  // a full disk stops the zip, whose next write only says that it was stopped
  let refused: NodeJS.ErrnoException | undefined;
  file.once('error', (error) => {
    refused = error;
  });
  const written = pipeline(zip, file);
  written.catch(() => undefined);
  const out = writeArchive(zip);
  const sum = sumFiles();
  const manifest: Manifest = { format: 2, created_at: new Date().toISOString(), migrations: [], tables: [], files: sum.sums() };
  const client = new pg.Client({ connectionString: database_url, application_name: 'cemao-backup' });
  try {
    await client.connect();
    await refuseHalfRestored(client);
    await fixTextForm(client);
    await client.query('begin isolation level repeatable read read only');
    const { rows: known } = await client.query<{ yes: boolean }>("select to_regclass('cemao_migrations') is not null as yes");
    if (!known[0]?.yes) throw new StartError('数据库还是空的，没有可备份的数据');
    manifest.migrations = await appliedMigrations(client);
    for (const table of await readShapes(client)) {
      const hash = createHash('sha256');
      let rows = 0;
      let part = 0;
      for await (const lines of dumpRows(client, table)) {
        const bytes = Buffer.from(`${lines.join('\n')}\n`);
        hash.update(bytes);
        rows += lines.length;
        await out.addBytes(`db/${table.name}/${String(part++).padStart(6, '0')}.jsonl`, bytes);
      }
      manifest.tables.push({ ...table, rows, sha256: hash.digest('hex') });
    }
    await client.query('commit');
    // after the rows: a file is never changed, so every file that the rows name is there
    for await (const file of listFiles(data_dir)) {
      const path = relative(data_dir, file).replaceAll('\\', '/');
      const hash = createHash('sha256');
      const size_bytes = await out.addFile(`files/${path}`, file, (chunk) => hash.update(chunk));
      if (size_bytes === null) continue; // an upload that was given up meanwhile
      sum.add({ path, size_bytes, sha256: hash.digest('hex') });
    }
    manifest.files = sum.sums();
    await out.addBytes(MANIFEST, Buffer.from(JSON.stringify(manifest, null, 1)));
    await out.end();
    await written;
    renameSync(half, archive);
  } catch (error) {
    const reason = refused ? new StartError(`写不进 ${archive}：${diskReason(refused)}`) : error;
    zip.destroy();
    // a file that is still being opened would be there again after this
    if (!file.closed) await new Promise<void>((resolve) => file.once('close', () => resolve()));
    rmSync(half, { force: true });
    throw reason;
  } finally {
    await client.end().catch(() => undefined);
  }
  return {
    tables: manifest.tables.length,
    rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    files: manifest.files.count,
    bytes: statSync(archive).size,
  };
}

/** Every file of DATA_DIR to back up, absolute; read as they are asked for, so that millions of them hold up nothing. */
export async function* listFiles(data_dir: string): AsyncGenerator<string> {
  for (const name of KEPT) {
    const path = join(data_dir, name);
    const found = await ifThere(stat(path));
    if (found?.isFile()) yield path;
    else if (found) yield* filesIn(path);
  }
}

async function* filesIn(folder: string): AsyncGenerator<string> {
  for await (const entry of (await ifThere(opendir(folder))) ?? []) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesIn(path);
    else if (entry.isFile()) yield path;
  }
}

/** Null for what went away, or was never there. */
function ifThere<T>(found: Promise<T>): Promise<T | null> {
  return found.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

const DISK_REASONS: Record<string, string> = {
  ENOSPC: '磁盘空间不足',
  EDQUOT: '磁盘配额用完了',
  ENOENT: '文件夹不存在',
  EACCES: '没有写入权限',
  EROFS: '磁盘是只读的',
};

/** What the disk's refusal means, for the operator. */
export const diskReason = ({ code = '', message }: NodeJS.ErrnoException): string => DISK_REASONS[code] ?? (code || message);
