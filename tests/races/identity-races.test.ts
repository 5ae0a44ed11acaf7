import { expect, it } from 'vitest';
import { createCtx } from '#server/app/ctx.ts';
import { boot } from '#server/boot.ts';
import { logInByCode, logInByPassword } from '#server/modules/identity/index.ts';
import { testApp } from '../support/app.ts';
import { codeFor, newMobile, PASSWORD, registerUser, wrongCode } from '../support/identity.ts';

const t = testApp();

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

it('tries of passwords and of somebody else’s code are counted over all processes', async () => {
  const second = await boot(t.config, { clock: t.clock, work: false });
  try {
    const apps = [t.app, second.app];
    const from = (index: number, address: string) => createCtx(apps[index % 2] ?? t.app, { kind: 'visitor', address }, 'test');
    const said = (work: Promise<unknown>) =>
      work.then(
        () => 'in',
        (error: Error) => error.message,
      );
    const account = newMobile();
    await registerUser(t, account);
    const address = '10.9.0.1';
    const logIn = (index: number, password: string, at = address) => said(logInByPassword(from(index, at), { account, password }, at));
    const before = await together(4, (index) => logIn(index, 'not-this-one'));
    expect(count(before, '账号或密码错误')).toBe(4);
    expect(await logIn(1, PASSWORD)).toBe('in');
    const guesses = await together(64, (index) => logIn(index, 'not-this-one'));
    expect(count(guesses, '密码错误次数过多，请稍后再试或使用短信登录')).toBe(54);
    expect(count(guesses, '账号或密码错误') + count(guesses, '请输入图中的字符')).toBe(10);
    expect(await logIn(1, PASSWORD)).toBe('密码错误次数过多，请稍后再试或使用短信登录');
    expect(await logIn(1, PASSWORD, '10.9.0.2')).toBe('in');
    t.clock.advance_ms(15 * 60_000 + 1);
    expect(await logIn(0, PASSWORD)).toBe('in');

    const captcha = await codeFor(t, account, 'login');
    const strangers = await together(64, (index) =>
      said(logInByCode(from(index, `10.9.1.${index}`), { account, captcha: wrongCode(captcha) })),
    );
    expect([count(strangers, '验证码错误'), count(strangers, '验证码已失效，请重新获取')]).toEqual([5, 59]);
    expect((await t.call('POST', '/api/user/loginCaptcha', { body: { account, captcha } })).body.msg).toBe('ok');
  } finally {
    await second.stop();
  }
});
