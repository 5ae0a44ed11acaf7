import { execFile } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Cluster } from '#server/db/cluster.ts';
import { choosePlace, run } from '#server/db/cluster-place.ts';
import { readPostmaster } from '#server/db/postmaster.ts';
import { quickFolder } from './quick-folder.ts';
import { freePort } from './site.ts';

/** A server that follows a cluster by streaming: a replica as PostgreSQL makes them. */
export interface Standby {
  url(database: string): string;
  /** Replays nothing more of what arrives, until it is told to go on. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Ends it for good and removes its data. */
  stop(): Promise<void>;
}

/** Copies the running cluster of `dir` and lets the copy follow it. The package of the server brings no pg_basebackup, so this is done by hand. */
export async function startStandby(dir: string, cluster: Cluster): Promise<Standby> {
  const { bin, identity, folder } = await choosePlace(dir);
  const home = quickFolder('cemao-standby-');
  const data = join(home, 'pgdata');
  const log = join(home, 'server.log');
  const primary = new URL(cluster.url('postgres'));
  const port = await freePort();
  const at = (database: string) => {
    const url = new URL(cluster.url(database));
    url.port = String(port);
    return url.href;
  };

  const admin = new pg.Client({ connectionString: primary.href });
  await admin.connect();
  try {
    await admin.query("select pg_backup_start('standby', true)");
    await promisify(execFile)('cp', ['-a', join(folder, 'cluster', 'pgdata'), data]).catch((error: { stderr?: string }) => {
      // a temporary file that went meanwhile belongs to no backup
      if (!/No such file/.test(error.stderr ?? '')) throw error;
    });
    const { rows } = await admin.query('select labelfile from pg_backup_stop(false)');
    rmSync(join(data, 'postmaster.pid'), { force: true });
    // the log comes from the server that is followed
    for (const name of readdirSync(join(data, 'pg_wal'))) rmSync(join(data, 'pg_wal', name), { recursive: true, force: true });
    writeFileSync(join(data, 'backup_label'), rows[0].labelfile);
  } finally {
    await admin.end();
  }
  writeFileSync(join(data, 'standby.signal'), '');
  const { hostname, username, password } = primary;
  const source = `host=${hostname} port=${primary.port} user=${username} password=${password}`;
  appendFileSync(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  if (identity.uid !== undefined) await promisify(execFile)('chown', ['-R', `${identity.uid}:${identity.gid}`, home]);

  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=200 -c shared_buffers=64MB -c fsync=off`;
  const start = async () => {
    try {
      await run(bin.pg_ctl, ['start', '-w', '-t', '60', '-D', data, '-l', log, '-o', options], identity);
    } catch (error) {
      throw new Error(`the standby does not start: ${(error as Error).message}\n${readFileSync(log, 'utf8').slice(-2_000)}`);
    }
  };
  const end = (mode: 'fast' | 'immediate') => run(bin.pg_ctl, ['stop', '-w', '-m', mode, '-D', data], identity);
  const tell = async (text: string) => {
    const client = new pg.Client({ connectionString: at('postgres') });
    await client.connect();
    await client.query(text).finally(() => client.end());
  };
  await start();
  return {
    url: at,
    pause: () => tell('select pg_wal_replay_pause()'),
    resume: () => tell('select pg_wal_replay_resume()'),
    kill: () => end('immediate'),
    start,
    async stop() {
      if (readPostmaster(data)) await end('fast');
      rmSync(home, { recursive: true, force: true });
    },
  };
}
