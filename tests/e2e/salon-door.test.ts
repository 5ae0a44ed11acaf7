import { createHash } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { ticketCode } from '#contract/door.ts';
import { organiseHref } from '#contract/organise.ts';
import { joinedSite } from '../support/join-site.ts';
import { axeFindings, leave, openReader, overflowsSideways, shot } from '../support/reader-browser.ts';
import { makeSalon } from '../support/salon-guests.ts';

const { site, beside, browser } = joinedSite();
let owner: { id: number; token: string };
let salon: Awaited<ReturnType<typeof makeSalon>>;
beforeAll(async () => {
  owner = await beside.person('13300000411');
  const buyer = await beside.person('13300000412');
  const place = { app: beside.booted.app, ctx: beside.ctx };
  const seats = ['王可', '李迟', '周宁'].map((name) => ({ buyer_id: buyer.id, name, order: 1 }));
  salon = await makeSalon(place, { owner_id: owner.id, title: '舞台机械公开课', seats: [...seats, { buyer_id: buyer.id, name: '沈青' }] });
});

const codeOf = (place: number) =>
  ticketCode(
    createHash('sha256')
      .update(salon.tickets[place]?.secret ?? '')
      .digest('hex'),
  );

it('an organiser makes a door link; a phone lets people in by typed codes, tells who came before, goes on offline', {
  timeout: 180_000,
}, async () => {
  const desk = await openReader(browser, site, { token: owner.token, width: 1440 });
  await desk.page.goto(`${site.url}${organiseHref(salon.id)}&tab=doors`);
  await desk.page.getByText('还没有检票入口').waitFor();
  await desk.page.getByRole('textbox', { name: '工作人员' }).fill('小林');
  await desk.page.getByRole('textbox', { name: '入口名称' }).fill('东门');
  await desk.page.keyboard.press('Enter');
  const link = await desk.page.getByRole('textbox', { name: '检票链接' }).inputValue();
  expect(await axeFindings(desk.page)).toEqual([]);
  await shot(desk.page, 'salon-doors-1440');

  const phone = await openReader(browser, site, { width: 390 });
  const { page } = phone;
  await page.goto(link);
  await page.getByRole('heading', { level: 1, name: '舞台机械公开课' }).waitFor();
  const answer = page.getByRole('region', { name: '检票结果' });
  const type = async (code: string) => {
    await page.getByRole('textbox', { name: /^票码/ }).fill(code);
    await page.keyboard.press('Enter');
  };
  await type(codeOf(0));
  await answer.getByText('放行', { exact: true }).waitFor();
  await answer.getByText(/王可|王\*/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await overflowsSideways(page)).toBe(false);
  await shot(page, 'salon-door-390');
  await answer.getByRole('button', { name: '同一订单另外 2 人一起放行' }).click();
  await page.locator('dl').getByText('3', { exact: true }).first().waitFor();
  await type(codeOf(0).toLowerCase());
  await answer.getByText('已经入场', { exact: true }).waitFor();
  await type('0000-0000');
  await answer.getByText('没有这张票').waitFor();
  await type('ZZZZ-ZZZZ');
  await page.getByText('没有这位来宾，也不是票码').waitFor();
  // who comes without a code is found by name: looked at first, let in by a press
  await type('沈');
  const guest = page.getByRole('list', { name: '符合的来宾' }).getByRole('button', { name: /沈青.*4 号/ });
  expect(await axeFindings(page)).toEqual([]);
  expect(await overflowsSideways(page)).toBe(false);
  await shot(page, 'salon-door-name-390');
  // Enter in the field led to the first of them
  expect(await guest.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await answer.getByText('放行', { exact: true }).waitFor();
  await page.getByRole('button', { name: '现在：入场' }).click();
  await type('4');
  await guest.click();
  await answer.getByText('已离场', { exact: true }).waitFor();
  await page.getByRole('button', { name: '现在：离场' }).click();

  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('door')).keys()).length), { timeout: 20_000 })
    .toBeGreaterThan(3);
  // the phone itself answers without a network, and tells the site afterwards
  await phone.context.setOffline(true);
  await type(codeOf(3));
  await answer.getByText('断网时由本机判断，联网后上传').waitFor();
  await page.getByText(/1 条等待上传/).waitFor();
  // opened anew without a network, also from the home screen, it has page, list and what waits
  for (const address of [link, `${site.url}/salon/door`]) {
    await page.goto('about:blank');
    await page.goto(address);
    await page.getByRole('heading', { level: 1, name: '舞台机械公开课' }).waitFor();
    await page.getByText(/1 条等待上传/).waitFor();
  }
  await type(codeOf(3));
  await answer.getByText('已经入场', { exact: true }).waitFor();
  await phone.context.setOffline(false);
  await page.getByText(/等待上传/).waitFor({ state: 'detached' });
  await leave({ ...phone, complaints: phone.complaints.filter((text) => !/ERR_INTERNET_DISCONNECTED/.test(text)) });

  await desk.page.goto(`${site.url}${organiseHref(salon.id)}&tab=guests`);
  await desk.page.getByText('沈青').first().waitFor();
  expect(await axeFindings(desk.page)).toEqual([]);
  await shot(desk.page, 'salon-guests-1440');
  // by hand, and back; a name that is looked for stands in no address
  const undo = desk.page.getByRole('button', { name: /^撤销签到/ }).first();
  const name = ((await undo.getAttribute('aria-label')) ?? '').replace('撤销签到：', '');
  await undo.press('Enter');
  await desk.page.getByText('已撤销签到').waitFor();
  await desk.page.getByRole('searchbox', { name: '姓名、手机号或票号' }).fill(name);
  await desk.page.keyboard.press('Enter');
  await desk.page
    .getByRole('button', { name: `为 ${name} 签到` })
    .first()
    .press('Enter');
  await desk.page.getByText(`${name} 已签到`).waitFor();
  expect(desk.page.url()).not.toContain('q=');
  await leave(desk);
});

it('figures, messages and the recap of a salon are looked at on a phone; a stranger finds nothing', { timeout: 120_000 }, async () => {
  const reader = await openReader(browser, site, { token: owner.token, width: 390 });
  const { page } = reader;
  for (const [tab, said] of [
    ['figures', '概况'],
    ['messages', '通知'],
    ['recap', '回顾'],
  ] as const) {
    await page.goto(`${site.url}${organiseHref(salon.id)}&tab=${tab}`);
    await page.getByRole('tab', { name: said, selected: true }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await axeFindings(page), tab).toEqual([]);
    expect(await overflowsSideways(page), tab).toBe(false);
    await shot(page, `salon-organise-${tab}-390`);
  }
  await leave(reader);
  const stranger = await openReader(browser, site, { token: site.people.buyer, width: 390 });
  await stranger.page.goto(`${site.url}${organiseHref(salon.id)}`);
  await stranger.page.getByText('没有这场沙龙').waitFor();
  await stranger.context.close();
});
