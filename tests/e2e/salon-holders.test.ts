import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { paths } from '#contract/paths.ts';
import type { Actor } from '#server/app/ctx.ts';
import { payByBalance } from '#server/modules/orders/index.ts';
import { orderTickets, setOnline } from '#server/modules/salons/index.ts';
import { salons } from '#server/modules/salons/tables.ts';
import type { BesideSite } from '../support/beside-site.ts';
import { joinedSite } from '../support/join-site.ts';
import { giveBalance } from '../support/market.ts';
import { axeFindings, openReader, overflowsSideways, shot } from '../support/reader-browser.ts';
import { kindForm, makeSalon } from '../support/salons.ts';

const MINUTE_MS = 60_000;
const { site, beside, browser } = joinedSite();

const actor = (user_id: number): Actor => ({ kind: 'user', user_id, token_id: 0, roles: [], address: '' });

it('a ticket is given to somebody else, whose account has it; the old page says so', { timeout: 120_000 }, async () => {
  const owner = await beside.person('13300000451');
  const buyer = await beside.person('13300000452');
  const friend = await beside.person('13300000453');
  const questions = [{ key: 'q1', label: '一起吃午饭吗', required: true, options: ['是', '否'] }];
  const { id, kinds } = await makeSalon(beside, {
    owner_id: owner.id,
    title: '可以转让的公开课',
    kinds: [kindForm({ price: '0', questions })],
  });
  const kind_id = kinds[0]?.id as number;
  const holders = [{ kind_id, name: '王可', phone: '13300000452', answers: { q1: '是' } }];
  const wish = { id, lines: [{ kind_id, count: 1 }], holders, balance: false, user_coupon_id: 0, cache: false };
  await orderTickets(beside.ctx(actor(buyer.id)), wish);
  const reader = await openReader(browser, site, { token: buyer.token, width: 390 });
  const { page } = reader;
  await page.goto(`${site.url}/personalCenter/mySalon`);
  const old = (await page.getByRole('link', { name: '出示门票 001' }).getAttribute('href')) ?? '';
  await page.getByRole('button', { name: '修改回答 001' }).press('Enter');
  await page.getByRole('dialog').getByLabel('一起吃午饭吗').selectOption('否');
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).press('Enter');
  await page.getByText('已保存').waitFor();
  await page.getByRole('button', { name: '转让 001' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: '把门票转让给别人' });
  await dialog.getByRole('button', { name: '确认转让' }).press('Enter');
  await dialog.getByText('请填写姓名').waitFor();
  await dialog.getByText('请回答“一起吃午饭吗”').waitFor();
  expect(await axeFindings(page, '[role=dialog], dialog')).toEqual([]);
  await dialog.getByLabel('对方姓名').fill('李晓');
  await dialog.getByLabel('对方手机号').fill('13300000453');
  await dialog.getByLabel('一起吃午饭吗').selectOption('是');
  await shot(page, 'salon-give-390');
  await dialog.getByRole('button', { name: '确认转让' }).press('Enter');
  const done = page.getByRole('dialog', { name: '已转让' });
  await done.getByRole('button', { name: '复制门票链接' }).waitFor();
  expect(await axeFindings(page, '[role=dialog], dialog')).toEqual([]);
  await done.getByRole('button', { name: '完成' }).press('Enter');
  await page.getByText('参加者 李晓').waitFor();
  expect(await overflowsSideways(page)).toBe(false);
  await shot(page, 'salon-given-390');
  await page.goto(site.url + old);
  await page.getByText('这张门票已转让给别人').waitFor();
  expect(await page.getByRole('img', { name: /二维码/ }).count()).toBe(0);
  await shot(page, 'salon-ticket-dead-390');
  const other = await openReader(browser, site, { token: friend.token, width: 1440 });
  await other.page.goto(`${site.url}/personalCenter/mySalon`);
  await other.page.getByText('他人转让或赠送给您').waitFor();
  const shown = other.page.getByRole('link', { name: '出示门票 001' });
  expect(await shown.getAttribute('href')).not.toBe(old);
  await shown.click();
  await other.page.getByRole('img', { name: '门票 001 的二维码' }).waitFor();
  expect(await axeFindings(other.page, 'main')).toEqual([]);
  for (const one of [reader, other]) {
    expect(one.complaints).toEqual([]);
    await one.context.close();
  }
});

it('an online salon is set up, its link opens from the ticket alone, who was there has a certificate, and it is held again', {
  timeout: 180_000,
}, async () => {
  const owner = await beside.person('13300000454');
  const guest = await beside.person('13300000455');
  const { id, kinds } = await makeSalon(beside, {
    owner_id: owner.id,
    title: '只在线上的答疑',
    mode: 'online',
    venue: '',
    kinds: [kindForm({ price: '0' })],
  });
  const kind_id = kinds[0]?.id as number;
  const holders = [{ kind_id, name: '周宁', phone: '13300000455', answers: {} }];
  await orderTickets(beside.ctx(actor(guest.id)), {
    id,
    lines: [{ kind_id, count: 1 }],
    holders,
    balance: false,
    user_coupon_id: 0,
    cache: false,
  });
  const organiser = await openReader(browser, site, { token: owner.token, width: 1440 });
  const { page } = organiser;
  await page.goto(`${site.url}/personalCenter/mySalon/organise?id=${id}`);
  await page.getByRole('button', { name: '设优惠码' }).waitFor();
  await page.getByRole('tab', { name: '线上与提醒' }).click();
  await page.getByLabel('线上入口').fill('http://no');
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByText('请填写以 https:// 开头的会议链接').waitFor();
  await page.getByLabel('线上入口').fill(`${site.url.replace('http:', 'https:')}/salon`);
  await page.getByLabel('提醒里加一句话').fill('请准备好耳机');
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByText('已保存').waitFor();
  expect(await axeFindings(page, 'main')).toEqual([]);
  await shot(page, 'salon-online-1440');
  await page.goto(`${site.url}/salon/details?id=${id}`);
  await page.getByText('线上参加，开始前从门票页进入会场').waitFor();
  await shot(page, 'salon-online-details-1440');

  const reader = await openReader(browser, site, { token: guest.token, width: 390 });
  await reader.page.goto(`${site.url}/personalCenter/mySalon`);
  await reader.page.getByRole('link', { name: '进入线上会场 001' }).click();
  await reader.page.getByText(/线上会场 .* 开放，届时回到本页进入/).waitFor();
  await shot(reader.page, 'salon-online-soon-390');
  const now = Date.now();
  const when = (from: number, to: number) => ({ starts_at: new Date(now + from * MINUTE_MS), ends_at: new Date(now + to * MINUTE_MS) });
  await beside.booted.app.db.update(salons).set(when(-5, 30)).where(eq(salons.item_id, id));
  // any provider's address: here one that answers
  await setOnlineTo(beside, owner.id, id, 'https://meeting.example/j/1');
  const address = new URL(reader.page.url());
  const answer = await reader.context.request.get(`${site.url}${address.pathname}${address.search}&join=1`, { maxRedirects: 0 });
  expect([answer.status(), answer.headers()['location'], answer.headers()['referrer-policy']]).toEqual([
    303,
    'https://meeting.example/j/1',
    'no-referrer',
  ]);
  await reader.page.reload();
  await reader.page.getByRole('link', { name: '进入线上会场' }).waitFor();
  expect(await reader.page.content()).not.toContain('meeting.example');
  expect(await axeFindings(reader.page, 'main')).toEqual([]);
  await shot(reader.page, 'salon-online-open-390');
  await beside.booted.app.db.update(salons).set(when(-90, -65)).where(eq(salons.item_id, id));
  await reader.page.reload();
  await reader.page.getByText('活动已经结束').waitFor();
  const paper = await reader.context.request.get(
    site.url + ((await reader.page.getByRole('link', { name: '下载参加证明' }).getAttribute('href')) ?? ''),
  );
  expect(paper.headers()['content-type']).toBe('application/pdf');
  const { rows } = await beside.booted.pool.pool.query<{ no: string }>('select proof_no as no from salon_tickets where salon_id = $1', [
    id,
  ]);
  await reader.page.goto(`${site.url}/salon/certificate`);
  await reader.page.getByLabel('证书编号').fill(rows[0]?.no ?? '');
  await reader.page.getByRole('button', { name: '验证' }).click();
  await reader.page.getByText('这张证书由策猫颁发').waitFor();
  await reader.page.getByText('周宁').waitFor();
  expect(await axeFindings(reader.page, 'main')).toEqual([]);
  expect(await overflowsSideways(reader.page)).toBe(false);
  await shot(reader.page, 'salon-proof-390');

  await page.goto(`${site.url}/personalCenter/mySalon?tab=organised`);
  await page.getByRole('button', { name: '再办一场 只在线上的答疑' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: '再办一场' });
  await dialog.getByLabel('重复').selectOption('week');
  await dialog.getByLabel('第一场').fill('2099-01-01');
  await dialog.getByLabel('共几场').selectOption('3');
  await dialog.getByText('2099-01-01、2099-01-08、2099-01-15').waitFor();
  expect(await axeFindings(page, '[role=dialog], dialog')).toEqual([]);
  await shot(page, 'salon-again-1440');
  await dialog.getByRole('button', { name: '建草稿' }).press('Enter');
  await page.getByText('已建 3 份草稿').waitFor();
  await page
    .getByRole('link', { name: /继续填写/ })
    .first()
    .click();
  await page.getByLabel('会议平台').waitFor();
  expect(await page.getByLabel('详细地址').count()).toBe(0);
  expect(await page.getByLabel('日期').inputValue()).toBe('2099-01-15');
  expect(await axeFindings(page, 'main')).toEqual([]);
  await shot(page, 'salon-form-online-1440');
  await page.getByLabel('举办方式').selectOption('both');
  await page.getByText('线上票：从网络参加，不能入场').waitFor();
  for (const one of [organiser, reader]) {
    expect(one.complaints).toEqual([]);
    await one.context.close();
  }
});

it('the organiser enters a guest by hand and gives others their money back, by keyboard and on a phone', { timeout: 180_000 }, async () => {
  const owner = await beside.person('13300000456');
  const buyer = await beside.person('13300000457');
  const block = { key: 'a1', kind: 'k1', name: 'A 区', shape: 'rows' as const, rows: 1, chairs: 6, aisle: 0, closed: [] };
  const questions = [{ key: 'q1', label: '公司', required: true, options: [] }];
  const kind = kindForm({ key: 'k1', name: '标准票', price: '80', capacity: '6', questions });
  const { id, kinds } = await makeSalon(beside, { owner_id: owner.id, title: '有赠票的分享会', kinds: [kind], plan: [block] });
  const kind_id = kinds[0]?.id as number;
  await giveBalance(beside, buyer.id, 16_000);
  const holders = ['王可', '李晓'].map((name) => ({ kind_id, name, phone: '13300000457', answers: { q1: '远行会展' } }));
  const wish = { id, lines: [{ kind_id, count: 2 }], holders, balance: true, user_coupon_id: 0, cache: false };
  const order = await orderTickets(beside.ctx(actor(buyer.id)), wish);
  await payByBalance(beside.ctx(actor(buyer.id)), order.orderid);
  const reader = await openReader(browser, site, { token: owner.token, width: 1440 });
  const { page } = reader;
  await page.goto(`${site.url}/personalCenter/mySalon/organise?id=${id}&tab=guests`);
  await page.getByRole('button', { name: '添加来宾' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: '添加来宾（赠票）' });
  await dialog.getByRole('button', { name: '添加' }).press('Enter');
  await dialog.getByText('请填写姓名').waitFor();
  await dialog.getByLabel('座位').selectOption({ index: 4 });
  await dialog.getByLabel('姓名').fill('周岚');
  expect(await axeFindings(page, '[role=dialog], dialog')).toEqual([]);
  await shot(page, 'salon-add-guest-1440');
  await dialog.getByRole('button', { name: '添加' }).press('Enter');
  const done = page.getByRole('dialog', { name: '已添加来宾' });
  await done.getByRole('button', { name: '复制门票链接' }).waitFor();
  await done.getByRole('button', { name: '完成' }).press('Enter');
  const guests = page.getByRole('list', { name: '来宾' });
  await guests.getByText('标准票（赠票）').waitFor();
  const ticket = (await page.getByRole('link', { name: '查看门票：周岚（3 号）' }).getAttribute('href')) ?? '';
  await page.getByRole('button', { name: '退款：王可（1 号）' }).press('Enter');
  const refund = page.getByRole('dialog', { name: '给来宾退款' });
  await refund.getByRole('button', { name: '确认退款' }).press('Enter');
  await refund.getByText('请填写原因').waitFor();
  await refund.getByLabel('原因').fill('场地缩小，向您致歉');
  expect(await refund.getByLabel('退哪些票').locator('option').allTextContents()).toEqual([
    '只退这一张（退 ¥80）',
    '这一单的 2 张（退 ¥160）',
  ]);
  await refund.getByLabel('退哪些票').selectOption({ index: 1 });
  expect(await axeFindings(page, '[role=dialog], dialog')).toEqual([]);
  await shot(page, 'salon-guest-refund-1440');
  await refund.getByRole('button', { name: '确认退款' }).press('Enter');
  await page.getByRole('button', { name: '已退票 2' }).waitFor();
  expect(await axeFindings(page, 'main')).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflowsSideways(page)).toBe(false);
  await shot(page, 'salon-guests-390');
  await page.getByRole('button', { name: '收回：周岚（3 号）' }).press('Enter');
  await page.getByRole('dialog', { name: '收回赠票' }).getByRole('button', { name: '确认收回' }).press('Enter');
  await page.getByRole('button', { name: '已退票 3' }).waitFor();
  await page.goto(site.url + ticket);
  expect(await page.getByRole('img', { name: /二维码/ }).count()).toBe(0);
  const other = await openReader(browser, site, { token: buyer.token, width: 390 });
  await other.page.goto(site.url + paths.order(order.orderid));
  await other.page.getByText('场地缩小，向您致歉').waitFor();
  for (const one of [reader, other]) {
    expect(one.complaints).toEqual([]);
    await one.context.close();
  }
});

const setOnlineTo = (world: BesideSite, owner_id: number, salon_id: number, link: string) =>
  setOnline(world.ctx(actor(owner_id)), { salon_id, link, before_min: 30, text: '' });
