import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { EMPTY_FORM } from '#contract/publish.ts';
import { EMPTY_SHOP_FORM } from '#contract/shop.ts';
import { createCtx } from '#server/app/ctx.ts';
import { kindTerms } from '#server/modules/catalog/index.ts';
import { storeOriginal, submitItem } from '#server/modules/publishing/index.ts';
import { saveShop } from '#server/modules/shops/index.ts';
import { joinedSite } from '../support/join-site.ts';
import { makePerson } from '../support/people.ts';
import { axeFindings, openReader, overflowsSideways, saidAfter, shot } from '../support/reader-browser.ts';

const joined = joinedSite();
let shop_id: number;
let case_id: number;
beforeAll(async () => {
  const { booted, ctx: asJob } = joined.beside;
  const owner = await makePerson({ app: booted.app, ctx: asJob }, { nickname: '云上老板' });
  const ctx = createCtx(booted.app, owner.actor, 'test');
  ({ id: shop_id } = await saveShop(ctx, {
    ...EMPTY_SHOP_FORM,
    name: '云上舞美工厂',
    category: 205,
    province: 63,
    city: 6301,
    introduction: '自有工厂。',
  }));
  const data = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#356' } })
    .jpeg()
    .toBuffer();
  const picture = await storeOriginal(ctx, { purpose: 'picture', name: '现场.jpg', data });
  const { categories } = await kindTerms(ctx, KINDS.supplier_case);
  const form = {
    ...EMPTY_FORM,
    ...{
      title: '高原音乐会帐篷搭建',
      introduction: '一夜搭成。',
      category_id: categories[0]?.id ?? null,
      pictures: [picture],
      price_type: 'free' as const,
    },
    fields: { custom_name: '青海文旅', start_time: '2026-05-01', end_time: '2026-05-01', price: '8000', max_price: '12000' },
  };
  ({ id: case_id } = await submitItem(ctx, { kind: KINDS.supplier_case, draft_key: 'e2e-shop-case', form }));
});

it('F-20, K-600, K-601, K-606 is found by area without JavaScript, opened, and leads to its case and back', async () => {
  const { browser, site } = joined;
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'zh-CN' });
  const page = await context.newPage();
  const area = page.getByRole('navigation', { name: '筛选' }).getByRole('link', { name: '青海', exact: true });
  // a page that was kept before the shop came does not offer its region
  await expect.poll(() => page.goto(`${site.url}/serviceProvider`).then(() => area.count()), { timeout: 30_000 }).toBe(1);
  await area.click();
  expect(page.url()).toBe(`${site.url}/serviceProvider?province=63`);
  await page.getByRole('link', { name: /云上舞美工厂/ }).click();
  expect(page.url()).toBe(`${site.url}/enterpriseCenter?id=${shop_id}`);
  expect(await page.getByText('该店铺尚未登记营业执照').count()).toBe(1);
  await page.getByRole('link', { name: /高原音乐会帐篷搭建/ }).click();
  expect(page.url()).toBe(`${site.url}/enterpriseCenter/case?id=${case_id}`);
  const facts = page.locator('.item-rest dl').first();
  expect(await facts.innerText()).toMatch(/青海文旅[\s\S]*8000/);
  expect(await page.getByRole('button', { name: /下载|购买/ }).count()).toBe(0);
  await page.goto(`${site.url}/programme/caseDetail?id=${case_id}`);
  expect(page.url()).toBe(`${site.url}/enterpriseCenter/case?id=${case_id}`);
  await page.goto(`${site.url}/enterpriseCenter?id=999999999`);
  expect(new URL(page.url()).pathname).toBe('/hmh');
  await context.close();
});

it('is followed and its case liked by a reader, and both stay after a reload', { timeout: 120_000 }, async () => {
  const { browser, site, beside } = joined;
  const { token } = await beside.person('13300000771');
  for (const width of [1440, 390] as const) {
    const reader = await openReader(browser, site, { token, width });
    const { page } = reader;
    await page.goto(`${site.url}/enterpriseCenter/case?id=${case_id}`);
    const like = page.locator('.item-head').getByRole('button', { name: /点赞/ });
    const follow = page.locator('.item-rest').getByRole('button', { name: /关注/ });
    await saidAfter(page, () => like.click(), '点赞成功');
    await saidAfter(page, () => follow.click(), '关注成功');
    await page.reload();
    await page
      .locator('.item-head')
      .getByRole('button', { name: /已点赞/ })
      .waitFor();
    await page.locator('.item-rest').getByRole('button', { name: '已关注' }).waitFor();
    await shot(page, `supplier-case-${width}`);
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflowsSideways(page)).toBe(false);
    await page.goto(`${site.url}/enterpriseCenter?id=${shop_id}`);
    await page.getByRole('button', { name: '已关注' }).waitFor();
    await shot(page, `shop-${width}`);
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflowsSideways(page)).toBe(false);
    await saidAfter(page, () => page.getByRole('button', { name: '已关注' }).click(), '取消关注成功');
    await page.goto(`${site.url}/enterpriseCenter/case?id=${case_id}`);
    await saidAfter(
      page,
      () =>
        page
          .locator('.item-head')
          .getByRole('button', { name: /已点赞/ })
          .click(),
      '取消点赞成功',
    );
    expect(reader.complaints).toEqual([]);
    await reader.context.close();
  }
});

it('is opened by a form that says what is missing, with a logo that is cut', { timeout: 120_000 }, async () => {
  const { browser, site, beside } = joined;
  const { token } = await beside.person('13300000772');
  const reader = await openReader(browser, site, { token, width: 1440 });
  const { page } = reader;
  await page.goto(`${site.url}/personalCenter/myEnterprise/myCatShop`);
  await page.getByRole('link', { name: '开通店铺' }).click();
  await page.getByRole('button', { name: '开通店铺' }).click();
  for (const text of ['请输入店铺名称', '请选择服务类别', '请选择所在地区']) await page.getByText(text).waitFor();
  await page.getByLabel('店铺名称').fill('浮光花艺');
  await page.getByLabel('服务类别').selectOption({ label: '花艺布置' });
  await page.getByLabel('所在地区').selectOption({ label: '云南省' });
  await page.getByLabel('所在城市').selectOption({ label: '昆明市' });
  expect(await axeFindings(page)).toEqual([]);
  await saidAfter(page, () => page.getByRole('button', { name: '开通店铺' }).click(), '店铺已开通，再加上 LOGO 和封面吧');
  const data = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#a36' } })
    .png()
    .toBuffer();
  await page.getByTestId('shop-logo').setInputFiles({ name: '标志.png', mimeType: 'image/png', buffer: data });
  await saidAfter(page, () => page.getByRole('button', { name: '使用这张图片' }).click(), 'LOGO 已更新');
  await shot(page, 'edit-shop-1440');
  await page.getByRole('link', { name: '查看店铺' }).click();
  await page.getByRole('heading', { level: 1, name: '浮光花艺' }).waitFor();
  expect(reader.complaints).toEqual([]);
  await reader.context.close();
});
