import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { ACCOUNT_CALLS, type WechatQr } from '#contract/account.ts';
import { endpoints } from '#server/areas/index.ts';
import { createGateway } from '#server/http/gateway.ts';
import { users } from '#server/modules/identity/tables.ts';
import { wechat_identities } from '#server/modules/wechat/tables.ts';
import { isSandboxWechat } from '#server/providers/wechat-login/sandbox.ts';
import { testApp } from '../support/app.ts';
import { codeFor, newMobile, PASSWORD, registerUser, type SignedIn } from '../support/identity.ts';
import { type OwnBrowser, openBrowser } from '../support/own-browser.ts';

const t = testApp();

const { wechat_qr, wechat_check, wechat_bind, wechat_callback, wechat_unlink } = ACCOUNT_CALLS;
const stateOf = ({ url }: WechatQr) => new URL(url).searchParams.get('wechat') ?? '';

interface Asked {
  browser: OwnBrowser;
  qr: WechatQr;
  state: string;
  check(): ReturnType<OwnBrowser['call']>;
  phone(action: string, person?: string): Promise<number>;
}

/** A browser that shows a QR. */
async function ask(options: { token?: string; link?: 1; browser?: OwnBrowser } = {}): Promise<Asked> {
  const { token, link, browser = openBrowser(t) } = options;
  const signed = token ? { token } : {};
  const { body } = await browser.call<WechatQr>('POST', wechat_qr, { ...signed, body: link ? { link } : {} });
  const qr = body.data;
  const state = stateOf(qr);
  return {
    ...{ browser, qr, state },
    check: () => browser.call('GET', wechat_check, { ...signed, query: { token: qr.token } }),
    phone: async (action, person) =>
      (await t.call('POST', '/sandbox/wechat', { body: { state, action, ...(person ? { person } : {}) } })).body.code,
  };
}

let people = 0;
/** Links somebody's WeChat to a new account by a bound phone. */
async function member(person: string): Promise<{ mobile: string; id: number }> {
  const mobile = newMobile();
  const asked = await ask();
  await asked.phone('confirm', person);
  await asked.check();
  const captcha = await codeFor(t, mobile, 'register');
  const bound = await asked.browser.call<SignedIn>('POST', wechat_bind, {
    body: { token: asked.qr.token, account: mobile, captcha, nickname: `新人${++people}`, password: PASSWORD },
  });
  expect(bound.body.msg).toBe('ok');
  return { mobile, id: bound.body.data.userinfo.id };
}

describe('S-401, SH-6 the QR', () => {
  it('waits, is scanned, is given up, and is over after three minutes', async () => {
    const asked = await ask();
    expect((await asked.check()).body.code).toBe(3);
    await asked.phone('scan');
    expect((await asked.check()).body.code).toBe(4);
    await asked.phone('cancel');
    expect((await asked.check()).body).toMatchObject({ code: 7, msg: '您已在手机上取消登录' });
    const late = await ask();
    t.clock.advance_ms(3 * 60_000 + 1);
    expect((await late.check()).body.code).toBe(5);
    expect(await late.phone('confirm', 'person1')).toBe(1);
  });

  it('is good in the browser that asked for it alone', async () => {
    const asked = await ask();
    await asked.phone('confirm', 'person1');
    const other = openBrowser(t);
    expect((await other.call('GET', wechat_check, { query: { token: asked.qr.token } })).body.code).toBe(5);
    await other.call('POST', wechat_qr, {});
    expect((await other.call('GET', wechat_check, { query: { token: asked.qr.token } })).body.code).toBe(5);
    expect((await asked.check()).body.code).toBe(6);
  });
});

describe('coming back from WeChat', () => {
  const gateway = () => createGateway(t.app, endpoints);
  const back = (query: Record<string, string>, cookie = '') =>
    gateway().request(`${wechat_callback}?${new URLSearchParams(query)}`, cookie ? { headers: { cookie } } : {});
  const codeOf = async (person: string) => {
    const port = t.app.providers.wechat_login;
    return isSandboxWechat(port) ? port.agree(person) : '';
  };

  it('takes a code in the browser that began, once, and no foreign state or browser', async () => {
    const asked = await ask();
    const code = await codeOf('person2');
    expect((await back({ code, state: 'somebody-elses-state' }, asked.browser.cookie())).status).toBe(403);
    // a link with an attacker's code, opened by somebody else
    expect((await back({ code, state: asked.state })).status).toBe(403);
    const stranger = openBrowser(t);
    await stranger.call('POST', wechat_qr, {});
    expect((await back({ code, state: asked.state }, stranger.cookie())).status).toBe(403);
    expect((await asked.check()).body.code).toBe(3);
    expect((await back({ code, state: asked.state }, asked.browser.cookie())).status).toBe(200);
    expect((await asked.check()).body.code).toBe(6);
    const again = await ask();
    const used = await back({ code, state: again.state }, again.browser.cookie());
    expect([used.status, (await again.check()).body.code]).toEqual([400, 3]);
  });

  it('says so when the person did not agree', async () => {
    const asked = await ask();
    const answer = await back({ state: asked.state }, asked.browser.cookie());
    expect(await answer.text()).toContain('您没有同意微信登录');
  });
});

describe('S-402 binding a phone', () => {
  it('F-38 makes an account when there is none, and believes the server about who the WeChat is', async () => {
    const mobile = newMobile();
    const asked = await ask();
    await asked.phone('confirm', 'person3');
    const found = await asked.check();
    expect(found.body).toMatchObject({ code: 6, data: { nickname: '会展小赵' } });
    const captcha = await codeFor(t, mobile, 'register');
    const input = { token: asked.qr.token, account: mobile, captcha, nickname: '会展小赵' };
    expect((await asked.browser.call('POST', wechat_bind, { body: input })).body.fields).toEqual({ password: '请输入密码' });
    const forged = { ...input, password: PASSWORD, unionid: 'somebody-else', openid: 'somebody-else', headimgurl: 'javascript:1' };
    const bound = await asked.browser.call<SignedIn>('POST', wechat_bind, { body: forged });
    expect(bound.body.data.userinfo.nickname).toBe('会展小赵');
    const [row] = await t.app.db.select().from(wechat_identities).where(eq(wechat_identities.user_id, bound.body.data.userinfo.id));
    expect(row).toMatchObject({ unionid: 'sandbox-union-3', openid: 'sandbox-open-3' });
    // the token is used up
    expect((await asked.browser.call('POST', wechat_bind, { body: forged })).body.code).toBe(5);
    const next = await ask();
    await next.phone('confirm', 'person3');
    const login = await next.check();
    expect(login.body).toMatchObject({ code: 0, data: { userinfo: { id: bound.body.data.userinfo.id } } });
    expect((await next.check()).body.code).toBe(5);
  });

  it('binds a phone that has an account without another password, unless that has another WeChat', async () => {
    const mobile = newMobile();
    const { id } = (await registerUser(t, mobile)).body.data.userinfo;
    const asked = await ask();
    await asked.phone('confirm', 'person4');
    await asked.check();
    const captcha = await codeFor(t, mobile, 'login');
    const wrong = { token: asked.qr.token, account: mobile, captcha: '000000', nickname: '' };
    expect((await asked.browser.call('POST', wechat_bind, { body: wrong })).body.msg).toBe('验证码错误');
    const bound = await asked.browser.call<SignedIn>('POST', wechat_bind, { body: { ...wrong, captcha } });
    expect(bound.body.data.userinfo.id).toBe(id);
    const other = await ask();
    await other.phone('confirm', 'person1');
    const taken = await other.browser.call('POST', wechat_bind, { body: { ...wrong, token: other.qr.token } });
    expect([taken.status, taken.body.msg]).toEqual([409, '该手机号已绑定其他微信，请先用手机号登录后解绑']);
    await t.app.db.delete(wechat_identities).where(eq(wechat_identities.user_id, id));
  });

  it('refuses a blocked account, and a browser that did not scan', async () => {
    const mobile = newMobile();
    const { id } = (await registerUser(t, mobile)).body.data.userinfo;
    await t.app.db.update(users).set({ blocked: true }).where(eq(users.id, id));
    const asked = await ask();
    await asked.phone('confirm', 'person4');
    const input = { token: asked.qr.token, account: mobile, captcha: '123456', nickname: '' };
    expect((await asked.browser.call('POST', wechat_bind, { body: input })).status).toBe(403);
    expect((await openBrowser(t).call('POST', wechat_bind, { body: input })).body.code).toBe(5);
  });
});

it('links a WeChat to who is signed in, one each, and takes it away again', async () => {
  const owner = await member('person2');
  const browser = openBrowser(t);
  const { token } = (await registerUser(t)).body.data;
  const taken = await ask({ token, link: 1, browser });
  await taken.phone('confirm', 'person2');
  expect((await taken.check()).body).toMatchObject({ code: 1, msg: '该微信已绑定其他账号' });
  const asked = await ask({ token, link: 1, browser });
  await asked.phone('confirm', 'person1');
  const done = await asked.check();
  expect(done.body).toMatchObject({ code: 0, data: { token: '' } });
  expect((await browser.call('POST', wechat_qr, { token, body: { link: 1 } })).body.msg).toContain('请先解绑');
  expect((await browser.call('DELETE', wechat_unlink, { token })).body.code).toBe(0);
  expect((await browser.call('DELETE', wechat_unlink, { token })).status).toBe(404);
  expect((await browser.call('POST', wechat_qr, { body: { link: 1 } })).body.code).toBe(2);
  expect(owner.id).toBeGreaterThan(0);
});

it('gives one login to 16 polls at once', async () => {
  const asked = await ask();
  await asked.phone('confirm', 'person2');
  const answers = await Promise.all(Array.from({ length: 16 }, () => asked.check()));
  expect(answers.filter(({ body }) => body.code === 0)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.code === 5)).toHaveLength(15);
});
