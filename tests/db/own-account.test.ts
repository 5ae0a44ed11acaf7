import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { OwnProfile, UserInfo } from '#contract/identity.ts';
import { createCtx } from '#server/app/ctx.ts';
import { storeOriginal } from '#server/modules/publishing/index.ts';
import { outbox } from '#server/outbox/tables.ts';
import { publisherView } from '#server/views/publisher-page.ts';
import { testApp } from '../support/app.ts';
import { codeFor, newMobile, PASSWORD, registerUser, type SignedIn, wrongCode } from '../support/identity.ts';

const t = testApp();

interface Member {
  mobile: string;
  token: string;
  id: number;
}

async function member(): Promise<Member> {
  const mobile = newMobile();
  const { body } = await registerUser(t, mobile);
  return { mobile, token: body.data.token, id: body.data.userinfo.id };
}

const logIn = (account: string, password: string) => t.call<SignedIn>('POST', '/api/user/login', { body: { account, password } });
const alive = async (token: string) => (await t.call('GET', '/api/user/userinfo', { token })).body.code === 0;

/** The code that the signed-in user's own phone gets. */
async function ownCode(who: Member): Promise<string> {
  t.clock.advance_ms(60_001);
  const sent = await t.call('POST', '/user/user/captcha', { token: who.token });
  expect(sent.body.code).toBe(0);
  return newestCode(who.mobile);
}

async function newestCode(mobile: string): Promise<string> {
  const { body } = await t.call<{ list: { code: string }[] }>('GET', '/sandbox/sms', { query: { mobile } });
  return body.data.list[0]?.code ?? '';
}

async function bindCode(mobile: string): Promise<string> {
  t.clock.advance_ms(60_001);
  const sent = await t.call('POST', '/api/userv2/sendCaptcha', { body: { mobile, exist: 2, purpose: 'bind' } });
  expect(sent.body.code).toBe(0);
  return newestCode(mobile);
}

describe('U-9 profile', () => {
  it('takes a new name and work, keeps nothing invisible, and tells the pages', async () => {
    const who = await member();
    const edit = (body: object) => t.call<UserInfo>('PUT', '/user/user/profile', { token: who.token, body });
    const done = await edit({ nickname: ' 林\u200b深 ', city: '杭州', show_company: '见鹿活动', show_job: '策划总监' });
    expect(done.body.data).toMatchObject({ nickname: '林深', show_company: '见鹿活动' });
    const { body } = await t.call<OwnProfile>('GET', '/user/user/profile', { token: who.token });
    expect(body.data).toEqual({
      nickname: '林深',
      city: '杭州',
      show_company: '见鹿活动',
      show_job: '策划总监',
      headimgurl: '',
      birthday: '',
      sex: 0,
      account: `${who.mobile.slice(0, 3)}****${who.mobile.slice(-4)}`,
      has_password: true,
    });
    // what readers of their works see, on the releaser card and the lecturer's page
    expect((await publisherView(t.ctx(), who.id, 1))?.releaser).toMatchObject({ nickname: '林深', city: '杭州', show_job: '策划总监' });
    const events = await t.app.db.select().from(outbox).where(sql`topic = 'user.changed'`);
    expect(events.map(({ payload }) => payload)).toContainEqual({ user_id: who.id });
    expect((await edit({ nickname: ' ' })).body.fields).toEqual({ nickname: '请输入昵称' });
    expect((await edit({ nickname: '策猫客服' })).body.msg).toContain('容易被误认为');
    expect((await edit({ nickname: '名'.repeat(21) })).body.fields).toEqual({ nickname: '昵称最多 20 个字' });
  });

  it('F-39 answers the supplement with the text of the specification', async () => {
    const who = await member();
    const body = { nickname: '小林', birthday: '1990-05-01', sex: 2, show_company: '见鹿', show_job: '策划' };
    const { body: answer } = await t.call('POST', '/user/user/userinfo', { token: who.token, body });
    expect(answer).toMatchObject({ code: 0, msg: '个人信息补充成功', data: { nickname: '小林' } });
    const { body: own } = await t.call<OwnProfile>('GET', '/user/user/profile', { token: who.token });
    expect(own.data).toMatchObject(body);
  });

  it('makes an uploaded picture the public one, and nobody takes the picture of another', async () => {
    const [who, other] = [await member(), await member()];
    const data = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#f2502c' } })
      .png()
      .toBuffer();
    const ctx = createCtx(t.app, { kind: 'user', user_id: who.id, token_id: 0, roles: [], address: '' }, 'test');
    const file_id = await storeOriginal(ctx, { purpose: 'cover', name: '头像.png', data });
    expect((await t.call('POST', '/user/user/headimg', { token: other.token, body: { file_id } })).status).toBe(404);
    const set = await t.call<UserInfo>('POST', '/user/user/headimg', { token: who.token, body: { file_id } });
    const { headimgurl } = set.body.data;
    expect(headimgurl).toMatch(/^\/pic\/.+-400\.webp$/);
    expect(await t.app.providers.storage.statPublic(headimgurl.replace('/pic/', ''))).not.toBeNull();
  });
});

describe('password', () => {
  it('is changed by the old one; this login stays, others end', async () => {
    const who = await member();
    const elsewhere = (await logIn(who.mobile, PASSWORD)).body.data.token;
    const change = (body: object) => t.call('POST', '/user/user/password', { token: who.token, body });
    expect((await change({ old_password: 'not-this-1', password: 'brand-new-1' })).body.fields).toEqual({ old_password: '原密码不正确' });
    expect((await change({ password: 'brand-new-1' })).body.fields).toEqual({ old_password: '请输入原密码，或改用短信验证码' });
    expect((await change({ old_password: PASSWORD, password: '      ' })).body.msg).toBe('请输入密码');
    expect((await change({ old_password: PASSWORD, password: 'brand-new-1' })).body.code).toBe(0);
    expect([await alive(who.token), await alive(elsewhere)]).toEqual([true, false]);
    expect((await logIn(who.mobile, PASSWORD)).body.code).toBe(1);
    expect((await logIn(who.mobile, 'brand-new-1')).body.code).toBe(0);
  });

  it('counts wrong old passwords like failed logins', async () => {
    const who = await member();
    const guess = () =>
      t.call('POST', '/user/user/password', { token: who.token, body: { old_password: 'guess-123', password: 'mine-1234' } });
    const codes = [];
    for (let n = 0; n < 11; n++) codes.push((await guess()).status);
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
  });

  it('is changed by a code to the own phone, which opens nothing else', async () => {
    const who = await member();
    const code = await ownCode(who);
    const login = await t.call('POST', '/api/user/loginCaptcha', { body: { account: who.mobile, captcha: code } });
    expect(login.body.code).toBe(1);
    const change = (captcha: string) =>
      t.call('POST', '/user/user/password', { token: who.token, body: { captcha, password: 'by-code-12' } });
    expect((await change(wrongCode(code))).body.fields).toEqual({ captcha: '验证码错误' });
    expect((await change(code)).body.code).toBe(0);
    expect((await logIn(who.mobile, 'by-code-12')).body.code).toBe(0);
  });
});

describe('phone', () => {
  it('moves when both phones are proven, and only then', async () => {
    const who = await member();
    const next = newMobile();
    const old_code = await ownCode(who);
    const new_code = await bindCode(next);
    const move = (captcha: string, mobile_captcha: string, mobile = next) =>
      t.call('POST', '/user/user/mobile', { token: who.token, body: { captcha, mobile, mobile_captcha } });
    expect((await move(wrongCode(old_code), new_code)).body.fields).toEqual({ captcha: '验证码错误' });
    expect((await move(old_code, wrongCode(new_code))).body.fields).toEqual({ mobile_captcha: '验证码错误' });
    expect((await move(old_code, new_code, who.mobile)).body.fields).toEqual({ mobile: '这就是您现在的手机号' });
    expect((await move(old_code, new_code)).body.code).toBe(0);
    expect((await logIn(next, PASSWORD)).body.code).toBe(0);
    expect((await logIn(who.mobile, PASSWORD)).body.code).toBe(1);
  });

  it('does not move onto the phone of somebody else', async () => {
    const [who, other] = [await member(), await member()];
    t.clock.advance_ms(60_001);
    const sent = await t.call('POST', '/api/userv2/sendCaptcha', { body: { mobile: other.mobile, exist: 2, purpose: 'bind' } });
    expect(sent.body.msg).toBe('该手机号已注册');
    const taken = newMobile();
    const [old_code, new_code] = [await ownCode(who), await bindCode(taken)];
    // registered between the code and the change
    await registerUser(t, taken);
    const { body } = await t.call('POST', '/user/user/mobile', {
      token: who.token,
      body: { captcha: old_code, mobile: taken, mobile_captcha: new_code },
    });
    expect(body.msg).toBe('该手机号已注册');
    expect((await logIn(who.mobile, PASSWORD)).body.code).toBe(0);
  });

  it('is understood as people write it', async () => {
    const mobile = newMobile();
    const written = `+86 ${mobile.slice(0, 3)}-${mobile.slice(3, 7)} ${mobile.slice(7)}`;
    const captcha = await codeFor(t, written, 'register').catch(() => newestCode(mobile));
    const { body } = await t.call<SignedIn>('POST', '/api/user/registered', { body: { account: written, captcha, password: PASSWORD } });
    expect(body.code).toBe(0);
    expect((await logIn(mobile, PASSWORD)).body.code).toBe(0);
  });
});
