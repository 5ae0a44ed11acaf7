import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLog } from '#server/kernel/log.ts';
import { passwordMatches } from '#server/modules/identity/hash-password.ts';
import {
  addToUserCounter,
  authenticate,
  createUser,
  issueToken,
  logInByPassword,
  logOut,
  publicUsers,
  sendCode,
  topPublishers,
} from '#server/modules/identity/index.ts';
import { identityJobs } from '#server/modules/identity/jobs.ts';
import { HASHES_AT_ONCE, HASHES_WAITING } from '#server/modules/identity/login-limits.ts';
import type { SmsPort } from '#server/providers/sms/port.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { codeFor, newMobile, PASSWORD, registerUser, wrongCode } from '../support/identity.ts';

vi.mock(import('@node-rs/argon2'), { spy: true });

let t: TestApp;
let logged = '';
const stream = new Writable({
  write(chunk, _encoding, done) {
    logged += String(chunk);
    done();
  },
});
beforeAll(async () => {
  t = await startTestApp({ log: createLog('trace', stream) });
});
afterAll(() => t.stop());

const send = (mobile: string, purpose = 'register') =>
  t.call('POST', '/api/userv2/sendCaptcha', { body: { mobile, exist: purpose === 'register' ? 2 : 1, purpose } });
const rows = async (text: string, values: unknown[] = []) => (await t.booted.pool.pool.query(text, values)).rows;

describe('codes', () => {
  it('go to one phone once a minute, five an hour, ten a day, and never all of them for one address', async () => {
    const mobile = newMobile();
    const HOUR = '获取验证码过于频繁，请一小时后再试';
    const DAY = '该手机号今日获取验证码次数已达上限，请明天再试';
    const from = (address: string) =>
      sendCode(t.ctx({ kind: 'visitor', address }), { mobile, exist: 2 }, address).then(
        () => 'sent',
        (error: Error) => error.message,
      );
    const times = async (count: number, address: string) => {
      for (let i = 0; i < count; i++) {
        expect(await from(address)).toBe('sent');
        t.clock.advance_ms(60_001);
      }
    };
    // the day is Shanghai's: begin right after its midnight
    t.clock.advance_ms(86_400_000 - ((t.clock.now().getTime() + 8 * 3_600_000) % 86_400_000) + 1_000);
    expect((await send(mobile)).body.code).toBe(0);
    const soon = await send(mobile);
    expect([soon.status, soon.body.code, soon.headers.get('retry-after')]).toEqual([429, 1, '60']);
    t.clock.advance_ms(60_001);
    await times(3, '');
    expect(await from('')).toBe(HOUR);
    await times(1, '203.0.113.7');
    expect(await from('203.0.113.8')).toBe(HOUR);
    t.clock.advance_ms(3_600_000);
    await times(3, '');
    t.clock.advance_ms(3_600_000);
    expect(await from('')).toBe(DAY);
    await times(2, '203.0.113.7');
    expect(await from('203.0.113.8')).toBe(DAY);
    t.clock.advance_ms(86_400_000);
    expect(await from('')).toBe('sent');
  });

  it('are limited an address too', async () => {
    t.clock.advance_ms(86_400_000);
    let refused = 0;
    for (let i = 0; i < 21; i++) {
      const mobile = newMobile();
      const { status } = await t.call('POST', '/api/userv2/sendCaptcha', { body: { mobile, exist: 2 } });
      if (status === 429) refused++;
    }
    expect(refused).toBe(1);
    t.clock.advance_ms(86_400_000);
  });

  it('are stored as a keyed hash only, and never reach the log', async () => {
    const mobile = newMobile();
    const code = await codeFor(t, mobile, 'register');
    const [row] = await rows('select * from sms_codes where mobile = $1', [mobile]);
    expect(JSON.stringify(row)).not.toContain(`"${code}"`);
    expect(row.code_hash).toMatch(/^[0-9a-f]{64}$/);
    await t.call('POST', '/api/user/registered', { body: { account: mobile, captcha: code, password: PASSWORD } });
    expect(logged).not.toContain(code);
    expect(logged).not.toContain(PASSWORD);
  });

  it('live ten minutes', async () => {
    const mobile = newMobile();
    const captcha = await codeFor(t, mobile, 'register');
    t.clock.advance_ms(10 * 60_000);
    const late = await t.call('POST', '/api/user/registered', { body: { account: mobile, captcha, password: PASSWORD } });
    expect(late.body).toMatchObject({ code: 1, msg: '验证码已失效，请重新获取' });
  });

  it('open only what they were sent for, and only the newest opens anything', async () => {
    const mobile = newMobile();
    await registerUser(t, mobile);
    const login = await codeFor(t, mobile, 'login');
    const reset = { account: mobile, captcha: login, password: 'other-pass' };
    expect((await t.call('POST', '/api/user/resetPassword', { body: reset })).body.code).toBe(1);
    const newer = await codeFor(t, mobile, 'login');
    if (newer !== login) {
      expect((await t.call('POST', '/api/user/loginCaptcha', { body: { account: mobile, captcha: login } })).body.msg).toBe('验证码错误');
    }
    expect((await t.call('POST', '/api/user/loginCaptcha', { body: { account: mobile, captcha: newer } })).body.code).toBe(0);
  });

  it('without a named purpose log in or reset, as the specified call has only `exist`', async () => {
    const mobile = newMobile();
    await registerUser(t, mobile);
    t.clock.advance_ms(60_001);
    await t.call('POST', '/api/userv2/sendCaptcha', { body: { mobile, exist: 1 } });
    const { body } = await t.call<{ list: { code: string }[] }>('GET', '/sandbox/sms', { query: { mobile } });
    const captcha = body.data.list[0]!.code;
    expect(
      (await t.call('POST', '/api/user/resetPassword', { body: { account: mobile, captcha, password: 'other-pass' } })).body.code,
    ).toBe(0);
  });

  it('die after five wrong tries', async () => {
    const mobile = newMobile();
    const captcha = await codeFor(t, mobile, 'register');
    const attempt = (text: string) =>
      t.call('POST', '/api/user/registered', { body: { account: mobile, captcha: text, password: PASSWORD } });
    for (let i = 0; i < 5; i++) expect((await attempt(wrongCode(captcha))).body.msg).toBe('验证码错误');
    expect((await attempt(captcha)).body.msg).toBe('验证码已失效，请重新获取');
  });

  it('cost nothing when the provider failed to send, and the log says why it did', async () => {
    const failing: SmsPort = { name: 'failing', templates: ['code'], send: () => Promise.reject(new Error('gateway down')) };
    const before = logged.length;
    const other = await startTestApp({ providers: { sms: failing }, log: createLog('warn', stream) });
    try {
      const body = { mobile: newMobile(), exist: 2 };
      const failed = await other.call('POST', '/api/userv2/sendCaptcha', { body });
      expect([failed.status, failed.body.msg]).toEqual([502, '验证码发送失败，请稍后再试']);
      expect((await other.call('POST', '/api/userv2/sendCaptcha', { body })).status).toBe(502);
      // the reader hears that it failed, the operator why
      expect(logged.slice(before)).toContain('gateway down');
    } finally {
      await other.stop();
    }
  });

  it('are good again when the work they opened failed', async () => {
    const mobile = newMobile();
    const captcha = await codeFor(t, mobile, 'register');
    const { hash } = await import('@node-rs/argon2');
    vi.mocked(hash).mockRejectedValueOnce(new Error('out of memory'));
    const input = { body: { account: mobile, captcha, password: PASSWORD } };
    expect((await t.call('POST', '/api/user/registered', input)).status).toBe(500);
    expect((await t.call('POST', '/api/user/registered', input)).body.code).toBe(0);
  });
});

describe('passwords', () => {
  it('are kept as argon2id and nothing else', async () => {
    const id = await createUser(t.ctx(), { mobile: newMobile(), password: PASSWORD, nickname: '甲' });
    const [row] = await rows('select password_hash from users where id = $1', [id]);
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('cost one hash check for a known phone, an unknown one and one without password alike', async () => {
    const { verify } = await import('@node-rs/argon2');
    const known = newMobile();
    const smsOnly = newMobile();
    await createUser(t.ctx(), { mobile: known, password: PASSWORD, nickname: '甲' });
    await createUser(t.ctx(), { mobile: smsOnly, password: null, nickname: '乙' });
    for (const account of [known, newMobile(), smsOnly]) {
      vi.mocked(verify).mockClear();
      await expect(logInByPassword(t.ctx(), { account, password: 'not-this-one' }, '10.0.0.1')).rejects.toThrow('账号或密码错误');
      expect(vi.mocked(verify)).toHaveBeenCalledTimes(1);
    }
  });

  it('are hashed two at a time, and a crowd is asked to come again', async () => {
    const { verify } = await import('@node-rs/argon2');
    let running = 0;
    let most = 0;
    vi.mocked(verify).mockImplementation(async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      return true;
    });
    const crowd = await Promise.allSettled(Array.from({ length: 100 }, () => passwordMatches('whatever', 'a stored hash')));
    vi.mocked(verify).mockRestore();
    expect(most).toBe(HASHES_AT_ONCE);
    expect(crowd.filter((one) => one.status === 'fulfilled')).toHaveLength(HASHES_AT_ONCE + HASHES_WAITING);
    const refused = crowd.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused[0]).toMatchObject({ message: '当前登录人数较多，请稍后再试', status: 503 });
  });
});

describe('a login by password', () => {
  const attempt = (account: string, address: string, password = 'not-this-one') =>
    logInByPassword(t.ctx(), { account, password }, address).then(
      () => 'in',
      (error: Error) => error.message,
    );
  const TOO_MANY = '密码错误次数过多，请稍后再试或使用短信登录';

  it('may fail for one phone a hundred times an hour, from however many networks; other phones are not touched', async () => {
    const { verify } = await import('@node-rs/argon2');
    vi.mocked(verify).mockResolvedValue(false);
    const mobile = newMobile();
    const answers: string[] = [];
    for (let i = 0; i < 120; i++) answers.push(await attempt(mobile, `10.1.0.${i % 60}`));
    const other = await attempt(newMobile(), '10.1.1.1');
    vi.mocked(verify).mockRestore();
    expect(answers.filter((msg) => msg === TOO_MANY)).toHaveLength(20);
    expect(other).toBe('账号或密码错误');
  });

  it('costs no try when too many waited', async () => {
    const { verify } = await import('@node-rs/argon2');
    const account = newMobile();
    await createUser(t.ctx(), { mobile: account, password: PASSWORD, nickname: '甲' });
    for (let i = 0; i < 12; i++) {
      vi.mocked(verify).mockRejectedValueOnce(new Error('busy'));
      expect(await attempt(account, '10.2.0.1', PASSWORD)).toBe('busy');
    }
    expect(await attempt(account, '10.2.0.1', PASSWORD)).toBe('in');
  });

  it('opens nothing when the password was reset while it was weighed', async () => {
    const argon2 = await vi.importActual<typeof import('@node-rs/argon2')>('@node-rs/argon2');
    const { verify } = await import('@node-rs/argon2');
    const account = newMobile();
    const { token, userinfo } = (await registerUser(t, account)).body.data;
    const captcha = await codeFor(t, account, 'reset');
    vi.mocked(verify).mockImplementationOnce(async (...input) => {
      const right = await argon2.verify(...input);
      const reset = await t.call('POST', '/api/user/resetPassword', { body: { account, captcha, password: 'another-1' } });
      expect(reset.body.code).toBe(0);
      return right;
    });
    expect(await attempt(account, '10.3.0.1', PASSWORD)).toBe('账号或密码错误');
    expect(await rows('select 1 from tokens where user_id = $1 and revoked_at is null', [userinfo.id])).toHaveLength(0);
    expect(await authenticate(t.app, token, '')).toBeNull();
    expect(await attempt(account, '10.3.0.1', 'another-1')).toBe('in');
  });
});

describe('tokens', () => {
  it('are stored hashed', async () => {
    const user_id = await createUser(t.ctx(), { mobile: newMobile(), password: null, nickname: '甲' });
    const { token } = await issueToken(t.ctx(), user_id);
    const all = await rows('select * from tokens where user_id = $1', [user_id]);
    expect(JSON.stringify(all)).not.toContain(token);
  });

  it('are extended at most once a day, by one statement', async () => {
    const user_id = await createUser(t.ctx(), { mobile: newMobile(), password: null, nickname: '甲' });
    const { token } = await issueToken(t.ctx(), user_id);
    const end = async () => (await rows('select expires_at from tokens where user_id = $1', [user_id]))[0].expires_at.getTime();
    const first = await end();
    t.clock.advance_ms(23 * 3_600_000);
    await authenticate(t.app, token, '');
    expect(await end()).toBe(first);
    t.clock.advance_ms(2 * 3_600_000);
    await authenticate(t.app, token, '');
    expect(await end()).toBe(t.clock.now().getTime() + 30 * 86_400_000);
  });

  it('that another process revoked are refused within two seconds here, and at once by it', async () => {
    const user_id = await createUser(t.ctx(), { mobile: newMobile(), password: null, nickname: '甲' });
    const { token } = await issueToken(t.ctx(), user_id);
    // a second application on the same database remembers on its own, as another process does
    const other = { ...t.app };
    const actor = await authenticate(other, token, '');
    expect(await authenticate(t.app, token, '')).toMatchObject({ user_id });
    await logOut({ ...t.ctx(actor!), app: other });
    expect(await authenticate(other, token, '')).toBeNull();
    t.clock.advance_ms(2_000);
    expect(await authenticate(t.app, token, '')).toBeNull();
  });

  it('cost no query while they are remembered', async () => {
    const user_id = await createUser(t.ctx(), { mobile: newMobile(), password: null, nickname: '甲' });
    const { token } = await issueToken(t.ctx(), user_id);
    await authenticate(t.app, token, '');
    const query = vi.spyOn(t.booted.pool.pool, 'query');
    for (let i = 0; i < 100; i++) await authenticate(t.app, token, '');
    expect(query).not.toHaveBeenCalled();
    query.mockRestore();
  });
});

describe('users in public', () => {
  it('show counters that never fall below zero, and the most followed publishers first', async () => {
    const make = (nickname: string) => createUser(t.ctx(), { mobile: newMobile(), password: null, nickname });
    const [a, b, none] = [await make('甲'), await make('乙'), await make('丙')];
    for (const id of [a, b]) await addToUserCounter(t.ctx(), id, 'works_num', 1);
    await addToUserCounter(t.ctx(), b, 'fans_num', 2);
    await addToUserCounter(t.ctx(), a, 'fans_num', -1);
    const people = await publicUsers(t.ctx(), [a, b, none, 9_999_999]);
    expect(people.size).toBe(4);
    expect(people.get(9_999_999)).toMatchObject({ closed: true, works_num: 0 });
    expect(people.get(a)).toMatchObject({ nickname: '甲', fans_num: 0, works_num: 1 });
    expect(people.get(a)).not.toHaveProperty('mobile');
    expect((await topPublishers(t.ctx(), 10)).map((one) => one.id)).toEqual([b, a]);
  });
});

it('sweeps logins and codes that ended long ago', async () => {
  const mobile = newMobile();
  await registerUser(t, mobile);
  t.clock.advance_ms(220 * 86_400_000);
  const fresh = newMobile();
  await registerUser(t, fresh);
  await identityJobs(t.app)[0]!.run({}, new AbortController().signal);
  expect(await rows('select 1 from sms_codes where mobile = $1', [mobile])).toHaveLength(0);
  expect(await rows('select 1 from tokens t join users u on u.id = t.user_id where u.mobile = $1', [mobile])).toHaveLength(0);
  expect(await rows('select 1 from tokens t join users u on u.id = t.user_id where u.mobile = $1', [fresh])).toHaveLength(1);
});
