import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { NETWORK_FAILURE_TEXT } from '#contract/envelope.ts';
import { type App, createCtx } from '../app/ctx.ts';
import type { Pool } from '../db/pool.ts';
import { AppError } from '../kernel/errors.ts';
import { clientAddress, isOwnPeer, isUnknownProxy } from './client-address.ts';
import { isMobile, mobilePath } from './device-class.ts';
import { filledAddress } from './filled-address.ts';
import { createFloodLimit } from './flood-limit.ts';
import type { GatewayEnv } from './gateway.ts';
import { gatewayListener } from './gateway-listener.ts';
import { serveLessonFile } from './lesson-files.ts';
import { LoopWatch, pageName, watchRequest } from './loop-watch.ts';
import { createMetrics } from './metrics.ts';
import { type CacheState, HANDED_TAGS, PAGE_VARY_BY_DEVICE, type PageEntry, pageCacheOf } from './page-cache.ts';
import { chooseVariant, type PageBody } from './page-encoding.ts';
import { pageKey } from './page-key.ts';
import { ProcessSampler } from './process-sampler.ts';
import { serveFilm } from './public-films.ts';
import { servePicture } from './public-pictures.ts';
import { nextRequestId } from './request-id.ts';
import { readTarget } from './request-target.ts';
import { carriesBody, endBody } from './rest-of-body.ts';
import { NOTHING_POLICY, securityHeaders } from './security-headers.ts';
import { SpiderCounter } from './spider-counter.ts';
import { staticFiles } from './static-files.ts';
import { streamsOf } from './streams.ts';
import { ViewCounter } from './view-counter.ts';

/** Astro's handler in middleware mode. */
export type PageHandler = (req: IncomingMessage, res: ServerResponse, next: () => void, locals: App.Locals) => void;

export interface SiteParts {
  app: App;
  pool: Pool;
  gateway: Hono<GatewayEnv>;
  pages: PageHandler;
}

export interface SiteListener {
  (req: IncomingMessage, res: ServerResponse): void;
  /** From now on `/readyz` says no and answers close their connections. Resolves when what was counted is written. */
  drain(): Promise<void>;
  /** Built files have smaller ones beside them now. */
  readFilesAgain(): void;
}

/**
 * Everything that one port answers, in this order: gateway, probes, cached pages (bytes leave before the framework sees the
 * request), pictures, built files, pages. Each answer carries the security headers and a request id.
 */
export function createSiteListener({ app, pool, gateway, pages }: SiteParts): SiteListener {
  const { config } = app;
  const base = securityHeaders(config);
  const plain = [...base, 'Content-Security-Policy', NOTHING_POLICY];
  const cache = pageCacheOf(app);
  const metrics = createMetrics(app, pool);
  const watch = new LoopWatch(({ ms }) => metrics.stalled(ms / 1000));
  const sampler = new ProcessSampler(app, pool, watch);
  const site_host = new URL(config.site_url).host;
  const views = new ViewCounter(app);
  const spiders = new SpiderCounter(app);
  const searches = createFloodLimit(SEARCHES, SEARCH_WINDOW_S);
  let draining = false;
  let proxy_known = false;

  let assets = staticFiles(join(config.dist_dir, 'client'));
  const calls = gatewayListener(gateway, requestIdOf);

  const listener = (req: IncomingMessage, res: ServerResponse): void => {
    const target = readTarget(req.url);
    // calls read theirs; no page does
    if (carriesBody(req) && !('path' in target && isCall(target.path))) void endBody(req, res).then(() => take(req, res, target));
    else take(req, res, target);
  };

  function take(req: IncomingMessage, res: ServerResponse, target: ReturnType<typeof readTarget>): void {
    const request_id = nextRequestId();
    if (draining) res.shouldKeepAlive = false;
    if (!proxy_known && isUnknownProxy(req, config.trust_proxy)) {
      proxy_known = true;
      app.log.warn('a proxy on this machine is not named in TRUST_PROXY: all readers behind it share the limits of one');
    }
    if ('refused' in target) {
      if (req.url?.startsWith('/gateway/')) refuseCall(res, plain, request_id, target.refused);
      else refuse(res, plain, request_id, target.refused);
      return;
    }
    const { path, url } = target;
    const is_call = isCall(path);
    const call = watch.began(is_call ? `${req.method} /gateway/…` : pageName(req.method, path));
    watchRequest(req, call);
    res.once('close', () => watch.ended(call));
    watch.measure(call, () => answer(req, res, path, url, request_id, is_call));
  }

  function answer(req: IncomingMessage, res: ServerResponse, path: string, url: string, request_id: string, is_call: boolean): void {
    views.saw(req, path, url);
    spiders.saw(req, res, path, url);
    if (is_call) {
      requestIds.set(req, request_id);
      req.url = url;
      // decides nothing there, and the adapter would refuse an odd one without an envelope
      req.headers.host = site_host;
      setHeaders(res, plain, request_id);
      timed('gateway', res);
      void calls(req, res);
    } else if (req.method !== 'GET' && req.method !== 'HEAD') {
      answerOtherMethod(req, res, url, request_id);
    } else if (
      !(toFilled(res, url, request_id) || toMobileSite(req, res, path, url, request_id) || answerCached(req, res, url, request_id))
    ) {
      answerOther(req, res, path, url, request_id);
    }
  }

  /** Pages change nothing, so no method but reading has a meaning. A form that was sent before its script came leads back to its page. */
  function answerOtherMethod(req: IncomingMessage, res: ServerResponse, url: string, request_id: string): void {
    setHeaders(res, plain, request_id);
    res.setHeader('Cache-Control', 'no-store');
    if (req.method === 'POST') res.writeHead(303, { Location: url }).end();
    else if (req.method === 'OPTIONS') res.writeHead(204, { Allow: 'GET, HEAD' }).end();
    else refuse(res, [...plain, 'Allow', 'GET, HEAD'], request_id, 405);
  }

  /** A form of GET sends its empty fields too: their address is that of the page without them. */
  function toFilled(res: ServerResponse, url: string, request_id: string): boolean {
    const filled = filledAddress(url);
    if (filled === null) return false;
    setHeaders(res, plain, request_id);
    res.writeHead(302, { Location: filled, 'Cache-Control': 'no-store' }).end();
    return true;
  }

  function toMobileSite(req: IncomingMessage, res: ServerResponse, path: string, url: string, request_id: string): boolean {
    const there = config.mobile_site_url === null ? null : mobilePath(path);
    if (there === null) return false;
    res.setHeader('Vary', PAGE_VARY_BY_DEVICE);
    if (!isMobile(req.headers['user-agent'])) return false;
    setHeaders(res, plain, request_id);
    res.writeHead(302, { Location: `${config.mobile_site_url}${there}${url.slice(path.length)}`, 'Cache-Control': 'no-store' }).end();
    return true;
  }

  /** Serves a cached page; a cacheable page that is not cached goes to the framework under its canonical URL. */
  function answerCached(req: IncomingMessage, res: ServerResponse, url: string, request_id: string): boolean {
    const key = cache.enabled ? pageKey(url) : null;
    if (key === null) return false;
    const found = cache.find(key);
    // one request of a stale page goes on to the framework, which renders it again in the background
    if (found && (found.state === 'HIT' || found.entry.revalidating)) {
      if (found.state === 'HIT') cache.counters.hit++;
      else cache.counters.stale++;
      sendKept(req, res, found.entry, found.state, request_id);
    } else {
      req.url = key;
      renderPage(req, res, request_id);
    }
    return true;
  }

  function sendKept(req: IncomingMessage, res: ServerResponse, entry: PageEntry, state: CacheState, request_id: string): void {
    const variant = chooseVariant(req.headers);
    const held = entry.status === 200 && entry.bodies.isHeld(variant, req.headers['if-none-match']);
    if (!held) cache.wasSent(entry, variant);
    const send = ({ headers, bytes }: PageBody) => {
      const head = headers.concat('X-Cache', state, 'X-Request-Id', request_id);
      if (held) res.writeHead(304, withoutLength(head)).end();
      else res.writeHead(entry.status, head).end(bytes);
    };
    const body = entry.bodies.get(variant);
    // asked for the first time, it is made now: some milliseconds beside the event loop
    if (body instanceof Promise) void body.then(send);
    else send(body);
  }

  function answerOther(req: IncomingMessage, res: ServerResponse, path: string, url: string, request_id: string): void {
    if (path === '/healthz') sendText(res, plain, request_id, 200, 'ok');
    else if (path === '/readyz') void answerReady(res, request_id);
    else if (path === '/metrics') void answerMetrics(req, res, request_id);
    else if (path.startsWith('/pic/'))
      void answerMedia('picture', res, request_id, (head) => servePicture(app.providers.storage, path, req, res, head));
    else if (path.startsWith('/video/')) void answerFilm(req, res, url, request_id);
    else if (path.startsWith('/media/')) void answerLessonFile(req, res, path, request_id);
    else if (FRAMEWORK_ONLY.test(decodeURIComponent(path))) refuse(res, plain, request_id, 404);
    else {
      req.url = url;
      setHeaders(res, plain, request_id);
      assets(req, res, () => renderPage(req, res, request_id));
    }
  }

  /** Uncached searches are rate-limited: each costs a query and a rendering, and new words can be invented without end. */
  function renderPage(req: IncomingMessage, res: ServerResponse, request_id: string): void {
    if (!isSearch(req.url ?? '')) {
      toFramework(req, res, request_id);
      return;
    }
    searches.check(clientAddress(req, config.trust_proxy)).then(
      () => toFramework(req, res, request_id),
      () => refuse(res, [...plain, 'Retry-After', String(SEARCH_WINDOW_S)], request_id, 429),
    );
  }

  function toFramework(req: IncomingMessage, res: ServerResponse, request_id: string): void {
    // pages are the same for everybody: the reader's Host must not find its way into one
    req.headers.host = site_host;
    // ServerResponse already knows that a HEAD has no body; the page is rendered as for GET and cached
    if (req.method === 'HEAD') req.method = 'GET';
    setHeaders(res, plain, request_id);
    timed('page', res);
    if (config.providers.cdn) nameTags(res);
    pages(req, res, () => refuse(res, plain, request_id, 404), {
      request_id,
      client_address: clientAddress(req, config.trust_proxy),
    });
  }

  async function answerReady(res: ServerResponse, request_id: string): Promise<void> {
    const answers = draining
      ? false
      : await pool.pool.query('select 1').then(
          () => true,
          () => false,
        );
    sendText(res, plain, request_id, answers ? 200 : 503, answers ? 'ready' : draining ? 'draining' : 'database unavailable');
  }

  async function answerMetrics(req: IncomingMessage, res: ServerResponse, request_id: string): Promise<void> {
    if (!isOwnPeer(req, config.trust_proxy)) {
      refuse(res, plain, request_id, 404);
      return;
    }
    const text = await metrics.text();
    res.writeHead(200, [...plain, 'Content-Type', metrics.content_type, 'Cache-Control', 'no-store', 'X-Request-Id', request_id]).end(text);
  }

  function answerFilm(req: IncomingMessage, res: ServerResponse, url: string, request_id: string): Promise<void> {
    const ctx = createCtx(app, { kind: 'visitor', address: clientAddress(req, config.trust_proxy) }, request_id);
    return answerMedia('film', res, request_id, (head) => serveFilm(ctx, url, req, res, head));
  }

  function answerLessonFile(req: IncomingMessage, res: ServerResponse, path: string, request_id: string): Promise<void> {
    const ctx = createCtx(app, { kind: 'visitor', address: clientAddress(req, config.trust_proxy) }, request_id);
    return answerMedia('film', res, request_id, (head) => serveLessonFile(ctx, path, req, res, head));
  }

  async function answerMedia(
    area: 'picture' | 'film',
    res: ServerResponse,
    request_id: string,
    serve: (headers: readonly string[]) => Promise<boolean>,
  ): Promise<void> {
    timed(area, res);
    try {
      if (!(await serve([...plain, 'X-Request-Id', request_id]))) refuse(res, plain, request_id, 404);
    } catch (error) {
      app.log.error({ err: error, request_id }, `${area} could not be served`);
      // a file that went meanwhile is gone, a storage that is away comes back
      const status = error instanceof AppError && error.status in REFUSALS ? error.status : 500;
      if (res.headersSent) res.destroy();
      else refuse(res, plain, request_id, status);
    }
  }

  function timed(area: string, res: ServerResponse): void {
    const started = performance.now();
    res.once('finish', () => {
      const ms = performance.now() - started;
      metrics.answered(area, res.statusCode, ms / 1000);
      sampler.answered(area, res.statusCode, ms);
    });
  }

  listener.readFilesAgain = () => {
    assets = staticFiles(join(config.dist_dir, 'client'));
  };
  listener.drain = () => {
    draining = true;
    streamsOf(app).close();
    sampler.stop();
    return Promise.all([views.stop(), spiders.stop()]).then(() => undefined);
  };
  return listener;
}

/** A page that the framework sends says its tags as those of the cache do. */
function nameTags(res: ServerResponse): void {
  const write = res.writeHead.bind(res) as (status: number, headers?: object) => ServerResponse;
  const renamed = (status: number, headers?: Record<string, unknown> | unknown[]) => {
    if (!headers || Array.isArray(headers) || !(HANDED_TAGS in headers)) return write(status, headers);
    const { [HANDED_TAGS]: tags, ...rest } = headers;
    return write(status, { ...rest, 'cache-tag': tags });
  };
  res.writeHead = renamed as typeof res.writeHead;
}

/** Searches by address that no cached page answers. */
const SEARCHES = 120;
const SEARCH_WINDOW_S = 60;

/** Routes that the framework brings for itself, and the page that it shows when one fails. */
const FRAMEWORK_ONLY = /^\/(500|_image|_server-islands)(\/|$)/;

/** Pages for clients (`/c/…`) read a cookie and take a form, so they are calls too. */
function isCall(path: string): boolean {
  return path.startsWith('/gateway/') || path === '/gateway' || path.startsWith('/c/');
}

function isSearch(url: string): boolean {
  const mark = url.indexOf('?');
  if (mark === -1 || !/^\/(search|programme)\/?$/.test(decodeURIComponent(url.slice(0, mark)))) return false;
  return new URLSearchParams(url.slice(mark + 1)).has('keyword');
}

const requestIds = new WeakMap<IncomingMessage, string>();

function requestIdOf(req: IncomingMessage): string {
  return requestIds.get(req) ?? nextRequestId();
}

function withoutLength(head: readonly string[]): string[] {
  const kept: string[] = [];
  for (let i = 0; i < head.length; i += 2) {
    const name = head[i] as string;
    if (!/^content-(length|encoding|type)$/i.test(name)) kept.push(name, head[i + 1] as string);
  }
  return kept;
}

function setHeaders(res: ServerResponse, headers: readonly string[], request_id: string): void {
  for (let i = 0; i < headers.length; i += 2) res.setHeader(headers[i] as string, headers[i + 1] as string);
  res.setHeader('X-Request-Id', request_id);
}

const REFUSALS: Record<number, string> = {
  400: '请求地址无效',
  404: '页面不存在',
  405: '此地址只能读取',
  414: '请求地址过长',
  429: '搜索过于频繁，请稍后再试',
  500: NETWORK_FAILURE_TEXT,
  503: '文件存储暂时无法访问，请稍后再试',
};

function refuse(res: ServerResponse, headers: readonly string[], request_id: string, status: number): void {
  sendText(res, headers, request_id, status, REFUSALS[status] ?? '');
}

/** The gateway's answer to a request line that never reaches it. */
function refuseCall(res: ServerResponse, headers: readonly string[], request_id: string, status: number): void {
  const body = JSON.stringify({ code: 1, msg: REFUSALS[status] ?? '', data: null, request_id });
  send(res, headers, request_id, status, 'application/json', body);
}

function sendText(res: ServerResponse, headers: readonly string[], request_id: string, status: number, text: string): void {
  send(res, headers, request_id, status, 'text/plain; charset=utf-8', `${text}\n`);
}

function send(res: ServerResponse, headers: readonly string[], request_id: string, status: number, type: string, text: string): void {
  if (res.headersSent) return;
  for (const name of res.getHeaderNames()) res.removeHeader(name);
  const body = Buffer.from(text);
  res
    .writeHead(status, [
      ...headers,
      'Content-Type',
      type,
      'Content-Length',
      String(body.length),
      'Cache-Control',
      'no-store',
      'X-Request-Id',
      request_id,
    ])
    .end(body);
}
