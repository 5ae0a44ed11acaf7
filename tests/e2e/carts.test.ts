import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { saveSeries } from '#server/modules/catalog/index.ts';
import { postTransfer } from '#server/modules/wallet/index.ts';
import { makeItem } from '../support/item-world.ts';
import { joinedSite } from '../support/join-site.ts';
import { axeFindings, leave, openReader, overflowsSideways, type Reader, saidAfter, shot } from '../support/reader-browser.ts';

const { browser, beside, site } = joinedSite();
let url: string;
/** Three schemes of one publisher, ¥20, ¥30 and ¥50. */
let ids: number[];
let series: number;
const TITLES = ['春茶品鉴会方案', '夏夜露营派对方案', '秋收农场日方案'];

beforeAll(async () => {
  url = site.url;
  const { id: publisher_id } = await beside.person('13700005001');
  const world = { app: beside.booted.app, ctx: beside.ctx };
  ids = [];
  for (const [at, title] of TITLES.entries())
    ids.push((await makeItem(world, { publisher_id, title, price_fen: [2_000, 3_000, 5_000][at] ?? 0, pages: 2, free_pages: 2 })).id);
  const own = createCtx(beside.booted.app, { kind: 'user', user_id: publisher_id, token_id: 0, roles: [], address: '' }, 'test');
  ({ id: series } = await saveSeries(own, {
    title: '四季活动三部曲',
    introduction: '三场小而美的活动。',
    item_ids: ids,
    price_fen: 6_000,
  }));
});

let people = 0;
/** A buyer with ¥500 of balance. Pictures of works that this test makes are no pictures. */
async function buyer(width: 390 | 1440): Promise<Reader> {
  people += 1;
  const { id, token } = await beside.person(`1370000510${people}`);
  await inTransaction(beside.ctx(), (tx) =>
    postTransfer(tx, {
      ...{ key: `gift:${id}`, reason: 'gift', reference: '', unit: 'fen' },
      entries: [
        { owner_id: null, purpose: 'gift_cost', amount: -50_000 },
        { owner_id: id, purpose: 'balance', amount: 50_000 },
      ],
    }),
  );
  return openReader(browser, site, { token, width, expected: /404 \(Not Found\)/ });
}

async function isWhole(page: Page, name: string): Promise<void> {
  await shot(page, name);
  expect(await overflowsSideways(page), name).toBe(false);
  expect(await axeFindings(page), name).toEqual([]);
}

it('T4 two works go into the cart by the keys and are paid at once from the balance', { timeout: 120_000 }, async () => {
  const reader = await buyer(390);
  const { page } = reader;
  for (const id of ids.slice(0, 2)) {
    await page.goto(`${url}/programme/detail?id=${id}`);
    await page
      .locator('.item-head')
      .getByRole('button', { name: /^¥\d+ 购买$/ })
      .press('Enter');
    const put = page.getByRole('button', { name: '放入购物车，与其他作品一起支付' });
    await saidAfter(page, () => put.press('Enter'), '已放入购物车，可在个人中心一起支付');
  }
  await page.goto(`${url}/personalCenter/cart`);
  const works = page.getByRole('region', { name: '可以购买的作品' });
  await works.getByText('¥50').waitFor();
  await isWhole(page, 'cart-390');
  await works.getByRole('button', { name: '一起支付' }).press('Enter');
  const paying = page.getByRole('dialog');
  // the phone that shows it pays by its apps
  for (const app of ['微信', '支付宝']) await paying.getByRole('link', { name: `用${app}支付` }).waitFor();
  await isWhole(page, 'cart-pay-390');
  await paying.getByRole('checkbox', { name: /使用余额/ }).press('Space');
  await paying.getByRole('button', { name: '确认支付' }).press('Enter');
  await paying.getByText('2 件作品已加入「我的订单与下载」').waitFor();
  await paying.getByRole('link', { name: '查看作品' }).click();
  for (const title of TITLES.slice(0, 2)) await page.getByRole('link', { name: title }).first().waitFor();
  await page.goto(`${url}/personalCenter/cart`);
  await page.getByText('购物车是空的').waitFor();
  await leave(reader);
});

it('T2 who has one of a series pays the others by their shares', { timeout: 120_000 }, async () => {
  const reader = await buyer(1440);
  const { page } = reader;
  await page.goto(`${url}/programme/detail?id=${ids[0]}`);
  await page.locator('.item-head').getByRole('button', { name: '¥20 购买' }).click();
  const single = page.getByRole('dialog', { name: '购买方案' });
  await single.getByRole('checkbox', { name: /使用余额/ }).click();
  await single.getByRole('button', { name: '确认支付' }).click();
  await single.getByText('支付成功', { exact: true }).waitFor();
  await page.goto(`${url}/series?id=${series}`);
  await page.getByText('单独购买合计 ¥100，省 ¥40').waitFor();
  await isWhole(page, 'series-sold-1440');
  await page.getByRole('button', { name: '购买套装' }).press('Enter');
  const paying = page.getByRole('dialog', { name: '补齐套装' });
  await paying.getByText(`不计入：“${TITLES[0]}”`).waitFor();
  // ¥60 by 20, 30 and 50: what is missing is 18 and 30
  for (const price of ['¥18', '¥30', '¥48']) await paying.getByText(price, { exact: true }).first().waitFor();
  await isWhole(page, 'series-pay-1440');
  await paying.getByRole('checkbox', { name: /使用余额/ }).click();
  await paying.getByRole('button', { name: '确认支付' }).click();
  await paying.getByText('2 件作品已加入「我的订单与下载」').waitFor();
  await leave(reader);
});
