import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ACCOUNT_CALLS } from '#contract/account.ts';
import { PROOF_WANTED_STATUS } from '#contract/envelope.ts';
import { WORKBENCH_CALLS } from '#contract/workbench.ts';
import { createCtx } from '#server/app/ctx.ts';
import type { MADE_BY_LOGIN, MadeName } from '#server/areas/made-by-login.ts';
import { sha256 } from '#server/kernel/ids.ts';
import { inviteEmployee, makeLink } from '#server/modules/employees/index.ts';
import { authenticate } from '#server/modules/identity/index.ts';
import { tokens } from '#server/modules/identity/tables.ts';
import { makeDoorLink } from '#server/modules/salons/index.ts';
import { testApp } from '../support/app.ts';
import { createAuthenticator } from '../support/authenticator.ts';
import { makeEnterprise } from '../support/enterprise.ts';
import { newMobile, PASSWORD, registerUser } from '../support/identity.ts';
import { openBrowser } from '../support/own-browser.ts';
import { makeSalon } from '../support/salons.ts';

const t = testApp();

const OLD = 10 * 60_000 + 1;
type Wanting = { [Name in MadeName]: (typeof MADE_BY_LOGIN)[Name] extends { wants_proof: true } ? Name : never }[MadeName];
const origin = () => new URL(t.config.site_url).origin;
const headers = () => ({ origin: origin() });
const forget = (token: string) =>
  t.app.db
    .update(tokens)
    .set({ proven_at: null })
    .where(eq(tokens.token_hash, sha256(token)));
const contextOf = async (token: string) => createCtx(t.app, (await authenticate(t.app, token, '10.0.0.1'))!, 'test');
const statusOf = (work: Promise<unknown>) =>
  work.then(
    () => 200,
    (error: { status: number }) => error.status,
  );

/** What a token alone would make; each says with which status it was refused. */
const MAKES: Record<Wanting, (token: string) => Promise<number>> = {
  passkey: async (token) => (await t.call('POST', ACCOUNT_CALLS.passkey_options, { token, headers: headers() })).status,
  wechat: async (token) => (await openBrowser(t).call('POST', ACCOUNT_CALLS.wechat_qr, { token, body: { link: 1 } })).status,
  calendar: async (token) => (await t.call('POST', WORKBENCH_CALLS.feed, { token, body: { on: 1 } })).status,
  async door(token) {
    const ctx = await contextOf(token);
    const salon = await makeSalon(t, { owner_id: ctx.actor.kind === 'user' ? ctx.actor.user_id : 0 });
    return statusOf(makeDoorLink(ctx, { salon_id: salon.id, name: '小张', gate: 'A 口' }));
  },
  async employee(token) {
    const mobile = newMobile();
    await registerUser(t, mobile);
    return statusOf(inviteEmployee(await contextOf(token), { mobile, rights: ['orders'] }));
  },
  company_link: async (token) => statusOf(makeLink(await contextOf(token), null)),
};

test('A2 a token alone makes no lasting way in; with fresh proof each is made', async () => {
  const person = await makeEnterprise(t);
  for (const [name, make] of Object.entries(MAKES)) {
    await forget(person.token);
    expect(await make(person.token), name).toBe(PROOF_WANTED_STATUS);
    await t.app.db
      .update(tokens)
      .set({ proven_at: t.clock.now() })
      .where(eq(tokens.token_hash, sha256(person.token)));
    expect(await make(person.token), name).toBe(200);
  }
});

test('A2 proof is a password, a code or a passkey of the account, and is fresh for ten minutes', async () => {
  const mobile = newMobile();
  const { token } = (await registerUser(t, mobile)).body.data;
  const add = () =>
    t.call<{ key: string; options: { challenge: string } }>('POST', ACCOUNT_CALLS.passkey_options, { token, headers: headers() });
  const prove = (body: object) => t.call('POST', ACCOUNT_CALLS.prove, { token, body, headers: headers() });
  // signing in was proof
  const asked = await add();
  const device = createAuthenticator(origin(), new URL(t.config.site_url).hostname);
  const body = { key: asked.body.data.key, response: device.make(asked.body.data.options.challenge), name: '手机' };
  expect((await t.call('POST', ACCOUNT_CALLS.passkey, { token, body, headers: headers() })).body.code).toBe(0);
  t.clock.advance_ms(OLD);
  expect(await add()).toMatchObject({ status: PROOF_WANTED_STATUS, body: { code: 1, data: { prove: 1 } } });
  expect((await t.call('GET', ACCOUNT_CALLS.prove, { token })).body.data).toMatchObject({ has_password: true, has_passkey: true });

  expect((await prove({ password: 'not-this-one' })).body.fields).toEqual({ password: '密码不正确' });
  expect((await prove({})).body.code).toBe(1);
  expect((await add()).status).toBe(PROOF_WANTED_STATUS);
  expect((await prove({ password: PASSWORD })).body.code).toBe(0);
  expect((await add()).status).toBe(200);

  t.clock.advance_ms(OLD);
  await t.call('POST', '/user/user/captcha', { token });
  const sent = await t.call<{ list: { code: string }[] }>('GET', '/sandbox/sms', { query: { mobile } });
  expect((await prove({ captcha: sent.body.data.list[0]?.code })).body.code).toBe(0);
  expect((await add()).status).toBe(200);

  t.clock.advance_ms(OLD);
  const login = async () =>
    (await t.call<{ key: string; options: { challenge: string } }>('POST', ACCOUNT_CALLS.passkey_login_options, { headers: headers() }))
      .body.data;
  const first = await login();
  expect((await prove({ passkey: { key: first.key, response: device.use(first.options.challenge) } })).body.code).toBe(0);
  expect((await add()).status).toBe(200);
  // the key of one account proves nothing of another
  const stranger = (await registerUser(t)).body.data.token;
  const second = await login();
  const lent = { passkey: { key: second.key, response: device.use(second.options.challenge) } };
  expect((await t.call('POST', ACCOUNT_CALLS.prove, { token: stranger, body: lent, headers: headers() })).body.msg).toBe(
    '这不是当前账号的通行密钥',
  );
});

test('A2 a login that was handed over has proven nothing', async () => {
  const { token } = (await registerUser(t)).body.data;
  const { code } = (await t.call<{ code: string }>('POST', ACCOUNT_CALLS.hand_over, { token })).body.data;
  const taken = await t.call<{ token: string }>('POST', ACCOUNT_CALLS.adopt, { body: { code } });
  const added = await t.call('POST', ACCOUNT_CALLS.passkey_options, { token: taken.body.data.token, headers: headers() });
  expect(added.status).toBe(PROOF_WANTED_STATUS);
});
