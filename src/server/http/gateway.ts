import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import { getPath } from 'hono/utils/url';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { ENTERPRISE_HEADER, type Envelope, type EnvelopeCode, NETWORK_FAILURE_TEXT } from '#contract/envelope.ts';
import { type Actor, type App, type Ctx, createCtx, requireVerb } from '../app/ctx.ts';
import { outageLog } from '../db/outage-log.ts';
import { isDatabaseUnavailable, sqlState } from '../db/pool.ts';
import { AppError, forbidden, signInFirst } from '../kernel/errors.ts';
import { WrittenJson } from '../kernel/written-json.ts';
import { actsFor, recordAct } from '../modules/employees/index.ts';
import { authenticate } from './authenticate.ts';
import { clientAddress, limitKey } from './client-address.ts';
import type { Endpoint } from './endpoint.ts';
import { consumeLimit, createFloodLimit, type FloodLimit } from './flood-limit.ts';
import { addDocs } from './gateway-docs.ts';
import { nameRequest } from './loop-watch.ts';
import { readInput } from './read-input.ts';
import { nextRequestId } from './request-id.ts';

/** Calls by which people look after their own login and messages, whichever page they are on. */
const OWN = new Set(['identity', 'account', 'user']);

/**
 * Who acts in a call that employees may make: the enterprise that the header names, when its employee has the right now. Roles of staff do
 * not come along. @throws AppError 403 for anybody else
 */
export async function inNameOf(app: App, c: Context, { acts, method, tag }: Endpoint, actor: Actor): Promise<Actor> {
  const named = c.req.header(ENTERPRISE_HEADER);
  if (!named || actor.kind !== 'user') return actor;
  if (!acts) {
    // what somebody presses on the enterprise's page must not happen to their own account
    if (method !== 'GET' && !OWN.has(tag)) throw forbidden('员工不能以企业名义进行这项操作');
    return actor;
  }
  const enterprise_id = /^[1-9]\d{0,14}$/.test(named) ? Number(named) : 0;
  if (!(await actsFor(app.db, actor.user_id, enterprise_id, acts))) throw forbidden('您不能以这家企业的名义操作，请确认员工权限');
  if (enterprise_id === actor.user_id) return actor;
  return { ...actor, user_id: enterprise_id, roles: [], employee_id: actor.user_id };
}

/** Keeps what an employee changed in the enterprise's name; reading leaves no row. It is done by now: a row that cannot be written is in the log. */
export async function keepAct(ctx: Ctx, { method, summary }: Endpoint, input: unknown): Promise<void> {
  const { actor, app, request_id } = ctx;
  if (method === 'GET' || actor.kind !== 'user' || actor.employee_id === undefined) return;
  const id = (input as { id?: unknown } | null)?.id;
  const act = summary.split(/[：，；]/)[0] ?? summary;
  const row = { enterprise_id: actor.user_id, user_id: actor.employee_id, act, target_id: typeof id === 'number' ? id : null };
  await recordAct(createCtx(app, actor, request_id), row).catch((err: unknown) =>
    app.log.error({ err, request_id, ...row }, 'act not kept'),
  );
}

export interface GatewayEnv {
  /** What stands behind the request; absent when a test calls in process. */
  Bindings: {
    incoming?: import('node:http').IncomingMessage;
    /** For files, which are written to the socket directly; see send-file.ts. */
    outgoing?: import('node:http').ServerResponse;
    request_id?: string;
  };
}

const PREFIX = '/gateway';

/**
 * The HTTP contract of the specification: exact paths, envelope, honest status. Answers below `/gateway` (main.ts) and at the
 * root (a host of its own). Whatever is wrong with a request, the answer is an envelope.
 */
export function createGateway(app: App, endpoints: readonly Endpoint[]): Hono<GatewayEnv> {
  const hono = new Hono<GatewayEnv>({ getPath: pathOf });
  const flood = createFloodLimit();
  const byPath = new Map<string, Endpoint[]>();
  for (const definition of endpoints) {
    const limiter = definition.limit && new RateLimiterMemory({ points: definition.limit.points, duration: definition.limit.window_s });
    hono.on(definition.method, definition.path, (c) => answer(app, c, definition, flood, limiter));
    byPath.set(definition.path, [...(byPath.get(definition.path) ?? []), definition]);
  }
  addDocs(hono, endpoints);
  for (const [path, definitions] of byPath) {
    const allowed = [...new Set(definitions.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].join(', ');
    hono.all(path, (c) => otherMethod(c, allowed));
  }
  hono.notFound((c) => envelope(c, requestId(c), 404, { code: 1, msg: '接口不存在', data: null }));
  hono.onError((error, c) => fail(app, c, requestId(c), error, 'unknown'));
  return hono;
}

function pathOf(request: Request): string {
  const path = getPath(request);
  return path.startsWith(PREFIX) && (path.length === PREFIX.length || path.charCodeAt(PREFIX.length) === 47)
    ? path.slice(PREFIX.length) || '/'
    : path;
}

function otherMethod(c: Context<GatewayEnv>, allowed: string): Response {
  c.header('allow', allowed);
  if (c.req.method === 'OPTIONS') return c.body(null, 204);
  return envelope(c, requestId(c), 405, { code: 1, msg: `此接口只接受 ${allowed}`, data: null });
}

async function answer(
  app: App,
  c: Context<GatewayEnv>,
  definition: Endpoint,
  flood: FloodLimit,
  limiter: RateLimiterMemory | undefined,
): Promise<Response> {
  const request_id = requestId(c);
  nameRequest(c.env?.incoming, `${definition.method} ${definition.path}`);
  try {
    const address = clientAddress(c.env?.incoming, app.config.trust_proxy);
    await flood.check(address);
    // from here on by network: a client with IPv6 has 2^64 addresses
    const actor = await actorOf(app, c, definition, limitKey(address));
    const ctx = createCtx(app, await inNameOf(app, c, definition, actor), request_id);
    guard(ctx, definition);
    if (limiter) await consumeLimit(limiter, actor);
    const input = await readInput(c, definition);
    const result = await withTimeout(definition.handle(ctx, input, c), definition.timeout_ms ?? 30_000);
    await keepAct(ctx, definition, input);
    // the mark of a file on its way was made before the adapter put its own class in the place of Response
    if (result instanceof Response || result === RESPONSE_ALREADY_SENT) return result as Response;
    if (result instanceof WrittenJson) return writtenEnvelope(c, request_id, result);
    return envelope(c, request_id, 200, { code: 0, msg: 'ok', data: result ?? null });
  } catch (error) {
    return fail(app, c, request_id, error, definition.path);
  }
}

async function actorOf(app: App, c: Context<GatewayEnv>, definition: Endpoint, address: string): Promise<Actor> {
  const token = c.req.header('token');
  if (definition.auth === 'none' || !token) return { kind: 'visitor', address };
  return (await authenticate(app, token, address)) ?? { kind: 'visitor', address };
}

function guard(ctx: Ctx, definition: Endpoint): void {
  if (definition.auth === 'none' || definition.auth === 'optional') return;
  if (ctx.actor.kind !== 'user') throw signInFirst();
  if (definition.auth !== 'user') requireVerb(ctx, definition.auth.verb);
}

function withTimeout<T>(work: Promise<T>, timeout_ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new AppError(NETWORK_FAILURE_TEXT, { status: 504 })), timeout_ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function requestId(c: Context<GatewayEnv>): string {
  const known = c.env?.request_id ?? c.res.headers.get('x-request-id');
  if (known) return known;
  const made = nextRequestId();
  c.header('x-request-id', made);
  return made;
}

/** `path` is the call's pattern: the actual one may hold a signed link, which must not reach the log. */
function fail(app: App, c: Context<GatewayEnv>, request_id: string, error: unknown, path: string): Response {
  if (error instanceof AppError) {
    const { cause, status } = error;
    if (cause !== undefined) app.log.warn({ err: error, request_id, path }, 'request refused');
    else if (status === 403 || status === 429) app.log.info({ request_id, path, status }, 'request refused');
    if (error.status === 429) c.header('retry-after', String((error.data as { retry_after_s?: number } | undefined)?.retry_after_s ?? 60));
    return envelope(c, request_id, error.status, {
      code: error.code,
      msg: error.message,
      data: error.data ?? null,
      ...(error.fields ? { fields: error.fields } : {}),
    });
  }
  const incoming = c.env?.incoming;
  if (incoming?.destroyed && !incoming.complete) {
    // the client disconnected in the middle of the body: no error of ours
    app.log.debug({ request_id, path }, 'request broke off');
    return envelope(c, request_id, 400, { code: 1, msg: '提交的内容没有完整到达', data: null });
  }
  if (isDatabaseUnavailable(error)) {
    outageLog(app.log).report({ request_id, path, error });
    c.header('retry-after', '2');
    return envelope(c, request_id, 503, { code: 1, msg: NETWORK_FAILURE_TEXT, data: null });
  }
  const state = sqlState(error);
  if (state?.startsWith('22')) {
    // a value that the column's type cannot hold slipped past the schema: the caller's fault, but ours to refuse earlier
    app.log.warn({ err: error, request_id, path, sqlstate: state }, 'input refused by the database');
    return envelope(c, request_id, 400, { code: 1, msg: '提交的内容有误', data: null });
  }
  app.log.error({ err: error, request_id, path, sqlstate: state }, 'request failed');
  return envelope(c, request_id, 500, { code: 1, msg: NETWORK_FAILURE_TEXT, data: null });
}

const WRITTEN_START = Buffer.from('{"code":0,"msg":"ok","data":');
const WRITTEN_END = Buffer.from('}');

/** The envelope of a success around what is bytes already. */
function writtenEnvelope(c: Context<GatewayEnv>, request_id: string, { pieces }: WrittenJson): Response {
  const body = Buffer.concat([WRITTEN_START, ...pieces, WRITTEN_END]);
  return c.body(body, 200, { 'content-type': 'application/json', 'x-request-id': request_id, 'cache-control': 'no-store' });
}

function envelope(c: Context<GatewayEnv>, request_id: string, status: number, body: Envelope & { code: EnvelopeCode }): Response {
  c.header('x-request-id', request_id);
  c.header('cache-control', 'no-store');
  return c.json(body.code === 0 ? body : { ...body, request_id }, status as 200);
}
