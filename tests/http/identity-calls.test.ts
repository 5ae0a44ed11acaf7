import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '#server/app/ctx.ts';
import { endpoints } from '#server/areas/index.ts';
import { createGateway } from '#server/http/gateway.ts';
import { sha256 } from '#server/kernel/ids.ts';
import { tokens } from '#server/modules/identity/tables.ts';
import { extendMembership } from '#server/modules/membership/index.ts';
import { postTransfer } from '#server/modules/wallet/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { codeFor, newMobile, PASSWORD, readPicture, registerUser, type SignedIn, wrongCode } from '../support/identity.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.stop());

const post = <T = unknown>(path: string, body: unknown, token?: string) => t.call<T>('POST', path, { body, ...(token ? { token } : {}) });
const DAY_MS = 86_400_000;

describe('registration', () => {
  it('makes a user from a code, signs in, and says nothing of the phone in public', async () => {
    const mobile = newMobile();
    const { status, body } = await registerUser(t, mobile);
    expect(status).toBe(200);
    expect(body.code).toBe(0);
    expect(body.data.userinfo.account).toBe(`${mobile.slice(0, 3)}****${mobile.slice(-4)}`);
    expect(body.data.userinfo.nickname).not.toContain(mobile.slice(-4));
    expect(Buffer.from(body.data.token, 'base64url').byteLength).toBe(32);
    const me = await t.call<{ id: number }>('GET', '/api/user/userinfo', { token: body.data.token });
    expect(me.body.data.id).toBe(body.data.userinfo.id);
  });

  it('keeps the channel and the inviter', async () => {
    const inviter = (await registerUser(t)).body.data.userinfo.id;
    const mobile = newMobile();
    const captcha = await codeFor(t, mobile, 'register');
    const made = await post<SignedIn>('/api/user/registered', {
      account: mobile,
      captcha,
      password: PASSWORD,
      platform: 4,
      web_channel_id: 'expo-2026',
      invitorid: inviter,
    });
    const rows = await t.booted.pool.pool.query('select web_channel_id, invitor_id from users where id = $1', [made.body.data.userinfo.id]);
    expect(rows.rows[0]).toEqual({ web_channel_id: 'expo-2026', invitor_id: inviter });
  });

  it.each([
    [{ account: '' }, '请输入手机号码'],
    [{ account: '1380000' }, '请输入11位手机号码'],
    [{ account: '12800000000' }, '请输入正确的手机号'],
    [{ account: '+16502530000' }, '暂不支持国外号码'],
    [{ password: '' }, '请输入密码'],
    [{ password: '12345' }, '请输入6-20位密码'],
    [{ password: 'x'.repeat(21) }, '请输入6-20位密码'],
    [{ captcha: '' }, '请输入验证码'],
  ])('refuses %j with the specified message', async (wrong, msg) => {
    const input = { account: '13900000000', captcha: '123456', password: PASSWORD, ...wrong };
    const { status, body } = await post('/api/user/registered', input);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 1, msg, fields: { [Object.keys(wrong)[0]!]: msg } });
  });

  it('takes nothing that nobody offered: no role, no id, no money', async () => {
    const mobile = newMobile();
    const captcha = await codeFor(t, mobile, 'register');
    const more = { id: 7, roles: ['admin'], blocked: false, balance: 1_000, nickname: '管理员', invitor_id: 1 };
    const { body } = await post<SignedIn>('/api/user/registered', { account: mobile, captcha, password: PASSWORD, ...more });
    expect(body.data.userinfo).toMatchObject({ roles: [], balance: 0, nickname: expect.stringMatching(/^策友\d{6}$/) });
    const profile = {
      nickname: '老王',
      birthday: '1990-02-28',
      sex: 1,
      show_company: '会展',
      show_job: '总监',
      roles: ['admin'],
      mobile: '13900000001',
    };
    expect((await post('/user/user/userinfo', profile, body.data.token)).body.data).toMatchObject({
      roles: [],
      account: body.data.userinfo.account,
    });
  });

  it('reads no secret from an address, which logs and histories keep', async () => {
    const mobile = newMobile();
    await registerUser(t, mobile);
    for (const path of ['login', 'loginCaptcha', 'registered', 'resetPassword']) {
      const { body } = await t.call('POST', `/api/user/${path}`, {
        query: { account: mobile, password: PASSWORD, captcha: '123456' },
        body: {},
      });
      expect([path, body.msg]).toEqual([path, '请输入手机号码']);
    }
  });

  it('refuses a phone that has a user, at the code and at the end', async () => {
    const mobile = newMobile();
    await registerUser(t, mobile);
    expect((await post('/api/userv2/sendCaptcha', { mobile, exist: 2 })).body).toMatchObject({ code: 1, msg: '该手机号已注册' });
    const again = await post('/api/user/registered', { account: mobile, captcha: '123456', password: PASSWORD });
    expect(again.body).toMatchObject({ code: 1, msg: '该手机号已注册' });
  });
});

describe('login', () => {
  it('by password; a wrong password and an unknown phone get the same answer', async () => {
    const mobile = newMobile();
    await registerUser(t, mobile);
    const right = await post<SignedIn>('/api/user/login', { account: mobile, password: PASSWORD, login_platform: 4 });
    expect(right.body.code).toBe(0);
    const wrong = await post('/api/user/login', { account: mobile, password: 'not-this-one' });
    const unknown = await post('/api/user/login', { account: newMobile(), password: 'not-this-one' });
    expect([wrong.status, wrong.body.code, wrong.body.msg]).toEqual([400, 1, '账号或密码错误']);
    expect([unknown.status, unknown.body.code, unknown.body.msg]).toEqual([400, 1, '账号或密码错误']);
  });

  it('keeps which system and browser it was, whatever opened it', async () => {
    const mobile = newMobile();
    const headers = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1' };
    await registerUser(t, mobile);
    const captcha = await codeFor(t, mobile, 'login');
    for (const [path, body] of [
      ['/api/user/login', { account: mobile, password: PASSWORD }],
      ['/api/user/loginCaptcha', { account: mobile, captcha }],
    ] as const) {
      const { body: answer } = await t.call<SignedIn>('POST', path, { body, headers });
      const rows = await t.app.db
        .select({ device: tokens.device })
        .from(tokens)
        .where(eq(tokens.token_hash, sha256(answer.data.token)));
      expect(rows, path).toEqual([{ device: 'iPhone · Safari' }]);
    }
  });

  it('by SMS code; an unknown user is told to register', async () => {
    const mobile = newMobile();
    await registerUser(t, mobile);
    const captcha = await codeFor(t, mobile, 'login');
    const wrong = await post('/api/user/loginCaptcha', { account: mobile, captcha: wrongCode(captcha), login_platform: 4 });
    expect(wrong.body).toMatchObject({ code: 1, msg: '验证码错误' });
    expect((await post('/api/user/loginCaptcha', { account: mobile, captcha, login_platform: 4 })).body.code).toBe(0);
    const unknown = await post('/api/user/loginCaptcha', { account: newMobile(), captcha: '123456' });
    expect(unknown.body).toMatchObject({ code: 1, msg: '用户不存在，请先注册' });
    expect((await post('/api/userv2/sendCaptcha', { mobile: newMobile(), exist: 1 })).body.msg).toBe('用户不存在，请先注册');
  });

  it('stops guessing for one phone from one address, and the right password before that clears the count', async () => {
    const mobile = newMobile();
    await registerUser(t, mobile);
    const guess = () => post('/api/user/login', { account: mobile, password: 'not-this-one' });
    for (let i = 0; i < 9; i++) await guess();
    const picture = await readPicture(t);
    expect((await post('/api/user/login', { account: mobile, password: PASSWORD, ...picture })).body.code).toBe(0);
    for (let i = 0; i < 10; i++) expect((await guess()).status).toBe(400);
    const stopped = await post('/api/user/login', { account: mobile, password: PASSWORD });
    expect(stopped.status).toBe(429);
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('counts guesses and codes of one IPv6 network together', async () => {
    const gateway = createGateway(t.app, endpoints);
    const from = (address: string, path: string, body: object) => {
      const sent = Readable.from([Buffer.from(JSON.stringify(body))]);
      const incoming = Object.assign(sent, { socket: { remoteAddress: address }, headers: {} }) as unknown as IncomingMessage;
      const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
      return Promise.resolve(gateway.request(path, init, { incoming })).then(({ status }) => status);
    };
    const account = newMobile();
    for (let i = 0; i < 10; i++)
      expect(await from(`2001:db8:1:2::${i + 1}`, '/api/user/login', { account, password: 'not-this-one' })).toBe(400);
    expect(await from('2001:db8:1:2:ffff::1', '/api/user/login', { account, password: 'not-this-one' })).toBe(429);
    expect(await from('2001:db8:1:3::1', '/api/user/login', { account, password: 'not-this-one' })).toBe(400);
    for (let i = 0; i < 20; i++)
      expect(await from(`2001:db8:5::${i + 1}`, '/api/userv2/sendCaptcha', { mobile: newMobile(), exist: 2 })).toBe(200);
    expect(await from('2001:db8:5::ffff', '/api/userv2/sendCaptcha', { mobile: newMobile(), exist: 2 })).toBe(429);
  });

  it('refuses a blocked user after the right password only, and ends the login that was open', async () => {
    const mobile = newMobile();
    const { token, userinfo } = (await registerUser(t, mobile)).body.data;
    await t.booted.pool.pool.query('update users set blocked = true where id = $1', [userinfo.id]);
    t.clock.advance_ms(2_001);
    expect((await t.call('GET', '/api/user/userinfo', { token })).body.code).toBe(2);
    expect((await post('/api/user/login', { account: mobile, password: 'not-this-one' })).body.msg).toBe('账号或密码错误');
    const right = await post('/api/user/login', { account: mobile, password: PASSWORD });
    expect(right.body).toMatchObject({ code: 1, msg: '该账号已被停用，请联系客服' });
  });
});

describe('the login of a browser', () => {
  it('ends at once with logout, for that browser only', async () => {
    const mobile = newMobile();
    const first = (await registerUser(t, mobile)).body.data.token;
    const second = (await post<SignedIn>('/api/user/login', { account: mobile, password: PASSWORD })).body.data.token;
    expect((await t.call('GET', '/api/user/userinfo', { token: first })).body.code).toBe(0);
    expect((await post('/api/user/logout', {}, first)).body.code).toBe(0);
    const after = await t.call('GET', '/api/user/userinfo', { token: first });
    expect([after.status, after.body.code]).toEqual([401, 2]);
    expect((await t.call('GET', '/api/user/userinfo', { token: second })).body.code).toBe(0);
  });

  it('ends everywhere with a new password', async () => {
    const mobile = newMobile();
    const { token } = (await registerUser(t, mobile)).body.data;
    expect((await t.call('GET', '/api/user/userinfo', { token })).body.code).toBe(0);
    const captcha = await codeFor(t, mobile, 'reset');
    expect((await post('/api/user/checkCaptcha', { mobile, captcha: wrongCode(captcha) })).body.msg).toBe('验证码错误');
    expect((await post('/api/user/checkCaptcha', { mobile, captcha })).body.code).toBe(0);
    expect((await post('/api/user/resetPassword', { account: mobile, captcha, password: 'another-1' })).body.code).toBe(0);
    expect((await t.call('GET', '/api/user/userinfo', { token })).body.code).toBe(2);
    expect((await post('/api/user/login', { account: mobile, password: PASSWORD })).body.msg).toBe('账号或密码错误');
    expect((await post('/api/user/login', { account: mobile, password: 'another-1' })).body.code).toBe(0);
    const again = await post('/api/user/resetPassword', { account: mobile, captcha, password: 'third-one' });
    expect(again.body).toMatchObject({ code: 1, msg: '验证码已失效，请重新获取' });
  });

  it('lasts 30 days after the last use', async () => {
    const { token } = (await registerUser(t)).body.data;
    for (let i = 0; i < 3; i++) {
      t.clock.advance_ms(29 * DAY_MS);
      expect((await t.call('GET', '/api/user/userinfo', { token })).body.code).toBe(0);
    }
    t.clock.advance_ms(30 * DAY_MS + 1);
    expect((await t.call('GET', '/api/user/userinfo', { token })).body.code).toBe(2);
  });

  it('is nothing without a token, or with one that nobody was given', async () => {
    expect((await t.call('GET', '/api/user/userinfo')).body.code).toBe(2);
    expect((await t.call('GET', '/api/user/userinfo', { token: 'x'.repeat(43) })).body.code).toBe(2);
    expect((await t.call('GET', '/api/user/userinfo', { token: 'x'.repeat(4_000) })).body.code).toBe(2);
    expect((await post('/api/user/logout', {})).body.code).toBe(0);
  });
});

describe('the user info', () => {
  it('C-003, F-48, S-977, S-978 shows the balance in yuan, the points, and memberships while they run', async () => {
    const { token, userinfo } = (await registerUser(t)).body.data;
    const owner_id = userinfo.id;
    await inTransaction(t.ctx(), async (tx) => {
      const gift = { reason: 'gift', reference: 'gift' } as const;
      const give = (purpose: 'balance' | 'point', source: 'gateway' | 'point_source', unit: 'fen' | 'point', amount: number) =>
        postTransfer(tx, {
          ...gift,
          key: `${purpose}-${owner_id}`,
          unit,
          entries: [
            { owner_id, purpose, amount },
            { owner_id: null, purpose: source, amount: -amount },
          ],
        });
      await give('balance', 'gateway', 'fen', 1_990);
      await give('point', 'point_source', 'point', 35);
      for (const vip_type of [1, 7]) await extendMembership(tx, { user_id: owner_id, vip_type, days: 30, max_download_pre_day: 5 });
    });
    const end_time = Math.floor(t.clock.now().getTime() / 1000) + 30 * 86_400;
    const before = await t.call('GET', '/api/user/userinfo', { token });
    expect(before.body.data).toMatchObject({
      balance: 19.9,
      integral: 35,
      vip: { scheme: { id: 1, end_time }, course: { id: 7, end_time } },
    });
    // spec 3, User info: every field that is named there is there
    const named = ['id', 'nickname', 'headimgurl', 'balance', 'integral', 'issign', 'issendbage', 'show_company', 'show_job'];
    for (const name of [...named, 'auth_company', 'lecturer', 'auth_personal', 'vip']) expect(before.body.data).toHaveProperty(name);
    t.clock.advance_ms(30 * DAY_MS - 60_000);
    expect((await t.call<{ vip: object }>('GET', '/api/user/userinfo', { token })).body.data.vip).toHaveProperty('scheme');
    t.clock.advance_ms(60_000);
    expect((await t.call<{ vip: object }>('GET', '/api/user/userinfo', { token })).body.data.vip).toEqual({});
  });
});

describe('the profile supplement', () => {
  const profile = { nickname: '会展老王', birthday: '1990-02-28', sex: 1, show_company: '北京会展有限公司', show_job: '策划总监' };

  it('stores all five and answers the new user info', async () => {
    const { token } = (await registerUser(t)).body.data;
    const { body } = await post<Record<string, unknown>>('/user/user/userinfo', profile, token);
    expect(body).toMatchObject({ code: 0, data: { nickname: '会展老王', show_company: '北京会展有限公司', show_job: '策划总监' } });
  });

  it.each([
    ['nickname', ' ', '请输入昵称'],
    ['nickname', undefined, '请输入昵称'],
    ['birthday', '1990-02-30', '请选择日期'],
    ['birthday', '2999-01-01', '请选择日期'],
    ['birthday', undefined, '请选择日期'],
    ['sex', 3, '请选择性别'],
    ['sex', undefined, '请选择性别'],
    ['show_company', '', '请输入公司'],
    ['show_job', undefined, '请输入职位'],
  ])('refuses %s %j', async (field, value, msg) => {
    const { token } = (await registerUser(t)).body.data;
    const { status, body } = await post('/user/user/userinfo', { ...profile, [field]: value }, token);
    expect(status).toBe(400);
    expect(body.fields?.[field]).toBe(msg);
  });
});

describe('the sandbox phone', () => {
  it('lists messages newest first and stays silent about other phones', async () => {
    const mobile = newMobile();
    const code = await codeFor(t, mobile, 'register');
    const { body } = await t.call<{ list: { mobile: string; code: string; text: string }[] }>('GET', '/sandbox/sms', { query: { mobile } });
    expect(body.data.list).toHaveLength(1);
    expect(body.data.list[0]).toMatchObject({ mobile, code });
    expect(body.data.list[0]!.text).toContain(code);
  });

  it('is not there with a real provider', async () => {
    const real = await startTestApp({ providers: { sms: { name: 'real', templates: ['code'], send: async () => {} } } });
    try {
      expect((await real.call('GET', '/sandbox/sms')).status).toBe(404);
    } finally {
      await real.stop();
    }
  });
});
