import { Writable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endpoints } from '#server/areas/index.ts';
import { createGateway } from '#server/http/gateway.ts';
import { createLog } from '#server/kernel/log.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { codeFor, newMobile, type SignedIn } from '../support/identity.ts';

let t: TestApp;
let logged = '';
const stream = new Writable({
  write(chunk: Buffer, _encoding, done) {
    logged += chunk.toString();
    done();
  },
});

const PASSWORD = 'Pw-7f3a91c2-log';
const ID_CARD = '110101199003077758';

beforeAll(async () => {
  t = await startTestApp({ log: createLog('trace', stream) });
});
afterAll(() => t.stop());

it('writes no password, code, token, secret or id number into the log, on success and on failure', async () => {
  const mobile = newMobile();
  const secrets: string[] = [PASSWORD, ID_CARD, ...Object.values(t.config.secrets)];
  const register_code = await codeFor(t, mobile, 'register');
  const registered = await t.call<SignedIn>('POST', '/api/user/registered', {
    body: { account: mobile, captcha: register_code, password: PASSWORD, platform: 4 },
  });
  expect(registered.body.code).toBe(0);
  const { token } = registered.body.data;
  const login = await t.call<SignedIn>('POST', '/api/user/login', { body: { account: mobile, password: PASSWORD } });
  const login_code = await codeFor(t, mobile, 'login');
  const by_code = await t.call<SignedIn>('POST', '/api/user/loginCaptcha', { body: { account: mobile, captcha: login_code } });
  secrets.push(token, login.body.data.token, by_code.body.data.token);

  // and everything that goes wrong with them in hand
  const wrong = { account: mobile, mobile, captcha: login_code, password: PASSWORD, idcard: ID_CARD, token };
  for (const { method, path } of endpoints) {
    const answer = await t
      .call(method, path.replace(/:\w+/, 'x'), { token, ...(method === 'GET' ? { query: wrong } : { body: wrong }) })
      .catch(() => null);
    if (path === '/api/user/logout') expect(answer?.status).toBe(200);
  }
  // a failure inside, with the secrets in the request
  const broken = createGateway(t.app, [
    {
      method: 'POST',
      path: '/broken',
      summary: '坏的',
      tag: 'site',
      auth: 'none',
      input: endpoints[0]!.input,
      handle: async () => {
        throw Object.assign(new Error('broken'), { token, password: PASSWORD, code: login_code, request: { token, password: PASSWORD } });
      },
    },
  ]);
  const answer = await broken.request('/broken', {
    method: 'POST',
    body: JSON.stringify(wrong),
    headers: { token, 'content-type': 'application/json' },
  });
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain(PASSWORD);

  // the database refuses a statement that carries one: drizzle writes parameters into its message
  const failed = await t.app.db.execute(sql`select ${PASSWORD}::int, ${token}::text`).catch((error: unknown) => error);
  t.app.log.error({ err: failed }, 'statement failed');
  expect(logged).toContain('params: [cut]');

  t.app.log.info({ password: PASSWORD, user: { token } }, 'what a careless line would say');
  expect(logged).toContain('what a careless line would say');
  expect(logged).toContain('broken');
  for (const secret of secrets) expect(logged).not.toContain(secret);
  for (const code of [register_code, login_code]) expect(logged).not.toMatch(new RegExp(`"(?:code|captcha)":\\s*"${code}"`));
});
