import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { codeFor, newMobile, PASSWORD, registerUser, wrongCode } from '../support/identity.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.stop());

const together = <T>(count: number, work: (index: number) => Promise<T>) => Promise.all(Array.from({ length: count }, (_, i) => work(i)));
const count = (messages: string[], text: string) => messages.filter((msg) => msg === text).length;

it('64 parallel registrations of one phone make one user; the others hear 该手机号已注册', async () => {
  const mobile = newMobile();
  const captcha = await codeFor(t, mobile, 'register');
  const answers = await together(64, () =>
    t.call('POST', '/api/user/registered', { body: { account: mobile, captcha, password: PASSWORD } }),
  );
  const messages = answers.map(({ body }) => body.msg);
  expect(count(messages, 'ok')).toBe(1);
  expect(count(messages, '该手机号已注册')).toBe(63);
  const users = await t.booted.pool.pool.query('select 1 from users where mobile = $1', [mobile]);
  expect(users.rowCount).toBe(1);
});

it('64 parallel uses of one login code open one login', async () => {
  const mobile = newMobile();
  await registerUser(t, mobile);
  const captcha = await codeFor(t, mobile, 'login');
  const answers = await together(64, () => t.call('POST', '/api/user/loginCaptcha', { body: { account: mobile, captcha } }));
  const messages = answers.map(({ body }) => body.msg);
  expect(count(messages, 'ok')).toBe(1);
  expect(count(messages, '验证码已失效，请重新获取')).toBe(63);
});

it('64 parallel wrong tries are weighed five times, then the code is dead', async () => {
  const mobile = newMobile();
  const captcha = await codeFor(t, mobile, 'register');
  const input = { account: mobile, captcha: wrongCode(captcha), password: PASSWORD };
  const answers = await together(64, () => t.call('POST', '/api/user/registered', { body: input }));
  const messages = answers.map(({ body }) => body.msg);
  expect(count(messages, '验证码错误')).toBe(5);
  expect(count(messages, '验证码已失效，请重新获取')).toBe(59);
  const right = await t.call('POST', '/api/user/registered', { body: { ...input, captcha } });
  expect(right.body.msg).toBe('验证码已失效，请重新获取');
});

it('64 parallel requests for a code send one message', async () => {
  const mobile = newMobile();
  const answers = await together(64, () => t.call('POST', '/api/userv2/sendCaptcha', { body: { mobile, exist: 2 } }));
  expect(answers.filter(({ body }) => body.code === 0)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(63);
  const { body } = await t.call<{ list: unknown[] }>('GET', '/sandbox/sms', { query: { mobile } });
  expect(body.data.list).toHaveLength(1);
});
