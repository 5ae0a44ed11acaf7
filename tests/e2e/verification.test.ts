import type { Page } from 'playwright';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { NOTICE_CALLS } from '#contract/notice.ts';
import { sendNotices } from '#server/modules/notices/index.ts';
import { MISMATCH_NAME } from '#server/providers/realname/sandbox.ts';
import { joinedSite } from '../support/join-site.ts';
import { axeFindings, leave, openReader, overflowsSideways, shot } from '../support/reader-browser.ts';
import { newIdCard, newLicence } from '../support/verification.ts';

const CENTER = '/personalCenter';

const { site, beside, browser } = joinedSite();
let picture: { name: string; mimeType: string; buffer: Buffer };
beforeAll(async () => {
  const buffer = await sharp({ create: { width: 856, height: 540, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  picture = { name: '证件.png', mimeType: 'image/png', buffer };
});

/** Waits until the picture is shown and has arrived. */
async function uploaded(page: Page, label: string): Promise<void> {
  await page.getByRole('img', { name: `${label}预览` }).waitFor();
  await expect.poll(() => page.getByText('正在上传').count()).toBe(0);
}

/** Goes on with Tab until the element has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const { activeElement: one } = document;
      return one?.getAttribute('aria-label') || (one as HTMLInputElement | null)?.labels?.[0]?.textContent || one?.textContent || '';
    });
    if (at.includes(name)) return;
  }
  throw new Error(`${name} cannot be reached with Tab`);
}

it('a member proves who they are in the dialog, by keyboard', { timeout: 120_000 }, async () => {
  const { token } = await beside.person('13300000201');
  const reader = await openReader(browser, site, { token, width: 1440 });
  const { page } = reader;
  await page.goto(`${site.url}${CENTER}/myEnterprise`);
  const open = page.getByRole('button', { name: '去认证' });
  await open.waitFor();
  await open.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: '个人实名认证' });
  await dialog.getByLabel('姓名').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await open.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: '提交认证' }).focus();
  await page.keyboard.press('Enter');
  for (const text of ['请输入姓名', '请输入身份证号码', '请上传身份证']) await dialog.getByText(text, { exact: true }).waitFor();
  expect(await axeFindings(page, 'dialog[open]')).toEqual([]);
  await shot(page, 'verification-dialog-1440');
  await dialog.getByLabel('姓名').focus();
  await page.keyboard.type('张三');
  await tabTo(page, '身份证号码');
  await page.keyboard.type(newIdCard());
  await tabTo(page, '身份证人像面');
  await dialog.getByLabel('身份证人像面').setInputFiles({ name: '动图.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
  await dialog.getByText('请上传 JPG 或 PNG 图片').waitFor();
  await dialog.getByLabel('身份证人像面').setInputFiles(picture);
  await tabTo(page, '身份证国徽面');
  await dialog.getByLabel('身份证国徽面').setInputFiles(picture);
  for (const side of ['身份证人像面', '身份证国徽面']) await uploaded(page, side);
  await tabTo(page, '提交认证');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('已完成，可以发布需求').waitFor();
  await page.goto(`${site.url}${CENTER}/myVerify`);
  await page.getByText('您已通过实名认证').waitFor();
  await page.getByText(/^张\* 11\*{14}/).waitFor();
  await leave(reader);
});

it('A10 an answer that takes the place of the form is on the screen of a phone, refused as well', { timeout: 120_000 }, async () => {
  const { token } = await beside.person('13300000210');
  const reader = await openReader(browser, site, { token, width: 390 });
  const { page } = reader;
  await page.goto(`${site.url}${CENTER}/myVerify`);
  await page.getByLabel('姓名').fill(MISMATCH_NAME);
  await page.getByLabel('身份证号码').fill(newIdCard());
  for (const side of ['身份证人像面', '身份证国徽面']) {
    await page.getByLabel(side).setInputFiles(picture);
    await uploaded(page, side);
  }
  await page.getByRole('button', { name: '提交认证' }).click();
  const answer = page.getByText('原因：姓名与身份证号码不一致');
  await answer.waitFor();
  const { top, focus } = await answer.evaluate((one) => ({
    top: one.getBoundingClientRect().top,
    focus: document.activeElement?.contains(one) && document.activeElement !== document.body,
  }));
  expect(focus).toBe(true);
  expect(top).toBeGreaterThan(64);
  await leave(reader);
});

it('P-060, P-069, P-070 an enterprise applies, is led to the page that fits, and takes it back', { timeout: 120_000 }, async () => {
  const { token } = await beside.person('13300000202');
  const reader = await openReader(browser, site, { token, width: 390 });
  const { page } = reader;
  await page.goto(`${site.url}${CENTER}/myEnterprise/edit`);
  await page.waitForURL('**/myEnterprise/apply');
  await page.getByRole('button', { name: '提交审核' }).click();
  await page.getByText('请输入营业执照上的企业全称').waitFor();
  await page.getByText('请上传营业执照', { exact: true }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await overflowsSideways(page)).toBe(false);
  await shot(page, 'enterprise-apply-390');
  await page.getByLabel('企业名称').fill('上海策猫文化有限公司');
  await page.getByLabel('统一社会信用代码').fill(newLicence());
  await page.getByLabel('法定代表人').fill('张三');
  await page.getByLabel('联系人').fill('李四');
  await page.getByLabel('联系电话').fill('13900001234');
  await page.getByLabel('营业执照照片').setInputFiles(picture);
  await uploaded(page, '营业执照照片');
  await page.getByRole('button', { name: '提交审核' }).click();
  await page.waitForURL('**/myEnterprise/examine');
  await page.getByRole('heading', { name: '企业资料审核中' }).waitFor();
  await shot(page, 'enterprise-examine-390');
  await page.getByRole('button', { name: '撤回并修改' }).click();
  await page.waitForURL('**/myEnterprise/edit');
  await expect.poll(() => page.getByLabel('联系电话').inputValue()).toBe('139****1234');
  await page.goto(`${site.url}${CENTER}/myEnterprise/reject`);
  await page.getByText('原因：您已撤回，可以修改后重新提交').waitFor();
  for (const path of ['vip', 'casevip']) {
    await page.goto(`${site.url}${CENTER}/myEnterprise/${path}`);
    expect(await axeFindings(page)).toEqual([]);
  }
  await leave(reader);
});

it('P-220 messages come live into two tabs, and both go in step', { timeout: 120_000 }, async () => {
  const { id, token } = await beside.person('13300000203');
  const reader = await openReader(browser, site, { token, width: 1440 });
  const { page, context } = reader;
  const tell = (title: string) => sendNotices(beside.ctx(), [id], { topic: 'verify', key: `e2e-${title}`, title });
  await page.goto(`${site.url}${CENTER}/myMessage`);
  await page.getByText('还没有消息').waitFor();
  const other = await context.newPage();
  await other.goto(`${site.url}${CENTER}/myMessage`);
  await other.getByText('还没有消息').waitFor();
  for (const title of ['甲消息', '乙消息']) await tell(title);
  const number = (tab: Page) => tab.locator('[data-unread]').first();
  for (const tab of [page, other]) {
    await tab.getByText('乙消息').waitFor();
    await expect.poll(() => number(tab).textContent()).toBe('2');
  }
  await page.getByText('甲消息').click();
  for (const tab of [page, other]) await expect.poll(() => number(tab).textContent()).toBe('1');
  await other.getByRole('button', { name: '全部标为已读' }).click();
  for (const tab of [page, other]) await expect.poll(() => number(tab).isHidden()).toBe(true);
  await expect.poll(() => page.getByText('未读：').count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  await shot(page, 'messages-1440');
  await leave(reader);
});

it('an address is proven by the code in its mailbox, and a mail is left with one press', { timeout: 120_000 }, async () => {
  const { id, token } = await beside.person('13300000204');
  const reader = await openReader(browser, site, { token, width: 390 });
  const { page } = reader;
  await page.goto(`${site.url}${CENTER}/myMessage?tab=setting`);
  await page.getByLabel('邮箱', { exact: true }).fill('reader@example.com');
  await page.getByRole('button', { name: '发送验证码' }).click();
  await page.getByLabel('邮件验证码').waitFor();
  type Mails = { list: Array<{ to: string; text: string }> };
  const newest = async (pattern: RegExp) => {
    const { body } = await beside.call<Mails>('GET', '/sandbox/mails', null);
    return body.data.list.map(({ text }) => pattern.exec(text)?.[1]).find((found) => found !== undefined) ?? '';
  };
  await page.getByLabel('邮件验证码').fill(await newest(/邮箱验证码是 (\d{6})/));
  await page.getByRole('button', { name: '确认邮箱' }).click();
  await page.getByText('已确认', { exact: true }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await overflowsSideways(page)).toBe(false);
  await shot(page, 'message-settings-390');
  const box = page.getByRole('checkbox', { name: '认证：邮件' });
  expect(await box.isChecked()).toBe(true);
  // by night the mail would wait for the morning
  const kept = page.waitForResponse((response) => response.url().includes(NOTICE_CALLS.settings) && response.request().method() !== 'GET');
  await page.getByLabel('免打扰到几点').selectOption('22');
  await page.getByText('未开启免打扰').waitFor();
  await kept;
  await sendNotices(beside.ctx(), [id], { topic: 'verify', key: 'e2e-mail', title: '认证结果' });
  const address = /(https?:\/\/\S+\/unsubscribe\?\S+)/;
  await expect.poll(() => newest(address), { timeout: 30_000 }).not.toBe('');
  const link = new URL(await newest(address));
  await page.goto(`${site.url}${link.pathname}${link.search}`);
  await page.getByRole('button', { name: '确认退订' }).click();
  await page.getByText('已退订“认证”邮件，站内消息不受影响。').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.goto(`${site.url}${CENTER}/myMessage?tab=setting`);
  await expect.poll(() => box.isChecked()).toBe(false);
  await leave(reader);
});
