import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import type { Envelope } from '#contract/envelope.ts';
import { type Actor, type App, type Ctx, createCtx } from '#server/app/ctx.ts';
import { endpoints } from '#server/areas/index.ts';
import { type Booted, type BootOptions, boot } from '#server/boot.ts';
import { type Config, readConfig } from '#server/config/config.ts';
import { migrate } from '#server/db/migrate.ts';
import type { Endpoint } from '#server/http/endpoint.ts';
import { createGateway } from '#server/http/gateway.ts';
import { manualClock } from '#server/kernel/clock.ts';
import { loadPlugIns } from '#server/plug-in.ts';
import { quickFolder } from './quick-folder.ts';

export interface TestApp {
  app: App;
  booted: Booted;
  config: Config;
  clock: ReturnType<typeof manualClock>;
  /** A context for calling verbs directly. */
  ctx(actor?: Actor): Ctx;
  /** Calls the gateway in process, no port. */
  call<T = unknown>(method: string, path: string, options?: CallOptions): Promise<CallResult<T>>;
  stop(): Promise<void>;
}

export interface CallOptions {
  token?: string;
  query?: Record<string, string | number>;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface CallResult<T> {
  status: number;
  headers: Headers;
  body: Envelope<T>;
}

/** Data of an earlier version: the database as it was after the migration `through`, with what `fill` writes; the start brings it up to date. */
export interface Upgrade {
  through: string;
  fill: (client: pg.Client, data_dir: string) => Promise<void>;
}

interface TestAppOptions extends BootOptions {
  env?: Record<string, string>;
  upgrade?: Upgrade;
}

/** The application of a test file: there from its first `beforeAll` on, stopped after its last `afterAll`. Call once, above all hooks. */
export function testApp(options?: TestAppOptions): TestApp {
  const app: Partial<TestApp> = {};
  beforeAll(async () => void Object.assign(app, await startTestApp(options)));
  afterAll(() => app.stop?.());
  return app as TestApp;
}

/** An application on a database of its own, cloned from the template. Who starts it stops it; a file that needs just one calls `testApp`. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const template = new URL(inject('template_url'));
  const name = `t_${randomBytes(6).toString('hex')}`;
  const admin = new URL(template);
  admin.pathname = '/postgres';
  const { upgrade } = options;
  await query(admin.href, `create database ${name}${upgrade ? '' : ' template cemao_template'}`);
  const url = new URL(template);
  url.pathname = `/${name}`;
  const data_dir = quickFolder('cemao-data-');
  if (upgrade) {
    await migrate(url.href, { through: upgrade.through });
    await connected(url.href, (client) => upgrade.fill(client, data_dir));
  }
  const config = readConfig({
    DATABASE_URL: url.href,
    DATA_DIR: data_dir,
    SEED: 'NONE',
    LOG_LEVEL: 'fatal',
    DATABASE_POOL: '80',
    ...options.env,
  });
  const clock = manualClock(new Date());
  const booted = await boot(config, { clock, work: false, plug_ins: await loadPlugIns(config), ...options });
  const gateway = createGateway(booted.app, endpoints);
  return {
    app: booted.app,
    booted,
    config,
    clock,
    ctx: (actor = { kind: 'job', name: 'test' }) => createCtx(booted.app, actor, 'test'),
    async call<T>(method: string, path: string, { token, query: params, body, headers }: CallOptions = {}): Promise<CallResult<T>> {
      const search = params ? `?${new URLSearchParams(Object.entries(params).map(([k, v]) => [k, String(v)]))}` : '';
      const response = await gateway.request(`${path}${search}`, {
        method,
        headers: {
          platform: '4',
          ...(token ? { token } : {}),
          ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isRaw(body) ? body : JSON.stringify(body) }),
      });
      const answer = (await response.json()) as Envelope<T>;
      if (answer.code === 0) checkOutput(endpoints, method, path, answer.data);
      return { status: response.status, headers: response.headers, body: answer };
    },
    async stop() {
      await booted.stop();
      await query(admin.href, `drop database ${name} with (force)`);
      rmSync(data_dir, { recursive: true, force: true });
    },
  };
}

/** @throws when a call that states its output answers something else */
export function checkOutput(calls: readonly Endpoint[], method: string, path: string, data: unknown): void {
  const pathname = path.replace(/^\/gateway(?=\/)/, '').split('?')[0] ?? '';
  const output = calls.find((call) => call.method === method && patternOf(call.path).test(pathname))?.output;
  const parsed = output?.safeParse(data);
  if (parsed?.error) throw new Error(`${method} ${path} does not answer what it states: ${parsed.error.message}`);
}

const patterns = new Map<string, RegExp>();
/** What an address of a call looks like; made once, because each answer is held against hundreds of calls. */
function patternOf(path: string): RegExp {
  const made = patterns.get(path) ?? new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
  patterns.set(path, made);
  return made;
}

/** Sent as it stands; everything else becomes JSON. */
function isRaw(body: unknown): body is string | Uint8Array<ArrayBuffer> | FormData {
  return typeof body === 'string' || body instanceof Uint8Array || body instanceof FormData;
}

function query(url: string, text: string): Promise<unknown> {
  return connected(url, (client) => client.query(text));
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
