import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ctx } from '#server/app/ctx.ts';
import { createLog } from '#server/kernel/log.ts';
import { checkCode, createUser, logInByCode, logInByPassword, register, sendCode } from '#server/modules/identity/index.ts';
import { type CallOptions, startTestApp, type TestApp } from '../support/app.ts';
import { newMobile, PASSWORD, registerUser, wrongCode } from '../support/identity.ts';

let t: TestApp;
let logged = '';
const stream = new Writable({
  write(chunk: Buffer, _encoding, done) {
    logged += chunk.toString();
    done();
  },
});
beforeAll(async () => {
  t = await startTestApp({ log: createLog('info', stream) });
});
afterAll(() => t.stop());

const OWNER = '198.51.100.1';
const STRANGER = '203.0.113.7';
const at = (address: string): Ctx => t.ctx({ kind: 'visitor', address });
const heard = (work: Promise<unknown>) =>
  work.then(
    () => 'in',
    (error: Error) => error.message,
  );

async function askCode(mobile: string, address: string): Promise<string> {
  await sendCode(at(address), { mobile, exist: 1, purpose: 'login' }, address);
  const { body } = await t.call<{ list: { code: string }[] }>('GET', '/sandbox/sms', { query: { mobile } });
  return body.data.list[0]?.code ?? '';
}

const withUser = async () => {
  const mobile = newMobile();
  await createUser(t.ctx(), { mobile, password: PASSWORD, nickname: '甲' });
  return mobile;
};

it('a stranger who guesses does not end the code of who asked for it, however many guess at once', async () => {
  const mobile = await withUser();
  const captcha = await askCode(mobile, OWNER);
  const guess = (address: string) => heard(logInByCode(at(address), { account: mobile, captcha: wrongCode(captcha) }));
  const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => guess(`203.0.113.${i % 20}`)));
  expect(answers.filter((msg) => msg === '验证码错误')).toHaveLength(5);
  expect(answers.filter((msg) => msg === '验证码已失效，请重新获取')).toHaveLength(55);
  // not even the right one is weighed from there any more
  expect(await heard(logInByCode(at(STRANGER), { account: mobile, captcha }))).toBe('验证码已失效，请重新获取');
  expect(await heard(logInByCode(at(OWNER), { account: mobile, captcha }))).toBe('in');
});

it('who asked for a code may change the network before typing it', async () => {
  const mobile = await withUser();
  const captcha = await askCode(mobile, OWNER);
  expect(await heard(logInByCode(at(STRANGER), { account: mobile, captcha }))).toBe('in');
  expect(await heard(logInByCode(at(STRANGER), { account: mobile, captcha }))).toBe('验证码已失效，请重新获取');
});

it('who asked for it has five tries, also split over the calls that take a code', async () => {
  const mobile = newMobile();
  await sendCode(at(OWNER), { mobile, exist: 2 }, OWNER);
  const { body } = await t.call<{ list: { code: string }[] }>('GET', '/sandbox/sms', { query: { mobile } });
  const captcha = body.data.list[0]?.code ?? '';
  const wrong = wrongCode(captcha);
  const calls = [
    () => checkCode(at(OWNER), { mobile, captcha: wrong, purpose: 'register' }),
    () => register(at(OWNER), { account: mobile, captcha: wrong, password: PASSWORD }),
  ];
  for (let i = 0; i < 5; i++) expect(await heard((calls[i % 2] as () => Promise<unknown>)())).toBe('验证码错误');
  expect(await heard(register(at(OWNER), { account: mobile, captcha, password: PASSWORD }))).toBe('验证码已失效，请重新获取');
});

it('AT-13 a stranger cannot use up the codes that a phone may get', async () => {
  const mobile = await withUser();
  const answers: string[] = [];
  for (let i = 0; i < 6; i++) {
    answers.push(await heard(sendCode(at(STRANGER), { mobile, exist: 1 }, STRANGER)));
    t.clock.advance_ms(60_001);
  }
  expect(answers.filter((msg) => msg === 'in')).toHaveLength(4);
  expect(await heard(askCode(mobile, OWNER).then((captcha) => logInByCode(at(OWNER), { account: mobile, captcha })))).toBe('in');
});

it('leaves a trace of wrong passwords, without phone, address or password', async () => {
  const mobile = await withUser();
  const before = logged.length;
  for (let i = 0; i < 13; i++) {
    await heard(logInByPassword(at(STRANGER), { account: mobile, password: 'not-this-one' }, STRANGER));
  }
  const text = logged.slice(before);
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { msg: string; account: string; network: string });
  expect(lines.filter(({ msg }) => msg === 'login failed')).toHaveLength(5);
  // from the sixth on each needs a picture; one line for the three that came too often
  expect(lines.filter(({ msg }) => msg === 'too many failed logins')).toHaveLength(1);
  expect(new Set(lines.map(({ account, network }) => `${account} ${network}`)).size).toBe(1);
  for (const secret of [mobile, mobile.slice(-4), STRANGER, 'not-this-one']) expect(text).not.toContain(secret);
});

it('names what it refused, without the caller', async () => {
  const before = logged.length;
  const { token } = (await registerUser(t)).body.data;
  expect((await t.call('GET', '/scheme/review/list', { token })).status).toBe(403);
  expect(logged.slice(before)).toMatch(/"path":"\/scheme\/review\/list","status":403,"msg":"request refused"/);
  expect(logged.slice(before)).not.toContain(token);
});

it('a token opens nothing but in its header: not in the query, the body, a cookie or as a bearer', async () => {
  const { token } = (await registerUser(t)).body.data;
  const tries: CallOptions[] = [
    { query: { token } },
    { headers: { cookie: `token=${token}` } },
    { headers: { authorization: `Bearer ${token}` } },
    { headers: { 'x-token': token } },
  ];
  for (const options of tries) expect((await t.call('GET', '/api/user/userinfo', options)).status).toBe(401);
  expect((await t.call('POST', '/user/user/userinfo', { body: { ...profile, token } })).status).toBe(401);
  expect((await t.call('GET', '/api/user/userinfo', { token })).status).toBe(200);
});

const profile = { nickname: '会展老王', birthday: '1990-02-28', sex: 1, show_company: '北京会展', show_job: '策划' };

it('AT-17 takes no name that is invisible, turned around or ours', async () => {
  const { token } = (await registerUser(t)).body.data;
  const save = (change: Partial<typeof profile>) =>
    t.call<{ nickname: string; show_company: string }>('POST', '/user/user/userinfo', { token, body: { ...profile, ...change } });
  for (const nickname of ['\u3164', '\u2800', '\u2060\u2061', '\u{E0041}']) {
    expect([nickname, (await save({ nickname })).body.msg]).toEqual([nickname, '请输入昵称']);
  }
  for (const nickname of ['策猫运营', '策\u200B猫', '策 猫 官方', 'ＣＥＭＡＯ', '官方客服']) {
    expect([nickname, (await save({ nickname })).body.fields]).toEqual([nickname, { nickname: expect.stringContaining('平台工作人员') }]);
  }
  expect((await save({ show_company: '\u3164' })).body.msg).toBe('请输入公司');
  const cleaned = await save({ nickname: '老\u202E王', show_company: '甲\u2066乙' });
  expect(cleaned.body.data).toMatchObject({ nickname: '老王', show_company: '甲乙' });
});
