import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { EMPTY_FORM } from '#contract/publish.ts';
import { EMPTY_SHOP_FORM } from '#contract/shop.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { createCollection, ensureTerm, kindTerms } from '#server/modules/catalog/index.ts';
import { storeOriginal, submitItem } from '#server/modules/publishing/index.ts';
import { saveShop } from '#server/modules/shops/index.ts';
import { tellSubscribers } from '#server/modules/subscriptions/index.ts';
import { joinedSite } from '../support/join-site.ts';
import { makePerson, type Person } from '../support/people.ts';
import { axeFindings, openReader, overflowsSideways, saidAfter, shot } from '../support/reader-browser.ts';

const KIND = KINDS.resource;
/** Stands on no page for another reason. */
const PRICE = '83653';

const joined = joinedSite();
let owner: Person;
let shop_id: number;
let id: number;
let topic_id: number;
let drafts = 0;

async function publish(title: string): Promise<number> {
  const { booted } = joined.beside;
  const ctx = createCtx(booted.app, owner.actor, 'test');
  const data = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#365' } })
    .jpeg()
    .toBuffer();
  const picture = await storeOriginal(ctx, { purpose: 'picture', name: '现场.jpg', data });
  const category_id = (await kindTerms(ctx, KIND)).categories[0]?.id ?? null;
  const fields = { price: PRICE, price_max: '', supplement: [{ key: '最多可容纳人数', value: '八百人' }] };
  const form = { ...EMPTY_FORM, title, introduction: '湖边草坪。', category_id, pictures: [picture], price_type: 'free' as const, fields };
  return (await submitItem(ctx, { kind: KIND, draft_key: `e2e-resource-${++drafts}`, form })).id;
}

beforeAll(async () => {
  const { booted, ctx: asJob } = joined.beside;
  owner = await makePerson({ app: booted.app, ctx: asJob }, { nickname: '湖边老板' });
  const shop = { ...EMPTY_SHOP_FORM, name: '湖边场地', category: 104, province: 62, city: 6201, introduction: '草坪。' };
  ({ id: shop_id } = await saveShop(createCtx(booted.app, owner.actor, 'test'), shop));
  await inTransaction(asJob(), (tx) => ensureTerm(tx, KIND, { facet: 'category', parent_id: null, name: '活动场地' }));
  id = await publish('湖边八百人草坪');
  topic_id = await inTransaction(asJob(), (tx) => createCollection(tx, { kind: KIND, title: '湖边婚礼', item_ids: [id] }));
});

it('K-408 tells the price on no page of everybody’s, whatever asks for it', async () => {
  const { site } = joined;
  const detail = `${KIND.paths.detail}?id=${id}`;
  const shown = [detail, KIND.paths.list, `/search?keyword=${encodeURIComponent('湖边')}&type=resource`];
  const pages = [
    ...shown,
    `/enterpriseCenter?id=${shop_id}`,
    `/personalLecturer?uid=${owner.id}`,
    `/resources/resourceSpecial?id=${topic_id}`,
  ];
  // searches asked before it is in the index are kept a minute
  await joined.beside.delivered();
  for (const path of pages) {
    const answer = await fetch(site.url + path);
    const html = await answer.text();
    expect([path, answer.status, html.includes('八百人草坪')]).toEqual([path, 200, true]);
    expect(html, path).not.toMatch(/83653|8\.37万/);
  }
  for (const path of ['/', '/sitemap.xml', `/sitemap-items.xml?kind=${KIND.key}`, '/sitemap-topics.xml'])
    expect(await (await fetch(site.url + path)).text(), path).not.toMatch(/83653|8\.37万/);
  for (const wrong of [KIND.paths.detail, `${KIND.paths.detail}?id=999999999`, '/resources/resourceDetails?id=x']) {
    const answer = await fetch(site.url + wrong, { redirect: 'manual' });
    expect([wrong, answer.headers.get('location')]).toEqual([wrong, '/hmh?type=2']);
  }
  const older = await fetch(`${site.url}/resources/resourceDetails?id=${id}`, { redirect: 'manual' });
  expect(older.headers.get('location')).toBe(detail);
});

it('K-401, K-403 is read by a visitor and by a reader, who sees the price; both reach the shop', { timeout: 120_000 }, async () => {
  const { browser, site, beside } = joined;
  const { token } = await beside.person('13300000781');
  for (const width of [1440, 390] as const) {
    const visitor = await openReader(browser, site, { width });
    await visitor.page.goto(`${site.url}${KIND.paths.detail}?id=${id}`);
    const head = visitor.page.locator('.item-head');
    await head.getByRole('link', { name: '登录查看价格' }).waitFor();
    expect(await visitor.page.locator('dt', { hasText: '最多可容纳' }).first().innerText()).toBe('最多可容纳…');
    expect(await visitor.page.getByRole('heading', { name: '采购须知' }).count()).toBe(1);
    expect(await visitor.page.getByText('该店铺尚未登记营业执照').count()).toBe(1);
    expect(await axeFindings(visitor.page)).toEqual([]);
    await shot(visitor.page, `resource-visitor-${width}`);
    await visitor.page.context().close();
    const { page } = await openReader(browser, site, { token, width });
    await page.goto(`${site.url}${KIND.paths.detail}?id=${id}`);
    await page.locator('.item-head').getByText('¥8.37万').waitFor();
    expect(await overflowsSideways(page)).toBe(false);
    expect(await axeFindings(page)).toEqual([]);
    await page.locator('.item-head').getByRole('link', { name: '进入供应商主页' }).click();
    await page.waitForURL(`${site.url}/enterpriseCenter?id=${shop_id}`);
    await page.context().close();
  }
});

it('P-040 a reader subscribes on the list, is told of what is new, reads it and takes the subscription back', {
  timeout: 120_000,
}, async () => {
  const { browser, site, beside } = joined;
  const { token, id: reader_id } = await beside.person('13300000782');
  const { page } = await openReader(browser, site, { token });
  await page.goto(`${site.url}${KIND.paths.list}`);
  const button = page.locator('[data-subscribe]');
  await saidAfter(page, () => button.click(), '订阅成功，有新作品会通知您');
  expect(await button.innerText()).toContain('已订阅');
  const title = `湖边新码头 ${reader_id}`;
  await tellSubscribers(beside.ctx(), await publish(title));
  await page.goto(`${site.url}/personalCenter/myMessage`);
  const message = page.getByRole('link', { name: new RegExp(`订阅上新：${title}`) });
  await message.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await shot(page, 'messages');
  await message.click();
  await page.waitForURL(/\/resources\/details\?id=/);
  await page.goto(`${site.url}/personalCenter/myMessage?tab=unread`);
  await page.getByText('没有未读消息').waitFor();
  await page.goto(`${site.url}/personalCenter/mySubscribe`);
  await page.getByText(title).click();
  await page.locator('.overlay').getByRole('heading', { level: 1, name: title }).waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL(`${site.url}/personalCenter/mySubscribe`);
  await page.getByRole('tab', { name: '订阅管理' }).click();
  await page.getByRole('button', { name: '取消订阅资源' }).click();
  await page.getByText('还没有订阅').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.context().close();
});
