import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { choosePlace } from '#server/db/cluster-place.ts';
import { readPostmaster } from '#server/db/postmaster.ts';
import { findFailover } from '../../tools/system-packages.mjs';
import { descendants } from './processes.ts';
import { quickFolder } from './quick-folder.ts';
import { openRelay, type Relay } from './relay.ts';
import { freePort } from './site.ts';

/** Two database machines under Patroni, each behind wires of its own, with HAProxy and PgBouncer, by the files of deploy/failover. */
export interface Failover {
  /** The pooler. */
  url: string;
  /** Whichever server takes writes. */
  session_url: string;
  /** The machine whose server takes writes, once there is one and the other follows it in step. */
  whole(): Promise<Machine>;
  /** The name of the machine that leads now, or null while none does. */
  leads(): Promise<string | null>;
  /** What the parts said of late. */
  logs(): string;
  stop(): Promise<void>;
}

export interface Machine {
  name: string;
  /** Ends its database server as a crash does. */
  kill(): void;
  /** All its processes stand still, or go on. */
  freeze(): void;
  thaw(): void;
  /** Nobody reaches it, and it reaches nobody; or it does again. */
  cut(): void;
  mend(): void;
  /** The other one takes over, as an operator asks for it. */
  switchOver(): Promise<void>;
}

const FILES = fileURLToPath(new URL('../../deploy/failover/', import.meta.url));
const read = (name: string) => readFileSync(join(FILES, name), 'utf8');
const NAMES = ['a', 'b'] as const;
const ADDRESSES = { a: '10.0.0.11', b: '10.0.0.12' };

/** Puts other words where the file has its own: each must be there, so that the file that ships is the one that is tried. */
function changed(text: string, changes: ReadonlyArray<readonly [string, string]>): string {
  return changes.reduce((so_far, [from, to]) => {
    if (!so_far.includes(from)) throw new Error(`the file has no ${from}`);
    return so_far.replaceAll(from, to);
  }, text);
}

export async function startFailover(): Promise<Failover> {
  const parts = findFailover();
  if ('missing' in parts) throw new Error(`missing: ${parts.missing.join(', ')}`);
  const home = quickFolder('cemao-failover-');
  const { identity } = await choosePlace(home);
  const folder = (name: string) => {
    const path = join(home, name);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    if (identity.uid !== undefined) chownSync(path, identity.uid, identity.gid ?? -1);
    return path;
  };
  const write = (path: string, text: string) => {
    writeFileSync(path, text, { mode: 0o600 });
    if (identity.uid !== undefined) chownSync(path, identity.uid, identity.gid ?? -1);
    return path;
  };
  if (identity.uid !== undefined) chownSync(home, identity.uid, identity.gid ?? -1);
  const passwords = Object.fromEntries(
    ['superuser', 'replicator', 'rewind', 'cemao'].map((who) => [who, randomBytes(12).toString('hex')]),
  ) as Record<'superuser' | 'replicator' | 'rewind' | 'cemao', string>;
  const said: string[] = [];
  const children: ChildProcess[] = [];
  const start = (name: string, program: string, args: string[]) => {
    const child = spawn(program, args, {
      ...identity,
      cwd: home,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: '/usr/bin:/bin:/usr/sbin', LANG: 'C.UTF-8', HOME: home },
    });
    const note = (chunk: Buffer) => {
      said.push(`${name}: ${chunk.toString()}`);
      if (said.length > 3_000) said.splice(0, 1_000);
    };
    child.stdout.on('data', note);
    child.stderr.on('data', note);
    child.once('exit', (code, signal) => said.push(`${name} ended: ${code ?? signal}\n`));
    children.push(child);
    return child;
  };

  const etcd = await freePort();
  const at = `http://127.0.0.1:${etcd}`;
  const peer = `http://127.0.0.1:${await freePort()}`;
  start('etcd', parts.etcd, [
    ...['--name', 'one', '--data-dir', folder('etcd'), '--listen-client-urls', at, '--advertise-client-urls', at],
    ...['--log-level', 'warn', '--enable-v2'],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `one=${peer}`],
  ]);

  const machines = await Promise.all(
    NAMES.map(async (name) => {
      const ports = { pg: await freePort(), rest: await freePort() };
      const wires = {
        pg: await openRelay(await freePort(), ports.pg),
        rest: await openRelay(await freePort(), ports.rest),
        etcd: await openRelay(await freePort(), etcd),
      };
      const data = join(folder(`machine-${name}`), 'pgdata');
      const config = changed(read('patroni.yml'), [
        ['name: a', `name: ${name}`],
        [' listen: 10.0.0.11:8008', ` listen: 127.0.0.1:${ports.rest}`],
        [' listen: 10.0.0.11:5432', ` listen: 127.0.0.1:${ports.pg}`],
        ['10.0.0.11:8008', `127.0.0.1:${wires.rest.port}`],
        ['10.0.0.11:5432', `127.0.0.1:${wires.pg.port}`],
        ['[10.0.0.11:2379, 10.0.0.12:2379, 10.0.0.20:2379]', `['127.0.0.1:${wires.etcd.port}']\n  use_proxies: true`],
        ['/var/lib/postgresql/15/cemao', data],
        ['/usr/lib/postgresql/15/bin', parts.postgres],
        ['change-superuser', passwords.superuser],
        ['change-replicator', passwords.replicator],
        ['change-rewind', passwords.rewind],
      ]);
      // this machine's alone: sockets, and memory for two servers beside everything else
      const own = `  parameters:\n    unix_socket_directories: '${home}'\n    shared_buffers: 64MB\n    fsync: 'off'\n`;
      return { name, ports, wires, data, file: write(join(home, `${name}.yml`), `${config}${own}`) };
    }),
  );
  const patronis = new Map<string, ChildProcess>();
  const port = { haproxy: await freePort(), pgbouncer: await freePort() };
  const haproxy = changed(read('haproxy.cfg'), [
    ['127.0.0.1:6433', `127.0.0.1:${port.haproxy}`],
    ...machines.map(
      ({ name, wires }) => [`${ADDRESSES[name]}:5432 check port 8008`, `127.0.0.1:${wires.pg.port} check port ${wires.rest.port}`] as const,
    ),
  ]);
  const pgbouncer = changed(read('pgbouncer.ini'), [
    ['port=6433', `port=${port.haproxy}`],
    ['listen_port = 6432', `listen_port = ${port.pgbouncer}`],
    ['/etc/pgbouncer/userlist.txt', write(join(home, 'userlist.txt'), `"cemao" "${passwords.cemao}"\n`)],
  ]);
  for (const { name, file } of machines) patronis.set(name, start(name, parts.patroni, [file]));
  start('haproxy', parts.haproxy, ['-db', '-f', write(join(home, 'haproxy.cfg'), haproxy)]);

  /** Who holds the leader's key, whatever a machine that was cut off believes, and takes writes. */
  const leads = async (): Promise<string | null> => {
    const kept = await fetch(`${at}/v2/keys/service/cemao/leader`, { signal: AbortSignal.timeout(2_000) });
    const name = ((await kept.json()) as { node?: { value: string } }).node?.value;
    const machine = machines.find((one) => one.name === name);
    if (!machine) return null;
    const answer = await fetch(`http://127.0.0.1:${machine.ports.rest}/primary`, { signal: AbortSignal.timeout(2_000) });
    return answer.ok ? machine.name : null;
  };
  const members = async (by: string): Promise<Array<{ name: string; role: string; state: string }>> => {
    const machine = machines.find(({ name }) => name === by);
    const answer = await fetch(`http://127.0.0.1:${machine?.ports.rest}/cluster`, { signal: AbortSignal.timeout(2_000) });
    return ((await answer.json()) as { members: [] }).members;
  };
  const pidsOf = (name: string, data: string) => {
    const patroni = patronis.get(name)?.pid ?? 0;
    const server = readPostmaster(data)?.pid ?? 0;
    return [patroni, ...descendants(patroni, ''), server, ...(server ? descendants(server, '') : [])].filter((pid) => pid > 0);
  };
  const signal = (pids: readonly number[], name: NodeJS.Signals) => {
    for (const pid of new Set(pids)) {
      try {
        process.kill(pid, name);
      } catch {
        // it ended meanwhile
      }
    }
  };
  const frozen = new Map<string, number[]>();
  const machineOf = ({ name, data, ports, wires }: (typeof machines)[number]): Machine => {
    const all: Relay[] = Object.values(wires);
    return {
      name,
      kill: () => signal([readPostmaster(data)?.pid ?? 0].filter(Boolean), 'SIGKILL'),
      freeze() {
        frozen.set(name, pidsOf(name, data));
        signal(frozen.get(name) ?? [], 'SIGSTOP');
      },
      thaw: () => signal(frozen.get(name) ?? [], 'SIGCONT'),
      cut: () => {
        for (const wire of all) wire.cut();
      },
      mend: () => {
        for (const wire of all) wire.mend();
      },
      async switchOver() {
        const candidate = NAMES.find((other) => other !== name);
        const body = JSON.stringify({ leader: name, candidate });
        const headers = { 'content-type': 'application/json' };
        const answer = await fetch(`http://127.0.0.1:${ports.rest}/switchover`, { method: 'POST', body, headers });
        if (!answer.ok) throw new Error(`no switch-over: ${answer.status} ${await answer.text()}`);
      },
    };
  };
  const logs = () => said.join('').slice(-20_000);
  const untilTrue = async (what: string, most_ms: number, ask: () => Promise<boolean>) => {
    for (const deadline = Date.now() + most_ms; !(await ask().catch(() => false)); await wait(200)) {
      if (Date.now() > deadline) throw new Error(`never: ${what}\n${logs()}`);
    }
  };
  const whole = async () => {
    let leader = '';
    await untilTrue('two machines, one of which follows the other in step', 180_000, async () => {
      leader = (await leads()) ?? '';
      if (leader === '') return false;
      return (await members(leader)).some(({ role, state }) => role === 'sync_standby' && ['running', 'streaming'].includes(state));
    });
    return machineOf(machines.find(({ name }) => name === leader) as (typeof machines)[number]);
  };
  const stop = async () => {
    for (const pids of frozen.values()) signal(pids, 'SIGCONT');
    const servers = machines.flatMap(({ name, data }) => pidsOf(name, data));
    for (const child of children) child.kill('SIGKILL');
    signal(servers, 'SIGKILL');
    await Promise.all(machines.flatMap(({ wires }) => Object.values(wires).map((wire) => wire.stop())));
    await wait(500);
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    await whole();
    const url = (at_port: number, user: string, password: string, database: string) =>
      `postgres://${user}:${password}@127.0.0.1:${at_port}/${database}`;
    const superuser = url(port.haproxy, 'postgres', passwords.superuser, 'postgres');
    await untilTrue('HAProxy leads to the server', 30_000, () => tell(superuser, 'select 1'));
    const lines = changed(read('cemao.sql'), [['change-cemao', passwords.cemao]]).replaceAll(/^--.*$/gm, '');
    for (const line of lines.split(';')) if (line.trim()) await tell(superuser, line);
    start('pgbouncer', parts.pgbouncer, [write(join(home, 'pgbouncer.ini'), pgbouncer)]);
    const pooled = url(port.pgbouncer, 'cemao', passwords.cemao, 'cemao');
    await untilTrue('PgBouncer answers', 30_000, () => tell(pooled, 'select 1'));
    return { url: pooled, session_url: url(port.haproxy, 'cemao', passwords.cemao, 'cemao'), whole, leads, logs, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function tell(url: string, text: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(text);
    return true;
  } finally {
    await client.end().catch(() => undefined);
  }
}
