import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { type Config, readConfig } from '../../config/config.ts';
import { recordedPlace } from '../../db/cluster-place.ts';
import { openDatabase } from '../../db/open-database.ts';
import { StartError } from '../../kernel/errors.ts';
import { certificateOf, diskOf } from '../../modules/operations/index.ts';
import { findTool } from '../../providers/document/find-tool.ts';
import { localDocuments } from '../../providers/document/local.ts';
import { findOffice } from '../../providers/document/office.ts';
import { localStorage } from '../../providers/storage/local.ts';
import { checkBucket } from '../../providers/storage/s3/check-bucket.ts';
import type { Facts, Folder } from './facts.ts';
import { lookAtDatabase, lookAtReplica } from './repo.ts';

const ANSWER_MS = 3_000;
/** A bucket is asked a few times each. */
const BUCKET_LIMITS = { call_ms: 5_000, long_ms: 5_000, idle_ms: 5_000 };

/** Looks at this machine as the start of the site would; what was never made is not made. */
export async function gatherFacts(): Promise<Facts> {
  const machine = { now: new Date(), node: process.versions.node, memory_bytes: totalmem(), root: process.getuid?.() === 0 };
  const unknown = { data: null, backups: null, port: null, database: null, replica: null, bucket: null };
  let config: Config;
  try {
    config = readConfig(undefined, { keep: false });
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return { ...machine, built: true, config: null, config_fault: error.message, ...unknown, documents: null, certificate: null };
  }
  const data = await lookAtFolder(config.data_dir);
  const [backups, port, database, replica, bucket, documents, certificate] = await Promise.all([
    config.backup_dir === null ? null : lookAtFolder(config.backup_dir),
    lookAtPort(config),
    lookAtSite(config),
    lookAtCopy(config),
    lookAtBucket(config),
    lookAtDocuments(config),
    config.site_url.startsWith('https:') ? certificateOf(config.site_url) : null,
  ]);
  const built = existsSync(join(config.dist_dir, 'server', 'entry.mjs'));
  const same_disk = backups?.exists === true && data.exists && statSync(backups.path).dev === statSync(data.path).dev;
  return {
    ...machine,
    built,
    config,
    config_fault: '',
    data,
    backups: backups && { ...backups, same_disk },
    port,
    ...{ database, replica, bucket },
    documents,
    certificate,
  };
}

/** One that is not there yet is asked by what would hold it. */
async function lookAtFolder(path: string): Promise<Folder> {
  const exists = existsSync(path);
  let at = path;
  while (!existsSync(at)) at = dirname(at);
  let writable = true;
  try {
    accessSync(at, constants.W_OK);
  } catch {
    writable = false;
  }
  return { path, exists, writable, disk: await diskOf(at) };
}

async function lookAtPort(config: Config): Promise<NonNullable<Facts['port']>> {
  const refused = await new Promise<string | null>((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(config.port, config.host, () => server.close(() => resolve(null)));
  });
  if (refused === null) return 'free';
  if (refused !== 'EADDRINUSE') return 'refused';
  const host =
    config.host === '0.0.0.0' ? '127.0.0.1' : config.host === '::' ? '[::1]' : config.host.includes(':') ? `[${config.host}]` : config.host;
  try {
    const answer = await fetch(`http://${host}:${config.port}/healthz`, { signal: AbortSignal.timeout(ANSWER_MS) });
    return answer.ok && (await answer.text()).trim() === 'ok' ? 'ours' : 'taken';
  } catch {
    return 'taken';
  }
}

/** The database as the start would open it; the embedded one is started for this, if it was made before. */
async function lookAtSite(config: Config): Promise<Facts['database']> {
  try {
    const dir = join(config.data_dir, 'postgres');
    if (config.database_url === null && !existsSync(join(recordedPlace(dir) ?? dir, 'cluster'))) return null;
    const { cluster, url } = await openDatabase(config);
    try {
      return await lookAtDatabase(url, config.secrets);
    } finally {
      await cluster?.stop();
    }
  } catch (error) {
    return error instanceof StartError ? error.message : `无法打开：${(error as Error).message}`;
  }
}

async function lookAtCopy({ database_replica_url, database_url, secrets }: Config): Promise<Facts['replica']> {
  if (database_replica_url === null || database_url === null) return null;
  try {
    return await lookAtReplica(database_replica_url, database_url, secrets);
  } catch (error) {
    return (error as Error).message;
  }
}

/** As the start does it: a small object comes and goes. */
async function lookAtBucket({ storage, providers }: Config): Promise<Facts['bucket']> {
  if (storage !== 's3' || !providers.s3) return null;
  try {
    await checkBucket(providers.s3, BUCKET_LIMITS);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

/** Tried in a folder of its own: nothing is left in that of the data. */
async function lookAtDocuments(config: Config): Promise<Facts['documents']> {
  const folder = mkdtempSync(join(tmpdir(), 'cemao-doctor-'));
  try {
    const documents = localDocuments(localStorage(folder), config.tool_path, config.document_page_ms);
    const [isolated, conversion, narrows, fonts] = await Promise.all([
      documents.isolated(),
      documents.conversion(),
      documents.narrows(),
      hasChineseFont(config.tool_path),
    ]);
    const office = findOffice(config.tool_path) !== null;
    return { office, isolated, conversion: conversion.possible, fonts, narrows, poppler: findTool('pdftoppm', config.tool_path) !== null };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function hasChineseFont(tool_path: string): Promise<boolean | null> {
  const program = findTool('fc-list', tool_path);
  if (!program) return Promise.resolve(null);
  return new Promise((resolve) => {
    execFile(program, [':lang=zh-cn', 'family'], { timeout: ANSWER_MS }, (error, text) => resolve(error ? null : text.trim() !== ''));
  });
}
