import { eq } from 'drizzle-orm';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { createCtx, inTransaction, type Role } from '#server/app/ctx.ts';
import { createItem, setItemStatus } from '#server/modules/catalog/index.ts';
import { draw, openRound, publishedRounds } from '#server/modules/draws/index.ts';
import { users } from '#server/modules/identity/tables.ts';
import { askInvoice } from '#server/modules/invoices/index.ts';
import { keepSample } from '#server/modules/operations/index.ts';
import { payByBalance, placeOrder } from '#server/modules/orders/index.ts';
import { decideReview, listReviews } from '#server/modules/review/index.ts';
import { itemSubject } from '#server/modules/sales/index.ts';
import { postTransfer } from '#server/modules/wallet/index.ts';
import { type BesideSite, besideSite } from '../support/beside-site.ts';
import { joinBrowser, leaveBrowser } from '../support/browser.ts';
import { paidMembership } from '../support/member-orders.ts';
import { axeFindings, openReader, overflowsSideways, shot } from '../support/reader-browser.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let beside: BesideSite;
let browser: Browser;
let buyer: { id: number; token: string };
const orderids: string[] = [];
beforeAll(async () => {
  site = await startSite();
  beside = await besideSite(site);
  buyer = await beside.person('13600000001');
  const publisher = await beside.person('13600000002');
  await inTransaction(beside.ctx(), (tx) =>
    postTransfer(tx, {
      key: 'gift:console',
      reason: 'gift',
      reference: '',
      unit: 'fen',
      entries: [
        { owner_id: null, purpose: 'gift_cost', amount: -200_000 },
        { owner_id: buyer.id, purpose: 'balance', amount: 200_000 },
      ],
    }),
  );
  for (const price_fen of [9_900, 60_000]) orderids.push(await bought(publisher.id, price_fen));
  browser = await joinBrowser();
});
afterAll(async () => {
  await leaveBrowser();
  await beside?.stop();
  await site?.stop();
});

async function bought(publisher_id: number, price_fen: number): Promise<string> {
  const facts = {
    kind: KINDS.scheme,
    publisher_id,
    title: `发布会方案 ${price_fen / 100} 元`,
    price_fen,
    vip_only: false,
    format: 'pdf' as const,
  };
  const id = await inTransaction(beside.ctx(), async (tx) => {
    const made = await createItem(tx, { ...facts, page_count: 10, free_pages: 2, file_size_bytes: 3_000_000 });
    await setItemStatus(tx, made, ['draft'], 'published');
    return made;
  });
  const ctx = createCtx(beside.booted.app, { kind: 'user', user_id: buyer.id, token_id: 0, roles: [], address: '' }, 'test');
  const order = await placeOrder(ctx, itemSubject, { subject_id: id, use_balance: true, coupon_id: 0, reuse_open: false });
  await payByBalance(ctx, order.orderid);
  return order.orderid;
}

async function staff(mobile: string, roles: Role[]): Promise<string> {
  const { id, token } = await beside.person(mobile);
  await beside.booted.app.db.update(users).set({ roles }).where(eq(users.id, id));
  return token;
}

const ask = async (page: Page, title: string | RegExp, reason: string, button: string) => {
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByLabel('原因').fill(reason);
  await dialog.getByRole('button', { name: button }).click();
  await dialog.waitFor({ state: 'hidden' });
};

it('an operator goes from today to an order, refunds it, and a large one is confirmed by a second person', async () => {
  const one = await openReader(browser, site, { token: await staff('13600000003', ['operator']), width: 1440 });
  const { page } = one;
  await page.goto(`${site.url}/admin`);
  const menu = page.getByRole('navigation', { name: '管理后台' });
  await menu.getByRole('link', { name: '订单' }).waitFor();
  // what only an admin may see is not in the menu
  expect(await menu.getByRole('link', { name: '操作记录' }).isVisible()).toBe(false);
  await page.getByText('¥699').first().waitFor();
  await shot(page, 'console-today-1440');
  expect(await axeFindings(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await brokenFigures(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('link', { name: '今日成交' }).click();
  const table = page.getByRole('table', { name: '订单' });
  await table.getByText('发布会方案 600 元').waitFor();
  expect(new URL(page.url()).searchParams.get('status')).toBe('paid');
  // keys: / searches, arrows move, x selects, Enter opens
  await page.keyboard.press('/');
  await page.keyboard.type(orderids[0] ?? '');
  await page.keyboard.press('Enter');
  await page.getByText('共 1 项').waitFor();
  await page.goBack();
  await page.getByText('共 2 项').waitFor();
  await table.locator('tbody tr').first().focus();
  await page.keyboard.press('x');
  await page.getByText('已选 1 项').waitFor();
  await page.keyboard.press('x');
  await shot(page, 'console-orders-1440');
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');

  await page.waitForURL(new RegExp(`/admin/order\\?orderid=${orderids[0]}`));
  await page.getByRole('button', { name: '退款' }).click();
  await ask(page, '退款 ¥99', '重复购买', '确认退款');
  await page.getByRole('region', { name: '操作记录' }).getByText('重复购买').waitFor();
  await page.getByRole('region', { name: '账目' }).getByText('退款').first().waitFor();
  await shot(page, 'console-order-1440');
  expect(await axeFindings(page)).toEqual([]);

  await page.goto(`${site.url}/admin/order?orderid=${orderids[1]}`);
  await page.getByRole('button', { name: '退款' }).click();
  await ask(page, '退款 ¥600', '活动取消', '提交复核');
  await page.getByText('须由另一位同事复核').waitFor();
  await page.goto(`${site.url}/admin/review?type=refund`);
  await page.getByRole('button', { name: '确认退款' }).click();
  await page.getByText('大额退款须由另一位同事复核').waitFor();
  expect(one.complaints.filter((text) => !/403/.test(text))).toEqual([]);
  await one.context.close();

  const two = await openReader(browser, site, { token: await staff('13600000004', ['finance']), width: 390 });
  await two.page.goto(`${site.url}/admin/review?type=refund`);
  await two.page.getByText('活动取消').waitFor();
  expect(await overflowsSideways(two.page)).toBe(false);
  await shot(two.page, 'console-confirm-390');
  await two.page.getByRole('button', { name: '确认退款' }).click();
  await two.page.getByText('没有待处理的退款复核').waitFor();
  // an approval may be taken back for some seconds
  await two.page.getByText('已确认退款').waitFor();
  await two.page.goto(`${site.url}/admin/orders?status=refunded`);
  await two.page.getByText('共 2 项').waitFor();
  expect(await overflowsSideways(two.page)).toBe(false);
  // the number is short for the eye only, so that its state and its price stand on the screen
  await two.page.getByRole('link', { name: orderids[1] as string }).waitFor();
  const price = await two.page.getByRole('cell', { name: /^¥/ }).first().boundingBox();
  expect((price?.x ?? 390) + (price?.width ?? 0)).toBeLessThanOrEqual(390);
  await shot(two.page, 'console-orders-390');
  expect(two.complaints).toEqual([]);
  await two.context.close();
});

/** Dates and sums that stand in more than one line. */
async function brokenFigures(page: Page): Promise<string[]> {
  const figures = page.locator('main .staff-table .num, main strong.num');
  expect(await figures.count()).toBeGreaterThan(10);
  return figures.evaluateAll((all) =>
    all.flatMap((figure) => {
      const text = document.createRange();
      text.selectNodeContents(figure);
      const lines = new Set([...text.getClientRects()].map(({ bottom }) => Math.round(bottom)));
      return lines.size > 1 ? [figure.textContent ?? ''] : [];
    }),
  );
}

it('a user’s phone is shown with a reason, the account banned and lifted, and several at once by a run', async () => {
  const { page, context, complaints } = await openReader(browser, site, { token: await staff('13600000005', ['admin']), width: 1440 });
  await page.goto(`${site.url}/admin/users?q=13600000001`);
  await page.getByRole('table', { name: '用户' }).getByText('136****0001').waitFor();
  await page.goto(`${site.url}/admin/user?id=${buyer.id}`);
  await page.getByRole('button', { name: '显示完整号码' }).click();
  await ask(page, '显示完整手机号', '电话回访', '显示');
  await page.getByText('13600000001').waitFor();
  await page.getByRole('button', { name: '停用账号' }).click();
  await ask(page, '停用账号', '恶意刷单', '确认停用');
  await page.getByText('该账号已停用，不能登录').waitFor();
  expect((await beside.call('GET', '/api/user/userinfo', buyer.token)).body.code).toBe(2);
  await shot(page, 'console-user-1440');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: '恢复账号' }).click();
  await ask(page, '恢复账号', '核实为误判', '确认恢复');
  await page.getByRole('button', { name: '发下载券' }).click();
  await ask(page, '发放下载券', '补偿', '确认发放');
  // a voucher is worth the dearest work that it opens: it waits for a second person
  await page.getByText('已提交', { exact: false }).first().waitFor();

  for (let n = 0; n < 3; n++) await beside.person(`1370000700${n}`);
  await page.goto(`${site.url}/admin/users?q=测试700`);
  await page.getByText('共 3 项').waitFor();
  await page.getByRole('button', { name: '保存视图' }).click();
  const naming = page.getByRole('dialog', { name: '保存视图' });
  await naming.getByLabel('名称').fill('新注册');
  await naming.getByRole('button', { name: '保存' }).click();
  await page.getByRole('button', { name: '新注册', exact: true }).waitFor();
  await page.getByRole('checkbox', { name: '选择本页全部' }).check();
  await page.getByRole('button', { name: '结束登录' }).click();
  await ask(page, '结束登录：3 项', '安全检查', '确认结束登录');
  await page.getByText('已完成：成功 3 项，失败 0 项').waitFor();
  await shot(page, 'console-run-1440');
  await page.getByRole('dialog', { name: '结束登录' }).getByRole('button', { name: '关闭' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出 CSV' }).click();
  expect((await download).suggestedFilename()).toBe('用户.csv');

  await page.goto(`${site.url}/admin/audit`);
  const audit = page.getByRole('table', { name: '操作记录' });
  for (const text of ['导出列表', '批量任务', '查看手机号', '停用账号']) await audit.getByText(text).first().waitFor();
  await shot(page, 'console-audit-1440');
  expect(await axeFindings(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

it('a setting is changed by its form and put back from its history', async () => {
  const { page, context, complaints } = await openReader(browser, site, { token: await staff('13600000006', ['operator']), width: 1440 });
  await page.goto(`${site.url}/admin/settings`);
  await page.getByRole('searchbox', { name: '搜索设置' }).fill('order_ttl_min');
  const setting = page.getByRole('region', { name: '订单有效时间', exact: true });
  await setting.getByRole('textbox').fill('abc');
  await setting.getByRole('button', { name: '保存' }).click();
  await setting
    .getByRole('alert')
    .getByText(/^请填写 .* 之间的整数$/)
    .waitFor();
  await setting.getByRole('textbox').fill('45');
  await setting.getByRole('button', { name: '保存' }).click();
  await setting.getByText('修改历史（1）').click();
  await setting.getByText('默认 → 45 分钟').waitFor();
  await page.getByText('只看修改过的（1）').waitFor();
  await shot(page, 'console-settings-1440');
  await setting.getByRole('button', { name: '恢复修改前的值' }).click();
  await setting.getByText('修改历史（2）').waitFor();
  await expect.poll(() => setting.getByRole('textbox').inputValue()).toBe('15');
  expect(await axeFindings(page)).toEqual([]);
  for (const screen of ['jobs', 'events', 'health', 'system', 'refunds']) {
    await page.goto(`${site.url}/admin/${screen}`);
    await page.locator('main .panel').first().waitFor();
    expect(await axeFindings(page), screen).toEqual([]);
    await shot(page, `console-${screen}-1440`);
  }
  expect(complaints.filter((text) => !/400/.test(text))).toEqual([]);
  await context.close();
});

it('an operator backs up, rehearses it, and reads how both went, wide and narrow', { timeout: 60_000 }, async () => {
  const { page, context, complaints } = await openReader(browser, site, { token: await staff('13600000010', ['operator']), width: 1440 });
  const times = [0, 40, 900, 60, 10, 0, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0];
  const area = { count: 1_013, errors: 1, times };
  for (const memory_mb of [180, 200]) {
    const figures = {
      seconds: 300,
      areas: { gateway: area, page: area },
      cache: { hit: 900, stale: 5, miss: 40 },
      loop_p99_ms: 21.5,
      memory_mb,
      pool: { open: 5, idle: 4, waiting: 0 },
    };
    const slow = [{ text: 'select * from items where id = any(?)', times: 3, mean_ms: 80, max_ms: 120 }];
    await keepSample(beside.ctx(), { process: `test:${memory_mb}`, figures, slow });
  }
  await page.goto(`${site.url}/admin/system`);
  // two processes in ten minutes: both counted, their memory added up
  await page.getByRole('img', { name: /每分钟请求.*网关最高 202\.6/ }).waitFor();
  await page.getByRole('img', { name: /内存.*所有进程最高 380/ }).waitFor();
  await page.getByRole('rowheader', { name: 'select * from items' }).waitFor();
  const backups = page.getByRole('region', { name: '备份', exact: true });
  await expect.poll(() => backups.getByRole('button', { name: '立即演练' }).isDisabled()).toBe(true);
  /** What the newest line says, asked again until the run is over. */
  const ended = (sort: string) =>
    expect
      .poll(
        async () => {
          await page.getByRole('button', { name: '刷新' }).click();
          return (await backups.getByRole('row').nth(1).textContent()) ?? '';
        },
        { timeout: 40_000, interval: 500 },
      )
      .toMatch(new RegExp(`${sort}（手动）成功`));
  await backups.getByRole('button', { name: '立即备份' }).click();
  await ended('备份');
  await backups.getByRole('button', { name: '立即演练' }).click();
  await ended('恢复演练');
  await backups.getByText('账本相符').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await shot(page, 'console-system-run-1440');
  await page.getByRole('img', { name: /网关耗时/ }).scrollIntoViewIfNeeded();
  await shot(page, 'console-system-charts-1440');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflowsSideways(page)).toBe(false);
  await shot(page, 'console-system-390');
  await page.getByRole('img', { name: /事件循环延迟/ }).scrollIntoViewIfNeeded();
  await shot(page, 'console-system-charts-390');
  expect(complaints).toEqual([]);
  await context.close();
});

it('the screens of money open as they are, a plan and a round are saved, and a pop-up is seen before it is', async () => {
  const seller = await beside.person();
  const orderid = await bought(seller.id, 9_900);
  const own = beside.ctx({ kind: 'user', user_id: buyer.id, token_id: 0, roles: [], address: '' });
  await askInvoice(own, { orderid, holder: 'personal', title: '张三', tax_no: '', mail: 'zhang@example.com' });
  const none = { covers: '', covers_hor: '', vip_type: 0, days: 0, max_download_pre_day: 0 };
  await openRound(beside.ctx(), {
    ...{ title: '实物的一轮', ends_at: Math.floor(Date.now() / 1000) + 86_400 },
    prizes: [
      { place: 1, title: '策猫帆布袋', type: 5, weight: 1, stock: 1, replace: 2, ...none },
      { place: 2, title: '方案会员 7 天', type: 2, weight: 0, stock: null, replace: null, ...none, vip_type: 1, days: 7 },
    ],
  });
  await draw(own, { orderid: await paidMembership({ app: beside.booted.app }, buyer.id), user_seed: '我的种子' });
  const reader = await openReader(browser, site, { token: await staff('13600000011', ['operator']), width: 1440 });
  const { page } = reader;
  for (const screen of ['coupon', 'couponBatches', 'campaign', 'union', 'withdrawals', 'differences', 'income']) {
    await page.goto(`${site.url}/admin/${screen}`);
    await page.locator('main .panel').first().waitFor();
  }
  for (const [list, text, one] of [
    ['invoices', '张三', 'invoice'],
    ['prizes', '策猫帆布袋', 'prize'],
  ] as const) {
    await page.goto(`${site.url}/admin/${list}`);
    await page.getByRole('row').filter({ hasText: text }).getByRole('link').first().click();
    await page.waitForURL(new RegExp(`/admin/${one}\\?`));
    await page.locator('main').getByText(text).first().waitFor();
  }

  await page.goto(`${site.url}/admin/vip`);
  const plan = page.getByRole('region', { name: '方案会员' });
  await plan.getByLabel('介绍').fill('每天都能下载的方案');
  await plan.getByRole('button', { name: '保存方案会员' }).click();
  await page.getByText('方案会员已保存').waitFor();
  await page.reload();
  await expect.poll(() => plan.getByLabel('介绍').inputValue()).toBe('每天都能下载的方案');

  await page.goto(`${site.url}/admin/round`);
  await page.getByLabel('标题').fill('后台开的一轮');
  await page.getByLabel('结束时间').fill('2099-01-01T00:00');
  await page.getByRole('button', { name: '以此奖品表开始新的一轮' }).click();
  await page
    .getByText(/须由另一位同事/)
    .first()
    .waitFor();
  const { id: user_id } = await beside.person('13600000012');
  await beside.booted.app.db
    .update(users)
    .set({ roles: ['operator'] })
    .where(eq(users.id, user_id));
  const second = beside.ctx({ kind: 'user', user_id, token_id: 0, roles: ['operator'], address: '' });
  const asked = () => listReviews(second, { type: 'countersign', status: 'open', page: 1, limit: 20 });
  // the form says beforehand that another must confirm
  await expect
    .poll(async () => (await asked()).list.map(({ subject }) => subject.title))
    .toContainEqual(expect.stringContaining('后台开的一轮'));
  const { list } = await asked();
  const waits = list.find(({ subject }) => subject.title.includes('后台开的一轮'));
  await page.goto(`${site.url}/admin/review?type=countersign`);
  await page
    .getByText(/开始抽奖：「后台开的一轮」/)
    .first()
    .waitFor();
  await shot(page, 'console-second-person-1440');
  await decideReview(second, { id: waits?.id ?? 0, version: waits?.version ?? 0, action: 'confirm', reason: '' });
  const [opened] = await publishedRounds(beside.ctx());
  expect(opened?.title).toBe('后台开的一轮');
  await page.goto(`${site.url}/admin/round?id=${opened?.id}`);
  await page.getByRole('region', { name: /第 \d+ 轮：进行中/ }).waitFor();

  await page.goto(`${site.url}/admin/banner`);
  await page.getByRole('textbox', { name: '标题' }).fill('春季上新');
  await page.getByLabel('一句话介绍').fill('三百份新方案');
  await page.getByLabel('几秒后可以关闭').fill('5');
  const preview = page.getByRole('img', { name: '预览：春季上新' });
  await preview.getByText('三百份新方案').waitFor();
  await preview.getByText('5 秒后可以关闭').waitFor();
  expect(reader.complaints).toEqual([]);
  await reader.context.close();
});

it('somebody without a role is shown no entry and no data', async () => {
  const { token } = await beside.person('13600000009');
  const { page, context } = await openReader(browser, site, { token, expected: /403/ });
  for (const path of ['/admin', '/admin/settings', '/admin/orders']) {
    await page.goto(`${site.url}${path}`);
    await page.getByText('无权限').first().waitFor();
    expect(await page.getByRole('navigation', { name: '管理后台' }).getByRole('link', { name: '订单' }).isVisible()).toBe(false);
  }
  await context.close();
});
