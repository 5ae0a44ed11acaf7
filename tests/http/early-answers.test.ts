import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noInput } from '#contract/input-fields.ts';
import type { Endpoint } from '#server/http/endpoint.ts';
import { readBytes } from '#server/http/rest-of-body.ts';
import { AppError } from '#server/kernel/errors.ts';
import { testApp } from '../support/app.ts';
import { type GatewayServer, startGatewayServer } from '../support/gateway-server.ts';
import { cacheable, openSite, type SiteOnPort } from '../support/site-on-port.ts';

const t = testApp();
let site: SiteOnPort;
let gateway: GatewayServer;

const call = (name: string, extra: Partial<Endpoint> & Pick<Endpoint, 'handle'>) =>
  ({
    method: 'POST',
    path: `/t/${name}`,
    summary: name,
    tag: 'site',
    auth: 'none',
    input: noInput,
    raw_body: true,
    ...extra,
  }) as Endpoint;

const STATUSES = [400, 401, 403, 404, 409, 413, 428, 429, 503, 507];
/** Refusals before anything was read, in the middle of it, and of a reader that left it standing. */
const own: Endpoint[] = [
  ...STATUSES.flatMap((status) => [
    call(`unread-${status}`, { handle: () => Promise.reject(new AppError('否', { status })) }),
    call(`begun-${status}`, {
      handle: async (_ctx, _input, c) => {
        const reader = c.req.raw.body?.getReader();
        await reader?.read();
        throw new AppError('否', { status });
      },
    }),
  ]),
  call('bug', { handle: () => Promise.reject(new Error('a bug')) }),
  call('bytes', { handle: async (_ctx, _input, c) => (await readBytes(c.req.raw, 1_000))?.byteLength ?? -1 }),
  call('limited', { limit: { points: 1, window_s: 60 }, handle: async () => null }),
  call('json', { raw_body: false, handle: async () => null }),
  call('staff', { auth: { verb: 'review.decide' }, handle: async () => null }),
  call('next', { method: 'GET', raw_body: false, handle: async () => null }),
];

beforeAll(async () => {
  site = await openSite(t, (url) => cacheable(`page ${url.pathname}`));
  gateway = await startGatewayServer(t.app, own);
});
afterAll(async () => {
  await gateway?.stop();
  await site?.close();
});

const MB = 1024 * 1024;
/** `arrives`: how much of it is sent before the answer is there. */
const BODIES = [
  { what: 'a small body', size: 100, arrives: 100 },
  { what: 'a part of an upload', size: 8 * MB, arrives: 8 * MB },
  { what: 'more than is read away', size: 24 * MB, arrives: 24 * MB },
  { what: 'a slow body', size: 8 * MB, arrives: 1 * MB },
];

/** One call on a connection that is reused, then the next call: whatever the first was answered, neither is cut. */
async function twoCalls(first: URL, method: string, next: URL, { size, arrives }: (typeof BODIES)[number]) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const headers = { 'content-type': 'application/octet-stream', 'content-length': size };
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request(first, { method, agent, headers }, resolve).on('error', reject);
      sent.write(Buffer.alloc(arrives, 'x'));
      if (arrives === size) sent.end();
      // what a client with a slow line goes on sending once it has its answer
      else sent.once('response', () => sent.end(Buffer.alloc(size - arrives, 'x')));
    });
    const body = await text(answer);
    const closes = answer.headers.connection === 'close';
    // longer than the adapter waits before it cuts what it took for idle
    await wait(600);
    const following = await new Promise<IncomingMessage>((resolve, reject) => request(next, { agent }, resolve).on('error', reject).end());
    await text(following);
    return { status: answer.statusCode, closes, body, next: following.statusCode };
  } finally {
    agent.destroy();
  }
}

it.each(BODIES)('O11 an early answer to $what leaves no connection that is cut under the next call', async (sent) => {
  const next = new URL(`${gateway.url}/gateway/t/next`);
  const walked = own
    .filter(({ method }) => method === 'POST')
    .map(({ path }) => ({ url: `${gateway.url}/gateway${path}`, method: 'POST', next }));
  const home = new URL(`${site.origin}/healthz`);
  const others = [
    { path: '/gateway/nothing', method: 'POST' },
    { path: '/gateway/index/index/nowtime', method: 'PUT' },
    { path: '/gateway/upload/aaaaaaaaaaaaaaaaaaaaaaaa', method: 'POST' },
    { path: '/programme', method: 'POST' },
    { path: '/programme', method: 'PUT' },
    { path: '/programme', method: 'GET' },
    { path: '/%00', method: 'POST' },
  ].map(({ path, method }) => ({ url: site.origin + path, method, next: home }));
  const all = await Promise.all(
    [...walked, ...others].map(async ({ url, method, next: following }) => {
      const answer = await twoCalls(new URL(url), method, following, sent);
      return { url, ...answer };
    }),
  );
  expect(all.filter((one) => one.next !== 200)).toEqual([]);
  expect(all.filter(({ url, status }) => status !== Number(/\d{3}$/.exec(url)?.[0] ?? status))).toEqual([]);
  expect(all.filter(({ body, url }) => url.includes('/gateway/') && !body.startsWith('{'))).toEqual([]);
  // what is small keeps its connection, what does not fit the bounds says that it ends
  if (sent.arrives < sent.size || sent.size > 16 * MB) expect(all.filter(({ closes }) => !closes)).toEqual([]);
  else if (sent.size < MB) expect(all.filter(({ closes }) => closes)).toEqual([]);
});
