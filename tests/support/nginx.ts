import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { nginxCommand } from '#server/cli/nginx.ts';
import { findNginx } from '../../tools/system-packages.mjs';

/** nginx with the configuration that our command prints, in a folder and a process of its own. */
export interface Nginx {
  /** What it complained of so far. */
  errors(): string;
  stop(): Promise<void>;
}

/** `args`: of the command `nginx`, but for where it keeps its things. `port`: one of those it listens on. @throws when nginx refuses the configuration */
export async function startNginx(port: number, ...args: string[]): Promise<Nginx> {
  const program = findNginx();
  if (program === null) throw new Error('nginx is missing: install it, or let `npm test` do so');
  const dir = mkdtempSync(join(tmpdir(), 'cemao-nginx-'));
  // its workers are another user when we are root
  chmodSync(dir, 0o755);
  const file = join(dir, 'nginx.conf');
  const log = join(dir, 'error.log');
  writeFileSync(file, await printed(['--dir', dir, ...args]));
  const flags = ['-p', dir, '-e', log, '-c', file];
  const checked = spawnSync(program, ['-t', ...flags], { encoding: 'utf8' });
  if (checked.status !== 0 || /\[warn\](?!.*"http2" directive)/.test(checked.stderr))
    throw new Error(`nginx does not take it:\n${checked.stderr}`);
  const child = spawn(program, [...flags, '-g', 'daemon off;'], { stdio: 'ignore' });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const errors = () => (existsSync(log) ? readFileSync(log, 'utf8') : '');
  await untilListens(child, port, errors);
  return {
    errors,
    async stop() {
      child.kill('SIGTERM');
      await gone;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** What the command prints; as a process it would load every other command too. */
async function printed(args: string[]): Promise<string> {
  const { write } = process.stdout;
  let text = '';
  process.stdout.write = ((piece: string) => {
    text += piece;
    return true;
  }) as typeof write;
  try {
    await nginxCommand.run(args);
  } finally {
    process.stdout.write = write;
  }
  return text;
}

async function untilListens(child: ChildProcess, port: number, errors: () => string): Promise<void> {
  for (const deadline = Date.now() + 30_000; ; await wait(20)) {
    if (child.exitCode !== null) throw new Error(`nginx ended:\n${errors()}`);
    const listens = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (listens) return;
    if (Date.now() > deadline) throw new Error(`nginx does not listen:\n${errors()}`);
  }
}
