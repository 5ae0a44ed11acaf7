import { Writable } from 'node:stream';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { Envelope } from '#contract/envelope.ts';
import { idField, noInput, textField } from '#contract/input-fields.ts';
import { endpoints } from '#server/areas/index.ts';
import type { Endpoint } from '#server/http/endpoint.ts';
import { createFloodLimit } from '#server/http/flood-limit.ts';
import { createGateway } from '#server/http/gateway.ts';
import { createLog } from '#server/kernel/log.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { registerUser } from '../support/identity.ts';

let t: TestApp;
let lines = '';
const stream = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines += chunk.toString();
    done();
  },
});

const call = (name: string, extra: Partial<Endpoint> & Pick<Endpoint, 'handle'>) =>
  ({ method: 'POST', path: `/t/${name}`, summary: name, tag: 'site', auth: 'none', input: noInput, ...extra }) as Endpoint;

const own: Endpoint[] = [
  call('echo', {
    input: z.looseObject({ id: idField.optional(), text: textField('内容', 20).optional() }),
    handle: async (_ctx, input) => input,
  }),
  call('bug', { handle: async () => Promise.reject(new Error('select secret_column from users')) }),
  call('file/:signed', { handle: async () => Promise.reject(new Error('file is away')) }),
  call('slow', { timeout_ms: 30, handle: () => new Promise((resolve) => setTimeout(resolve, 500).unref()) }),
  call('limited', { limit: { points: 2, window_s: 60 }, handle: async () => null }),
  call('overflow', { handle: async (ctx) => ctx.app.db.execute(sql`select ${'99999999999'}::int4`) }),
  call('staff', { auth: { verb: 'review.decide' }, handle: async () => null }),
];
let gateway: ReturnType<typeof createGateway>;

beforeAll(async () => {
  t = await startTestApp({ log: createLog('info', stream) });
  gateway = createGateway(t.app, own);
});
afterAll(() => t.stop());

async function send(path: string, init: RequestInit = {}) {
  const response = await gateway.request(path, { method: 'POST', ...init });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Envelope };
}
const json = (body: unknown) => ({
  body: typeof body === 'string' ? body : JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});

it('answers below /gateway and at the root of a host of its own', async () => {
  expect((await send('/gateway/t/echo')).body.code).toBe(0);
  expect((await send('/t/echo')).body.code).toBe(0);
  expect((await send('/gatewayt/echo')).status).toBe(404);
});

it('names the methods that a path takes', async () => {
  const answer = await send('/t/echo', { method: 'PUT' });
  expect([answer.status, answer.body.code, answer.headers.get('allow')]).toEqual([405, 1, 'POST']);
  const options = await gateway.request('/t/echo', { method: 'OPTIONS' });
  expect([options.status, options.headers.get('allow'), options.headers.get('access-control-allow-origin')]).toEqual([204, 'POST', null]);
});

it('ignores `_` and the platform header, takes the first of a repeated parameter, and lets no key reach a prototype', async () => {
  const answer = await send('/t/echo?_=0.123&id=5&id=6&__proto__=x&constructor=y', { headers: { platform: '4' } });
  expect(answer.body.data).toEqual({ id: 5 });
  const hostile = await send('/t/echo', json('{"__proto__":{"admin":true},"constructor":1,"id":7}'));
  expect(hostile.body.data).toEqual({ id: 7 });
  expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
  expect((await send('/t/echo', json('{"a":{"\\u005f_proto__":{"x":1}}}'))).status).toBe(400);
});

it.each([
  ['malformed JSON', json('{"id":'), 400],
  ['an array', json([1]), 400],
  ['a bare number', json('1e999'), 400],
  ['a negative id', json({ id: -1 }), 400],
  ['an id beyond 2^53', json('{"id":99999999999999999999999}'), 400],
  ['an infinite id', json('{"id":1e999}'), 400],
  ['text for an id', json({ id: 'drop table' }), 400],
  ['an object for an id', json({ id: { $gt: 0 } }), 400],
  ['true for an id', json({ id: true }), 400],
  ['a list for an id', json({ id: [5] }), 400],
  ['a text in another base for an id', json({ id: '0x10' }), 400],
  ['NUL', json({ text: 'a\u0000b' }), 400],
  ['NUL in a field nobody declared', json({ other: ['\u0000'] }), 400],
  ['half a character', json('{"text":"\\ud800"}'), 400],
  ['text that is too long', json({ text: '长'.repeat(21) }), 400],
  ['ten megabytes', json({ text: 'x'.repeat(10 * 1024 * 1024) }), 413],
  ['deep nesting', json(`{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`), 400],
  ['a file where none is taken', { body: '--x--', headers: { 'content-type': 'multipart/form-data; boundary=x' } }, 415],
  ['thousands of parameters', { body: undefined, query: `?${'a=1&'.repeat(300)}` }, 400],
])('refuses %s with code 1, a readable message and the fields', async (_name, init, status) => {
  const { query = '', ...rest } = init as RequestInit & { query?: string };
  const answer = await send(`/t/echo${query}`, rest);
  expect([answer.status, answer.body.code]).toEqual([status, 1]);
  expect(answer.body.msg).toMatch(/[\u4e00-\u9fff]/);
  if (status === 400 && query === '') expect(Object.keys(answer.body.fields ?? {}).length).toBeGreaterThan(0);
});

it('hides what went wrong inside, and names the request in header, body and log', async () => {
  const { status, headers, body } = await send('/t/bug');
  expect([status, body.code, body.msg]).toEqual([500, 1, '当前服务器繁忙，请稍后再试~']);
  expect(JSON.stringify(body)).not.toContain('secret_column');
  expect(body.request_id).toBe(headers.get('x-request-id'));
  const logged = lines.split('\n').find((line) => line.includes('secret_column')) ?? '';
  expect(logged).toContain(body.request_id);
});

it('writes no signed link into the log: who has it has the file', async () => {
  expect((await send('/t/file/c2lnbmVkIGZvciBvbmU')).status).toBe(500);
  expect(lines).toContain('file is away');
  expect(lines).toContain('/t/file/:signed');
  expect(lines).not.toContain('c2lnbmVkIGZvciBvbmU');
});

it('refuses a value that only the database found too large as the caller\u2019s mistake', async () => {
  expect(await send('/t/overflow')).toMatchObject({ status: 400, body: { code: 1 } });
});

it('gives up after the time of the call', async () => {
  expect(await send('/t/slow')).toMatchObject({ status: 504, body: { code: 1 } });
});

it('limits a call per address and says when to come back', async () => {
  expect([(await send('/t/limited')).status, (await send('/t/limited')).status]).toEqual([200, 200]);
  const { status, headers, body } = await send('/t/limited');
  expect([status, body.code]).toEqual([429, 1]);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
});

it('limits floods of one address over all calls, but not this machine', async () => {
  const flood = createFloodLimit(3, 60);
  for (let i = 0; i < 3; i++) await flood.check('203.0.113.7');
  await expect(flood.check('203.0.113.7')).rejects.toMatchObject({ status: 429 });
  await flood.check('203.0.113.8');
  for (let i = 0; i < 10; i++) await flood.check('127.0.0.1');
});

it('keeps no answer, and knows nobody by a cookie', async () => {
  expect((await send('/t/echo')).headers.get('cache-control')).toBe('no-store');
  expect((await send('/t/bug')).headers.get('cache-control')).toBe('no-store');
  const { token } = (await registerUser(t)).body.data;
  const asked = (headers: Record<string, string>) => send('/t/staff', { headers }).then(({ status }) => status);
  expect(await asked({ token })).toBe(403);
  expect(await asked({ cookie: `token=${token}`, authorization: `Bearer ${token}` })).toBe(401);
});

it('sends visitors to sign in where a user is needed', async () => {
  expect(await send('/t/staff')).toMatchObject({ status: 401, body: { code: 2 } });
  expect(await send('/t/staff', { headers: { token: 'invented' } })).toMatchObject({ status: 401, body: { code: 2 } });
});

it.each([
  ['/docs', 150_000, 1_500_000],
  ['/docs/openapi.json', 75_000, 750_000],
] as const)('A11 sends %s small, from memory, and not to who has it', async (path, br_most, plain_most) => {
  const all = createGateway(t.app, endpoints);
  const ask = (headers: Record<string, string>) => all.request(path, { headers });
  const answers = await Promise.all(['br', 'gzip', 'identity'].map((encoding) => ask({ 'accept-encoding': encoding })));
  expect(answers.map(({ headers }) => headers.get('content-encoding'))).toEqual(['br', 'gzip', null]);
  const [br, gz, plain] = await Promise.all(answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())));
  expect(brotliDecompressSync(br as Buffer).equals(plain as Buffer)).toBe(true);
  expect(gunzipSync(gz as Buffer).equals(plain as Buffer)).toBe(true);
  for (const [sent, most] of [
    [br, br_most],
    [plain, plain_most],
  ] as const) {
    expect(sent?.length).toBeGreaterThan(0);
    expect(sent?.length).toBeLessThan(most);
  }
  for (const answer of answers) {
    const etag = answer.headers.get('etag') ?? '';
    const known = await ask({ 'accept-encoding': answer.headers.get('content-encoding') ?? 'identity', 'if-none-match': `W/${etag}, "x"` });
    expect([known.status, await known.text(), known.headers.get('etag'), known.headers.get('content-length')]).toEqual([
      304,
      '',
      etag,
      null,
    ]);
  }
});

it('describes every call in OpenAPI 3.1 and on a page without script', async () => {
  const all = createGateway(t.app, endpoints);
  const spec = (await (await all.request('/docs/openapi.json')).json()) as {
    openapi: string;
    paths: Record<string, Record<string, unknown>>;
    components: { parameters: Record<string, unknown> };
  };
  expect(spec.openapi).toBe('3.1.0');
  for (const { method, path } of endpoints)
    expect(spec.paths[`/gateway${path.replace(/:(\w+)/g, '{$1}')}`]).toHaveProperty(method.toLowerCase());
  const upload = spec.paths['/gateway/upload/{key}']?.['get'] as { parameters: object[] };
  expect(upload.parameters).toContainEqual({ $ref: '#/components/parameters/key' });
  expect(spec.components.parameters['key']).toEqual({ name: 'key', in: 'path', required: true, schema: { type: 'string' } });
  const register = spec.paths['/gateway/api/user/registered']?.['post'] as {
    requestBody: {
      content: { 'application/json': { schema: { required: string[]; properties: Record<string, { maxLength?: number }> } } };
    };
  };
  const { required, properties } = register.requestBody.content['application/json'].schema;
  expect(required).toEqual(['account', 'captcha', 'password']);
  expect(properties['web_channel_id']?.maxLength).toBe(64);
  const page = await all.request('/docs');
  const html = await page.text();
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(html).not.toContain('<script');
  expect(html).toContain('data：对象，<code>time</code>');
  expect(html).toContain('<code>text/csv</code>');
  for (const { path, summary, tag } of endpoints) {
    expect(html).toContain(`/gateway${path}<`);
    expect(html, tag).toMatch(new RegExp(`<a href="#${tag}">[^<]*[\u4e00-\u9fff]`));
    expect(summary).toMatch(/[\u4e00-\u9fff]/);
  }
});
