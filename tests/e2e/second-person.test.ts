import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { employees } from '#server/modules/employees/tables.ts';
import { passkeys, tokens, users } from '#server/modules/identity/tables.ts';
import { joinedSite } from '../support/join-site.ts';
import { axeFindings, openReader, overflowsSideways, saidAfter, shot } from '../support/reader-browser.ts';

const { site, beside, browser } = joinedSite();

const HINT = '24 小时内合计超过 ¥500 的';
const FORMS: Record<string, string> = {
  '/admin/coupon': '优惠券',
  '/admin/goods': '积分商品',
  '/admin/task': '积分任务',
  '/admin/round': '抽奖轮次',
  '/admin/union': '联合会员',
};

it('A4 every form whose act may wait says the bound of now; what waits is a success with its place', { timeout: 120_000 }, async () => {
  const [{ id, token }, second] = [await beside.person('13700000311'), await beside.person('13700000312')];
  for (const one of [id, second.id])
    await beside.booted.app.db
      .update(users)
      .set({ roles: ['operator'] })
      .where(eq(users.id, one));
  const reader = await openReader(browser, site, { token, width: 1440, expected: /status of (202|40\d)/ });
  const { page } = reader;
  for (const [path, title] of Object.entries(FORMS)) {
    await page.goto(`${site.url}${path}`);
    await page.getByText(HINT).first().waitFor();
    expect([title, await axeFindings(page, 'main')]).toEqual([title, []]);
  }
  await page.goto(`${site.url}/admin/coupon`);
  await page.getByLabel('名称', { exact: false }).first().fill('大额券');
  await page.getByLabel('金额（元）').fill('5000');
  await page.getByLabel('使用门槛（元）').fill('6000');
  await page.getByLabel('领取后有效天数').fill('30');
  await page.getByLabel('用户可自行领取').check();
  await page.getByRole('button', { name: '保存', exact: true }).click();
  const note = page.getByRole('status').filter({ hasText: '已提交' });
  await note.waitFor();
  expect((await page.locator('main [role=alert]').allTextContents()).join('')).toBe('');
  expect(await axeFindings(page, 'main')).toEqual([]);
  await shot(page, 'asked-1440');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflowsSideways(page)).toBe(false);
  await shot(page, 'asked-390');
  await note.getByRole('link', { name: '查看待复核的操作' }).click();
  await page.getByText('大额券').first().waitFor();
  expect(reader.complaints).toEqual([]);
  await reader.context.close();
});

async function held(page: Page): Promise<string[]> {
  expect(await overflowsSideways(page)).toBe(false);
  return axeFindings(page, 'dialog[open]');
}

it('A4 who the reader is, what still opens the account, and what an end ends are asked in dialogs', { timeout: 120_000 }, async () => {
  const mobile = '13700000313';
  const { id, token } = await beside.person(mobile);
  const other = await beside.person('13700000314');
  const now = new Date();
  await beside.booted.app.db
    .insert(employees)
    .values({ enterprise_id: id, user_id: other.id, rights: ['publish'], state: 'active', invited_at: now, answered_at: now });
  await beside.booted.app.db.insert(passkeys).values({ user_id: id, name: '旧手机', credential_id: 'old', public_key: 'x' });
  await beside.booted.app.db
    .update(tokens)
    .set({ proven_at: new Date(now.getTime() - 3_600_000) })
    .where(eq(tokens.user_id, id));
  // keys belong to a name, and an address of numbers has none
  const named = { url: site.url.replace('127.0.0.1', 'localhost') };
  const reader = await openReader(browser, named, { token, width: 390, expected: /status of 4/ });
  const { page } = reader;
  await page.goto(`${named.url}/personalCenter/mySetting?tab=security`);
  await page.getByRole('button', { name: '添加' }).click();
  const proof = page.getByRole('dialog', { name: '确认是您本人' });
  await proof.getByText('十分钟内不再询问').waitFor();
  expect(await held(page)).toEqual([]);
  await shot(page, 'proof-390');
  await page.keyboard.press('Escape');
  await proof.waitFor({ state: 'detached' });

  // the login after a reset names all that a new password did not end
  await page.evaluate(() => localStorage.setItem('password_reset', '1'));
  await page.reload();
  const ways = page.getByRole('dialog', { name: '这些方式仍可进入您的账号' });
  await ways.getByText('通行密钥“旧手机”').waitFor();
  await ways.getByText('员工“').waitFor();
  expect(await held(page)).toEqual([]);
  await shot(page, 'ways-390');
  await ways.getByRole('button', { name: '都是我的，保留' }).click();

  await page.getByRole('button', { name: '全部结束' }).click();
  const end = page.getByRole('dialog', { name: '结束其他登录方式' });
  await end.getByText('通行密钥“旧手机”').waitFor();
  expect(await held(page)).toEqual([]);
  await end.getByRole('button', { name: '取消' }).click();
  expect(await beside.booted.app.db.$count(passkeys, eq(passkeys.user_id, id))).toBe(1);
  await page.getByRole('button', { name: '全部结束' }).click();
  await saidAfter(page, () => end.getByRole('button', { name: '全部结束' }).click(), '其他登录方式都已结束');
  expect(await beside.booted.app.db.$count(passkeys, eq(passkeys.user_id, id))).toBe(0);
  await page.getByRole('button', { name: '全部结束' }).waitFor({ state: 'detached' });
  expect(reader.complaints).toEqual([]);
  await reader.context.close();
});
