import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from '../../tools/build.mjs';
import { copyPrepared } from './prepared-site.ts';
import { quickFolder } from './quick-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The real site in a process of its own: built pages, gateway, jobs, embedded cluster. */
export interface Site {
  /** http://127.0.0.1:PORT, the same after restarts. */
  readonly url: string;
  readonly data_dir: string;
  /** Of the process that runs now. */
  readonly pid: number;
  /** Everything the site wrote to stdout and stderr so far. */
  logs(): string;
  /** SIGKILL, waits until it is gone. The embedded cluster lives on, as after a real crash. */
  kill9(): Promise<void>;
  /** SIGTERM, waits for the end. @returns the exit code */
  terminate(): Promise<number | null>;
  /** Starts again on the same port and data; stops a running one first (SIGTERM). */
  restart(): Promise<void>;
  /** Ends the site and its cluster for good and removes the data. Call in afterAll. */
  stop(): Promise<void>;
}

/** All that a test needs of a site which it does not start or stop. */
export type SitePlace = Pick<Site, 'url' | 'data_dir'>;

export interface SiteOptions {
  /** Over the defaults SEED=none, LOG_LEVEL=warn and a free PORT. */
  env?: Record<string, string>;
  /** Data of an earlier site; default: a new folder, removed by stop(). */
  data_dir?: string;
  /** How long the first answer may take; ms, default 120,000 (a demo world takes a while). */
  ready_ms?: number;
}

/** Reading all sources once a process will do: they do not change while tests run. */
let built: Promise<boolean> | undefined;

/** Builds the pages when stale, starts `src/main.ts` under Node 24 and waits until it answers. */
export async function startSite(options: SiteOptions = {}): Promise<Site> {
  built ??= ensureBuilt();
  await built;
  const own_dir = options.data_dir === undefined;
  const data_dir = options.data_dir ?? quickFolder('cemao-site-');
  // a demo world is what a first start shows: that one begins with nothing
  if (own_dir && options.env?.['SEED'] === undefined) await copyPrepared(data_dir);
  const port = Number(options.env?.['PORT'] ?? (await freePort()));
  const url = `http://127.0.0.1:${port}`;
  let logs = '';
  let child: ChildProcess | null = null;

  const start = async () => {
    const started = spawn(join(root, 'node_modules/.bin/node'), ['--max-semi-space-size=16', join(root, 'src/main.ts')], {
      cwd: root,
      env: { ...cleanEnv(), SEED: 'none', LOG_LEVEL: 'warn', ...options.env, PORT: String(port), DATA_DIR: data_dir },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    started.stdout.on('data', (chunk: Buffer) => {
      logs += chunk.toString();
    });
    started.stderr.on('data', (chunk: Buffer) => {
      logs += chunk.toString();
    });
    await untilAnswers(started, url, options.ready_ms ?? 120_000, () => logs);
  };
  const end = (signal: NodeJS.Signals) => {
    const ending = child;
    child = null;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return Promise.resolve(ending?.exitCode ?? null);
    return new Promise<number | null>((resolve) => {
      ending.once('exit', resolve);
      ending.kill(signal);
    });
  };

  try {
    await start();
  } catch (error) {
    await end('SIGTERM');
    throw error;
  }
  return {
    url,
    data_dir,
    get pid() {
      if (!child?.pid) throw new Error('the site is not running');
      return child.pid;
    },
    logs: () => logs,
    async kill9() {
      await end('SIGKILL');
    },
    terminate: () => end('SIGTERM'),
    async restart() {
      await end('SIGTERM');
      await start();
    },
    async stop() {
      // a killed site leaves its cluster running; only a site that adopts it can end it in an orderly way
      if (!child && options.env?.['DATABASE_URL'] === undefined) await start();
      await end('SIGTERM');
      if (own_dir) rmSync(data_dir, { recursive: true, force: true });
    },
  };
}

/**
 * A port that was free a moment ago, from below the range out of which systems give ports to outgoing connections: one of those must not
 * sit on it when a site that was killed comes back.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000);
    if (await listens(port)) return port;
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** The environment without what vitest adds and without what would change the site's configuration. */
function cleanEnv(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|NODE_ENV|NODE_OPTIONS|TEST|HOST|PORT|SITE_URL|ALLOW_SANDBOX|DATABASE|DATA_DIR|SEED)/.test(name),
  );
  return Object.fromEntries(kept);
}

async function untilAnswers(child: ChildProcess, url: string, ready_ms: number, logs: () => string): Promise<void> {
  const deadline = Date.now() + ready_ms;
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the site ended while starting:\n${logs()}`);
    if (
      await fetch(`${url}/gateway/index/index/nowtime`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return;
    if (Date.now() > deadline) throw new Error(`the site did not answer within ${ready_ms} ms:\n${logs()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
