import { and, eq, isNull } from 'drizzle-orm';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { sha256 } from '#server/kernel/ids.ts';
import { hashPassword } from '#server/modules/identity/hash-password.ts';
import { tokens, users } from '#server/modules/identity/tables.ts';
import { joinedSite } from '../support/join-site.ts';
import { axeFindings, leave, openReader, overflowsSideways, readQr, saidAfter, shot } from '../support/reader-browser.ts';

const { site, beside, browser } = joinedSite();

/** Presses by keyboard alone. */
async function press(page: Page, role: 'button' | 'tab' | 'link', name: string): Promise<void> {
  await page.getByRole(role, { name, exact: true }).focus();
  await page.keyboard.press('Enter');
}

async function codeOf(mobile: string): Promise<string> {
  const answer = await fetch(`${site.url}/gateway/sandbox/sms?mobile=${mobile}`);
  const { data } = (await answer.json()) as { data: { list: { code: string }[] } };
  return data.list[0]?.code ?? '';
}

it('S-400 a WeChat that nobody has signs in: scanned by the phone, bound to a phone number, supplemented', {
  timeout: 120_000,
}, async () => {
  // whether the phone has an account is asked of the call that sends the code
  const reader = await openReader(browser, site, { width: 1440, expected: /status of 400/ });
  const { page } = reader;
  await page.goto(`${site.url}/login`);
  await press(page, 'button', '微信登录');
  const code = page.getByRole('img', { name: '微信登录二维码' });
  await code.waitFor();
  expect(await axeFindings(page, 'main')).toEqual([]);
  await shot(page, 'login-wechat-1440');

  const phone = await openReader(browser, site, { width: 390 });
  await phone.page.goto(await readQr(code));
  await phone.page.getByText('登录策猫网页版').waitFor();
  await page.getByText('已扫码，请在手机上确认').waitFor();
  await phone.page.getByLabel('阿澈').check();
  await phone.page.getByRole('button', { name: '同意登录' }).click();
  await phone.page.getByText('已确认，请回到电脑').waitFor();
  await leave(phone);

  await page.getByRole('heading', { name: '绑定手机号' }).waitFor();
  const mobile = '13700000301';
  await page.getByLabel('手机号').fill(mobile);
  await press(page, 'button', '获取验证码');
  await page.getByText('该手机号尚未注册，请设置密码').waitFor();
  await page.getByLabel('验证码').fill(await codeOf(mobile));
  await page.getByLabel('设置密码').fill('secret-123');
  expect(await axeFindings(page, 'main')).toEqual([]);
  await press(page, 'button', '绑定并登录');

  await page.getByRole('heading', { name: '补充个人信息' }).waitFor();
  expect(await axeFindings(page, 'main')).toEqual([]);
  const submit = page.getByRole('button', { name: '提交' });
  expect(await submit.isDisabled()).toBe(true);
  await page.getByLabel('昵称').fill('阿澈');
  await page.getByLabel('生日').fill('1990-05-01');
  await page.getByLabel('男').check();
  await page.getByLabel('公司').fill('见鹿活动');
  await page.getByLabel('职位').fill('策划');
  await submit.click();
  await page.waitForURL(`${site.url}/`);
  const user = await page.evaluate(() => JSON.parse(localStorage.getItem('userinfo') ?? '{}'));
  expect(user).toMatchObject({ nickname: '阿澈', integral: 20 });
  await leave(reader);
});

it('P-230 settings by tab: each is drawn, passes axe, and the address says which', { timeout: 120_000 }, async () => {
  const { token } = await beside.person('13700000302');
  for (const width of [1440, 390] as const) {
    const reader = await openReader(browser, site, { token, width });
    const { page } = reader;
    for (const [tab, text] of [
      ['security', '用指纹、面容或设备密码登录'],
      ['devices', '本机'],
      ['privacy', '导出我的数据'],
    ] as const) {
      await page.goto(`${site.url}/personalCenter/mySetting?tab=${tab}`);
      await page.getByText(text).first().waitFor();
      expect(await axeFindings(page, 'main')).toEqual([]);
      expect(await overflowsSideways(page)).toBe(false);
      await shot(page, `setting-${tab}-${width}`);
    }
    await press(page, 'button', '检查能否注销');
    await page.getByText('注销后：').waitFor();
    await page.goto(`${site.url}/personalCenter/myInvite`);
    await page.getByRole('img', { name: '邀请二维码，扫码注册' }).waitFor();
    await page.getByText('还没有邀请到好友').waitFor();
    expect(await axeFindings(page, 'main')).toEqual([]);
    await shot(page, `invite-${width}`);
    await leave(reader);
  }
});

it('the task of the profile leads to the form that fulfils it, once for 20 points, and to the same form later', async () => {
  const { token } = await beside.person('13700000307');
  const reader = await openReader(browser, site, { token, width: 390 });
  const { page } = reader;
  await page.goto(`${site.url}/integral/integralTask`);
  await press(page, 'link', '去完成“完善个人信息”');
  await page.getByText('补充完整送 20 积分').waitFor();
  expect(await page.getByLabel('昵称').inputValue()).not.toBe('');
  await page.getByLabel('生日').fill('1990-05-01');
  await page.getByLabel('女').check();
  await page.getByLabel('公司').fill('见鹿活动');
  await page.getByLabel('职位').fill('策划');
  expect(await axeFindings(page, 'main')).toEqual([]);
  await saidAfter(page, () => press(page, 'button', '提交'), '个人信息补充成功');
  await press(page, 'button', '修改生日与性别');
  await page.getByRole('heading', { name: '修改个人信息' }).waitFor();
  expect(await page.getByLabel('生日').inputValue()).toBe('1990-05-01');
  await page.goBack();
  await page.getByRole('tab', { name: '个人资料' }).waitFor();
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('userinfo') ?? '{}').integral)).toBe(20);
  await leave(reader);
});

it('settings: every other tab passes axe; password, phone, devices, export and a cropped picture, each pressed once', {
  timeout: 120_000,
}, async () => {
  const mobile = '13700000305';
  const { id, token } = await beside.person(mobile);
  const { db } = beside.booted.app;
  const password_hash = await hashPassword('secret-123');
  await db.update(users).set({ password_hash }).where(eq(users.id, id));
  await db.insert(tokens).values({ user_id: id, token_hash: sha256('elsewhere'), expires_at: new Date(Date.now() + 86_400_000) });
  const reader = await openReader(browser, site, { token, width: 1440 });
  const { page } = reader;
  await page.goto(`${site.url}/personalCenter/mySetting`);
  // 400 by 200, left half red: the middle is cut to a square that is red and blue
  const left = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#cc2222' } })
    .png()
    .toBuffer();
  const wide = sharp({ create: { width: 400, height: 200, channels: 3, background: '#2222cc' } });
  const buffer = await wide
    .composite([{ input: left, left: 0, top: 0 }])
    .png()
    .toBuffer();
  const header = page.locator('.site-header [data-avatar]').first();
  await page.getByRole('button', { name: '上传头像' }).waitFor();
  expect(await axeFindings(page, 'main')).toEqual([]);
  await page.getByTestId('avatar').setInputFiles({ name: '头像.png', mimeType: 'image/png', buffer });
  const crop = page.getByRole('dialog', { name: '裁剪头像' });
  await crop.locator('img').waitFor();
  expect(await axeFindings(page, 'dialog[open]')).toEqual([]);
  await saidAfter(page, () => crop.getByRole('button', { name: '使用这张头像' }).click(), '头像已更新');
  const src = (await header.locator('img').getAttribute('src')) ?? '';
  const { width, height } = await sharp(Buffer.from(await (await fetch(new URL(src, site.url))).arrayBuffer())).metadata();
  expect([src === '', width === height]).toEqual([false, true]);

  await press(page, 'tab', '登录设备');
  await press(page, 'button', '退出其他所有设备');
  expect(await axeFindings(page, 'dialog[open]')).toEqual([]);
  await saidAfter(page, () => press(page, 'button', '全部退出'), '其他设备都已退出登录');
  await press(page, 'tab', '隐私与注销');
  await press(page, 'button', '导出数据');
  await page.getByText(/正在打包，完成后会通知您|前可以下载/).waitFor();
  for (const [tab, text] of [
    ['实名认证', '姓名'],
    ['消息设置', '免打扰'],
  ] as const) {
    await press(page, 'tab', tab);
    await page.getByText(text).first().waitFor();
    expect(await axeFindings(page, 'main')).toEqual([]);
  }

  await press(page, 'tab', '修改密码');
  expect(await axeFindings(page, 'main')).toEqual([]);
  await page.getByLabel('原密码', { exact: true }).fill('secret-123');
  await page.getByLabel('新密码', { exact: true }).fill('secret-456');
  await saidAfter(page, () => press(page, 'button', '修改密码'), '密码已修改，其他设备需要重新登录');

  await press(page, 'tab', '更换手机号');
  expect(await axeFindings(page, 'main')).toEqual([]);
  const fresh = '13700000306';
  const send = page.getByRole('button', { name: '获取验证码' });
  await saidAfter(page, () => send.first().click(), '验证码已发送');
  await page.getByLabel('新手机号', { exact: true }).fill(fresh);
  await saidAfter(page, () => send.last().click(), '验证码已发送');
  await page.getByLabel(/^原手机号/).fill(await codeOf(mobile));
  await page.getByLabel('新手机号的验证码').fill(await codeOf(fresh));
  await saidAfter(page, () => press(page, 'button', '更换手机号'), '手机号已更换，请用新手机号登录');
  const [mine] = await db.select().from(users).where(eq(users.id, id));
  expect([mine?.mobile, mine?.password_hash === password_hash]).toEqual([fresh, false]);
  expect(
    await db
      .select()
      .from(tokens)
      .where(and(eq(tokens.user_id, id), isNull(tokens.revoked_at))),
  ).toHaveLength(1);
  await leave(reader);
});

it('who closes the account is signed out and told until when it can be kept, in the page itself', { timeout: 120_000 }, async () => {
  const mobile = '13700000304';
  const { token } = await beside.person(mobile);
  const reader = await openReader(browser, site, { token, width: 390 });
  const { page } = reader;
  await page.goto(`${site.url}/personalCenter/mySetting?tab=privacy`);
  await press(page, 'button', '检查能否注销');
  await press(page, 'button', '获取验证码');
  await page.getByText('验证码已发送').waitFor();
  await page.getByLabel(/的验证码$/).fill(await codeOf(mobile));
  await press(page, 'button', '申请注销');
  await page.getByText('已申请注销，您已退出登录').waitFor();
  await page.getByText('重新登录即可撤销').waitFor();
  expect(await page.evaluate(() => [localStorage.getItem('token'), document.activeElement?.getAttribute('role')])).toEqual([
    null,
    'status',
  ]);
  expect(await axeFindings(page, 'main')).toEqual([]);
  await leave(reader);
});

it('a passkey is added in the settings and signs in by itself', { timeout: 120_000 }, async () => {
  const { token } = await beside.person('13700000303');
  // keys belong to a name, and an address of numbers has none
  const named = { url: site.url.replace('127.0.0.1', 'localhost') };
  const reader = await openReader(browser, named, { token, width: 1440 });
  const { page } = reader;
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
  } as const;
  await client.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, automaticPresenceSimulation: true } });
  await page.goto(`${named.url}/personalCenter/mySetting?tab=security`);
  await press(page, 'button', '添加');
  await page.getByText('通行密钥已添加').waitFor();
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${named.url}/login?from=${encodeURIComponent('/programme')}`);
  await press(page, 'button', '通行密钥');
  await page.waitForURL(`${named.url}/programme`);
  expect(await page.evaluate(() => document.documentElement.dataset['session'])).toBe('in');
  await leave(reader);
});
