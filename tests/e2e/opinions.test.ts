import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { inTransaction } from '#server/app/ctx.ts';
import { grantAccess } from '#server/modules/access/index.ts';
import { grants } from '#server/modules/access/tables.ts';
import { saveOpinion } from '#server/modules/opinions/index.ts';
import { makeItem } from '../support/catalog.ts';
import { joinedSite } from '../support/join-site.ts';
import { axeFindings, leave, openReader, overflowsSideways, shot } from '../support/reader-browser.ts';

const joined = joinedSite();
let seller: { id: number; token: string };
let buyer: { id: number; token: string };
let item_id: number;
const as = ({ id }: { id: number }) => joined.beside.ctx({ kind: 'user', user_id: id, token_id: 0, roles: [], address: '127.0.0.1' });

/** Whoever has the work has had it for so many days. */
async function hadFor(days: number): Promise<void> {
  const { db, app } = joined.beside.ctx();
  const created_at = new Date(app.clock.now().getTime() - days * 86_400_000);
  await db.update(grants).set({ created_at }).where(eq(grants.item_id, item_id));
}

beforeAll(async () => {
  const { beside } = joined;
  seller = await beside.person();
  buyer = await beside.person();
  item_id = await makeItem(beside.ctx(), { publisher_id: seller.id, title: '要被评价的年会方案', price_fen: 9_900 });
  const others = [];
  for (let i = 0; i < 12; i++) others.push(await beside.person());
  for (const { id } of [buyer, ...others]) {
    await inTransaction(beside.ctx(), (tx) => grantAccess(tx, { user_id: id, item_id, source: 'voucher', source_id: null }));
  }
  await hadFor(3);
  for (const [at, who] of others.entries())
    await saveOpinion(as(who), { item_id, stars: at % 3 === 0 ? 4 : 5, text: `第 ${at + 1} 位买家这样说`, event: '公司年会', people: 300 });
});

it('T1 are read without a script, filtered, continued and written with one, at 390 px', async () => {
  const { browser, site } = joined;
  const bare = await browser.newContext({ javaScriptEnabled: false });
  const plain = await bare.newPage();
  await plain.goto(`${site.url}/programme/detail?id=${item_id}`);
  await plain.locator('#opinions').getByText('第 12 位买家这样说').waitFor();
  expect(await plain.locator('script[type="application/ld+json"]').allTextContents()).toEqual(
    expect.arrayContaining([expect.stringContaining('"AggregateRating"')]),
  );
  await bare.close();

  const reader = await openReader(browser, site, { token: buyer.token, width: 390 });
  const { page } = reader;
  await page.goto(`${site.url}/programme/detail?id=${item_id}`);
  const box = page.locator('#opinions');
  await box.getByRole('button', { name: '更多评价' }).click();
  await box.getByText('第 1 位买家这样说').waitFor();
  await box.getByRole('button', { name: '4 星 4' }).press('Enter');
  await box.getByText('第 12 位买家这样说').waitFor({ state: 'hidden' });
  expect(await box.getByRole('listitem').filter({ visible: true }).count()).toBe(4);
  expect(await axeFindings(page, '#opinions')).toEqual([]);
  expect(await overflowsSideways(page)).toBe(false);
  await shot(page, 'opinions-390');
  await box.getByRole('button', { name: '写评价' }).click();
  await page.getByRole('button', { name: '发布评价' }).click();
  await page.getByText('请选择 1 至 5 星').waitFor();
  // stars are chosen by the keys
  await page.getByRole('radio', { name: '5 星' }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('textbox', { name: '评价', exact: true }).fill('流程表直接照着走');
  await page.getByLabel('用在什么活动').fill('公司年会');
  await page.getByLabel('多少人').fill('260');
  expect(await axeFindings(page)).toEqual([]);
  await shot(page, 'opinion-form-390');
  await page.getByRole('button', { name: '发布评价' }).click();
  await box.getByText('流程表直接照着走').waitFor();
  await box.getByText('用于公司年会，260 人').waitFor();
  await leave(reader);
});

it('T1 are answered by the publisher, and given from the list of what one has', async () => {
  const { browser, site } = joined;
  const publisher = await openReader(browser, site, { token: seller.token });
  await publisher.page.goto(`${site.url}/personalCenter/myReviews`);
  await publisher.page.getByRole('button', { name: /^回复/ }).first().click();
  await publisher.page.getByRole('textbox', { name: '回复', exact: true }).fill('谢谢，祝顺利');
  await publisher.page.getByRole('button', { name: '发布回复' }).click();
  await publisher.page.getByText('我的回复：谢谢，祝顺利').waitFor();
  expect(await axeFindings(publisher.page, 'main')).toEqual([]);
  await shot(publisher.page, 'opinions-received-1280');
  await leave(publisher);

  const other = await joined.beside.person();
  await inTransaction(joined.beside.ctx(), (tx) => grantAccess(tx, { user_id: other.id, item_id, source: 'voucher', source_id: null }));
  await hadFor(3);
  const reader = await openReader(browser, site, { token: other.token });
  const { page } = reader;
  await page.goto(`${site.url}/personalCenter/myOrder`);
  await page.getByRole('button', { name: '评价《要被评价的年会方案》' }).click();
  await page.getByText('4 星', { exact: true }).click();
  await page.getByRole('button', { name: '发布评价' }).click();
  await page.getByRole('button', { name: '我对《要被评价的年会方案》的评价：4 星' }).waitFor();
  await leave(reader);
});
