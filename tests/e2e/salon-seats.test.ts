import { expect, it } from 'vitest';
import type { SeatBlock } from '#contract/seats.ts';
import type { Actor } from '#server/app/ctx.ts';
import { orderTickets, priceList } from '#server/modules/salons/index.ts';
import { plainForm } from '#server/modules/salons/save-salon.ts';
import { verifyPerson } from '../support/demands.ts';
import { joinedSite } from '../support/join-site.ts';
import { axeFindings, leave, openReader, overflowsSideways, saidAfter, shot } from '../support/reader-browser.ts';
import { kindForm, makeSalon, salonForm, seats } from '../support/salons.ts';

const { site, beside, browser } = joinedSite();

const actor = (user_id: number): Actor => ({ kind: 'user', user_id, token_id: 0, roles: [], address: '' });
const block = (change: Partial<SeatBlock> = {}): SeatBlock => ({
  ...{ key: 'b1', kind: 'k1', name: 'A 区', shape: 'rows', rows: 3, chairs: 8, aisle: 4, closed: ['1-4'] },
  ...change,
});
const PLAN = [block(), block({ key: 'b2', kind: 'k2', name: '圆桌', shape: 'tables', rows: 3, aisle: 0, closed: [] })];
const planned = (owner_id: number, price: string) => {
  const kinds = [kindForm({ price }), kindForm({ key: 'k2', name: '圆桌席', price })];
  return makeSalon(beside, { ...plainForm(salonForm(beside, { title: '带座位图的颁奖晚宴', kinds, plan: PLAN })), owner_id });
};

it('chairs are chosen by keyboard and found side by side; one that is gone is named, and the others stay', {
  timeout: 120_000,
}, async () => {
  const owner = await beside.person('13300000431');
  const { id, kinds } = await planned(owner.id, '0');
  const kind_id = kinds[0]?.id as number;
  const buyer = await beside.person('13300000432');
  const reader = await openReader(browser, site, { token: buyer.token, width: 1440 });
  const { page } = reader;
  await page.goto(`${site.url}/salon/details?id=${id}`);
  await page.getByRole('button', { name: '立即报名' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '下一步' }).click();
  await dialog.getByText('请选择门票').waitFor();
  // Tab comes once into the plan: its first chair that is free
  const first = dialog.getByRole('button', { name: 'A 区 1 排 1 座，可选' });
  await first.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await dialog.getByRole('button', { name: 'A 区 2 排 2 座，已选', pressed: true }).waitFor();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: '圆桌 1 号桌 8 座，已选' }).waitFor();
  expect(await axeFindings(page, 'dialog')).toEqual([]);
  await shot(page, 'salon-seats-choose-1440');
  // what is closed is not chosen
  await dialog.getByRole('button', { name: 'A 区 1 排 4 座，不可选' }).click({ force: true });
  await dialog.getByRole('button', { name: '取消 圆桌 1 号桌 8 座' }).click();
  await dialog.getByLabel('标准票：系统帮我选相邻座位').selectOption('3');
  await dialog.getByRole('list', { name: '已选座位' }).getByText('A 区 1 排 1 座').waitFor();
  await dialog.getByRole('button', { name: '下一步' }).click();
  await dialog.getByText(/第 1 位 · 标准票 · A 区/).waitFor();
  for (const [n, name] of ['甲一', '乙二', '丙三'].entries()) {
    await dialog.getByLabel('姓名').nth(n).fill(name);
    await dialog.getByLabel('手机号').nth(n).fill('13800001234');
  }
  // somebody else is faster
  const other = await beside.person('13300000433');
  const ctx = beside.ctx(actor(other.id));
  const seat_id = (await priceList(ctx, id)).plan[0]?.ids[0] as number;
  const wish = { id, lines: [{ kind_id, count: 1 }], balance: false, user_coupon_id: 0, cache: false };
  await orderTickets(ctx, { ...wish, holders: seats(kind_id).map((one) => ({ ...one, seat_id })) });
  reader.complaints.length = 0;
  await dialog.getByRole('button', { name: '确认报名' }).click();
  await dialog.getByText(/“A 区 1 排 1 座”刚被选走/).waitFor();
  await dialog.getByRole('button', { name: 'A 区 1 排 1 座，已有人' }).waitFor();
  expect(await dialog.getByRole('list', { name: '已选座位' }).getByRole('listitem').count()).toBe(2);
  await shot(page, 'salon-seats-gone-1440');
  reader.complaints.length = 0;
  await dialog.getByRole('button', { name: '下一步' }).click();
  await dialog.getByRole('button', { name: '确认报名' }).click();
  await page.waitForURL('**/salon/success?order=*');
  await page
    .getByText(/座位 A 区 1 排/)
    .first()
    .waitFor();
  await shot(page, 'salon-seats-success-1440');
  await leave(reader);
});

it('an organiser draws a plan in the form, and the kind has as many seats as chairs', { timeout: 120_000 }, async () => {
  const person = await beside.person('13300000434');
  await verifyPerson({ ctx: beside.ctx }, person);
  const reader = await openReader(browser, site, { token: person.token, width: 1440 });
  const { page } = reader;
  await page.goto(`${site.url}/salon/establish`);
  await page.getByRole('button', { name: '添加区域' }).click();
  const area = page.getByRole('group', { name: '区域 1' });
  await area.getByLabel('排数').fill('4');
  await area.getByLabel('每排座位').fill('9');
  await area.getByLabel('过道在第几座之后').fill('4');
  const chair = page.getByRole('button', { name: /^A 区 2 排 3 座/ });
  await chair.click();
  await page.getByRole('button', { name: 'A 区 2 排 3 座，不可选' }).waitFor();
  await expect.poll(() => page.getByLabel('名额').inputValue()).toBe('35');
  expect(await page.getByLabel('名额').isDisabled()).toBe(true);
  expect(await axeFindings(page, 'main')).toEqual([]);
  await page.getByRole('heading', { name: /^座位图/ }).scrollIntoViewIfNeeded();
  await shot(page, 'salon-seats-form-1440');
  await area.getByLabel('排数').fill('0');
  await page.getByRole('button', { name: '提交审核' }).click();
  await page.getByText('1 至 100 排，每排 1 至 60 座').waitFor();
  await leave(reader);
});

it('an organiser sees who sits where, moves a guest and prints; on a phone the plan is scrolled inside', { timeout: 120_000 }, async () => {
  const owner = await beside.person('13300000435');
  const { id, kinds } = await planned(owner.id, '0');
  const kind_id = kinds[0]?.id as number;
  const guest = await beside.person('13300000436');
  const wish = { id, lines: [{ kind_id, count: 2 }], balance: false, user_coupon_id: 0, cache: false };
  await orderTickets(beside.ctx(actor(guest.id)), { ...wish, holders: seats(kind_id, 2).map((one, n) => ({ ...one, name: `林小${n}` })) });
  const reader = await openReader(browser, site, { token: owner.token, width: 1440 });
  const { page } = reader;
  await page.goto(`${site.url}/personalCenter/mySalon/organise?id=${id}&tab=seats`);
  await page.getByRole('button', { name: /，林小0$/ }).click();
  await page.getByText(/林小0 · 1 号票/).waitFor();
  await page.getByRole('button', { name: 'A 区 3 排 8 座，可选' }).click();
  await saidAfter(page, () => page.getByRole('button', { name: '换座', exact: true }).click(), '已为林小0换座');
  await page.getByRole('button', { name: 'A 区 3 排 8 座，林小0' }).waitFor();
  await page.getByRole('list', { name: '谁坐在哪里' }).getByText('A 区 3 排 8 座：林小0').waitFor();
  await page.getByRole('button', { name: 'A 区 3 排 1 座，可选' }).click();
  await saidAfter(page, () => page.getByRole('button', { name: '停用', exact: true }).click(), '已停用');
  await page.getByRole('button', { name: 'A 区 3 排 1 座，不可选' }).waitFor();
  expect(await axeFindings(page, 'main')).toEqual([]);
  await shot(page, 'salon-seats-organise-1440');
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('button', { name: '放大座位图' }).isVisible()).toBe(false);
  expect(await page.getByText('谁坐在哪里').count()).toBe(0);
  expect(await page.getByRole('tab', { name: '检票入口' }).isVisible()).toBe(false);
  expect(await page.getByText('A 区 3 排 8 座：林小0').isVisible()).toBe(true);
  await shot(page, 'salon-seats-print');
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
  await shot(page, 'salon-seats-organise-dark');
  await leave(reader);

  const phone = await openReader(browser, site, { token: guest.token, width: 390 });
  await phone.page.goto(`${site.url}/salon/details?id=${id}`);
  await phone.page.getByRole('button', { name: '立即报名' }).click();
  await phone.page.getByRole('button', { name: 'A 区 3 排 8 座，已有人' }).waitFor();
  await phone.page.getByRole('button', { name: '放大座位图' }).click();
  const box = await phone.page.getByRole('button', { name: 'A 区 2 排 2 座，可选' }).boundingBox();
  expect(box?.width).toBeGreaterThanOrEqual(44);
  await phone.page.getByRole('button', { name: 'A 区 2 排 2 座，可选' }).click();
  expect(await overflowsSideways(phone.page)).toBe(false);
  await shot(phone.page, 'salon-seats-choose-390');
  await leave(phone);
});
