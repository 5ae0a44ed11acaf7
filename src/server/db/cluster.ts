import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { StartError } from '../kernel/errors.ts';
import { randomToken } from '../kernel/ids.ts';
import { holdCluster } from './cluster-hold.ts';
import { choosePlace, type Place, type PlaceOptions, run } from './cluster-place.ts';
import { clearStalePid, isAlive, type Postmaster, readPostmaster } from './postmaster.ts';

/** A PostgreSQL cluster of our own inside DATA_DIR. */
export interface Cluster {
  /** Where its data lies: DATA_DIR/postgres, or elsewhere when the server's user cannot reach that. */
  folder: string;
  /** Connection string of a database in it. */
  url(database: string): string;
  /** Lets go of the cluster. The last process that holds it ends its sessions and stops the server. */
  stop(): Promise<void>;
}

export interface ClusterOptions extends PlaceOptions {
  /** `-c name=value` for the server, e.g. { fsync: 'off' } in tests that do not measure. */
  settings?: Record<string, string>;
}

const PATIENCE_MS = 90_000;

/**
 * Starts the cluster of `dir`, creating it first when there is none, adopting it when it already runs (it outlives a `kill -9` of
 * ours). Any number of processes may call this at once. Listens on loopback only, on a free port; password in a 0600 file.
 * @throws StartError in one readable line
 */
export async function startCluster(dir: string, options: ClusterOptions = {}): Promise<Cluster> {
  const place = await choosePlace(dir, options);
  await createOnce(place, options);
  const data = join(place.folder, 'cluster', 'pgdata');
  const password = readPassword(place);
  const urlAt = (port: number, database: string) => `postgres://cemao:${password}@127.0.0.1:${port}/${database}`;

  const deadline_ms = Date.now() + PATIENCE_MS;
  for (let refusals = 0; ; ) {
    const running = readPostmaster(data);
    if (running) {
      const { port } = running;
      const hold = await holdCluster(urlAt(port, 'postgres'), {
        isRunning: () => readPostmaster(data) !== null,
        revive: () => startServer(place, data, port, options),
      });
      if (hold) {
        return {
          folder: place.folder,
          url: (database) => urlAt(port, database),
          async stop() {
            const ours = readPostmaster(data);
            if ((await hold.isLast()) && ours) await stopServer(place, data, ours);
            await hold.end();
          },
        };
      }
      // it starts, recovers or stops
      if (Date.now() > deadline_ms)
        throw new StartError(`数据库没有应答（进程 ${running.pid}），请查看 ${join(place.folder, 'server.log')}`);
      await new Promise((resolve) => setTimeout(resolve, 200));
      continue;
    }
    try {
      await startServer(place, data, await freePort(), options);
    } catch (error) {
      // another process may have been faster, or the port was taken in between
      if (!readPostmaster(data) && ++refusals >= 3) throw refusedToStart(place, error);
    }
  }
}

/** initdb beside, then one rename: of several processes one wins, and a killed one leaves nothing that looks finished. */
async function createOnce({ folder, bin, identity }: Place, options: ClusterOptions): Promise<void> {
  const final = join(folder, 'cluster');
  if (existsSync(final)) return;
  for (const name of readdirSync(folder)) {
    const maker = /^new-(\d+)-/.exec(name)?.[1];
    if (maker && !isAlive(Number(maker))) rmSync(join(folder, name), { recursive: true, force: true });
  }
  const half = join(folder, `new-${process.pid}-${randomToken(6)}`);
  const password_file = join(half, 'password');
  mkdirSync(half, { mode: 0o700 });
  writeFileSync(password_file, `${randomToken(24)}\n`, { mode: 0o600 });
  if (identity.uid !== undefined && identity.gid !== undefined) {
    for (const path of [half, password_file]) chownSync(path, identity.uid, identity.gid);
  }
  const flags = ['--auth=scram-sha-256', '--username=cemao', `--pwfile=${password_file}`, '--encoding=UTF8', '--locale=C'];
  if (options.settings?.['fsync'] === 'off') flags.push('--no-sync');
  try {
    await run(bin.initdb, [`--pgdata=${join(half, 'pgdata')}`, ...flags], identity);
    renameSync(half, final);
  } catch (error) {
    rmSync(half, { recursive: true, force: true });
    if (!existsSync(final)) throw new StartError(`数据库无法创建于 ${folder}：${oneLine((error as Error).message)}`);
  }
}

function readPassword({ folder }: Place): string {
  const file = join(folder, 'cluster', 'password');
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const denied = (error as NodeJS.ErrnoException).code === 'EACCES';
    throw new StartError(denied ? `无权读取 ${file}：数据属于另一个系统用户` : `找不到数据库密码文件 ${file}`);
  }
}

/** A quarter of the memory, as PostgreSQL advises, up to what a million items need. It is taken page by page, as it is used. */
function bufferMb(): number {
  return Math.round(Math.max(128, Math.min(1024, totalmem() / 4 / 1024 ** 2)));
}

async function startServer({ folder, bin, identity }: Place, data: string, port: number, options: ClusterOptions): Promise<void> {
  clearStalePid(data);
  const log = join(folder, 'server.log');
  if (existsSync(log) && statSync(log).size > 10_000_000) renameSync(log, `${log}.1`);
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: `${bufferMb()}MB`,
    ...options.settings,
  };
  const flags = Object.entries(settings).map(([name, value]) => `-c ${name}=${value === '' ? "''" : value}`);
  await run(bin.pg_ctl, ['start', '-w', '-t', '60', '-D', data, '-l', log, '-o', `-p ${port} ${flags.join(' ')}`], identity);
}

/**
 * Ends this very server. While it ends, its locks are free for a moment, so that a second process may think that it is the last: a
 * server that is gone, or a new one in its place, is then none of its business.
 */
async function stopServer({ bin, identity }: Place, data: string, { pid }: Postmaster): Promise<void> {
  const runs = () => readPostmaster(data)?.pid === pid;
  if (!runs()) return;
  try {
    await run(bin.pg_ctl, ['stop', '-w', '-t', '60', '-m', 'fast', '-D', data], identity);
  } catch (error) {
    if (runs()) throw error;
  }
}

function refusedToStart({ folder }: Place, error: unknown): StartError {
  const log = join(folder, 'server.log');
  const said = existsSync(log) ? readFileSync(log, 'utf8') : '';
  const reason = said.split('\n').findLast((line) => /FATAL|PANIC|ERROR/.test(line)) ?? (error as Error).message;
  return new StartError(`数据库无法启动：${oneLine(reason)}（详见 ${log}）`);
}

/** Creates the database when it is missing; two processes may try at once. */
export async function ensureDatabase(cluster: Cluster, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: cluster.url('postgres') });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } catch (error) {
    // 42P04: made meanwhile; 23505: in this very moment
    if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error;
  } finally {
    await client.end();
  }
  return cluster.url(name);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

function oneLine(text: string): string {
  return text.trim().split('\n').slice(-3).join(' ').replace(/\s+/g, ' ').slice(0, 400);
}
