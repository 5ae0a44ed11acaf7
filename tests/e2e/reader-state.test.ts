import type { Page, Route } from 'playwright';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { itemCalls } from '#contract/item-calls.ts';
import { KINDS, type KindFacts, VIP_ALL } from '#contract/kinds.ts';
import { paths } from '#contract/paths.ts';
import { pictureFile, pictureWidths } from '#contract/picture.ts';
import { EMPTY_SHOP_FORM } from '#contract/shop.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { grantAccess } from '#server/modules/access/index.ts';
import { createItem, savePages, setItemStatus } from '#server/modules/catalog/index.ts';
import { extendMembership } from '#server/modules/membership/index.ts';
import { saveShop } from '#server/modules/shops/index.ts';
import { joinedSite } from '../support/join-site.ts';
import { watchShift } from '../support/page-weight.ts';
import { makePerson } from '../support/people.ts';
import { openReader, type Reader, shot } from '../support/reader-browser.ts';

const { scheme, ppt, design, sample, course, resource } = KINDS;
const SOLD: readonly KindFacts[] = [scheme, ppt, design, sample, course];
const OWN: Partial<Record<string, Record<string, string>>> = {
  [sample.key]: { theme: '向光而行', album: '1' },
  [design.key]: { type: '1', color_mode: 'CMYK' },
  [resource.key]: { price: '800', price_max: '1200' },
};
const PICTURE = { width: 960, height: 540, key: 'te/st/reader-state' };
const LOCKED = { ...PICTURE, key: 'te/st/reader-state-locked' };

const joined = joinedSite();
const ids = new Map<string, { paid: number; free: number }>();
let people = 0;

beforeAll(async () => {
  const { booted, ctx } = joined.beside;
  const owner = await makePerson({ app: booted.app, ctx }, { nickname: '作品很多的人' });
  const form = { ...EMPTY_SHOP_FORM, name: '作品很多的店', category: 205, province: 62, city: 6201 };
  const shop = await saveShop(createCtx(booted.app, owner.actor, 'test'), form);
  for (const width of pictureWidths(PICTURE.width)) {
    const drawn = sharp({ create: { width, height: Math.round((width * 9) / 16), channels: 3, background: '#524' } }).webp();
    const { storage } = booted.app.providers;
    await storage.putPublic(pictureFile(PICTURE.key, width), await drawn.toBuffer());
    await storage.putPrivate(pictureFile(PICTURE.key, width), await drawn.toBuffer());
    await storage.putPrivate(pictureFile(LOCKED.key, width), await drawn.toBuffer());
  }
  const make = (kind: KindFacts, price_fen: number) =>
    inTransaction(ctx(), async (tx) => {
      const id = await createItem(tx, {
        ...{
          kind,
          publisher_id: owner.id,
          title: `${kind.noun}，${price_fen} 分`,
          introduction: '一句介绍。',
          format: kind.formats[0] ?? '',
        },
        ...{ free_pages: 1, price_fen, org_price_fen: price_fen, details: { fields: OWN[kind.key] ?? {} } },
        ...{ cover_key: PICTURE.key, cover_width: PICTURE.width, cover_height: PICTURE.height },
        ...(kind.shop ? { shop_id: shop.id } : {}),
      });
      const pages = [1, 2, 3].map((page_no) => ({ page_no, ...(page_no === 1 ? PICTURE : LOCKED) }));
      await savePages(
        tx,
        id,
        pages,
        pages.map(() => ''),
      );
      await setItemStatus(tx, id, ['draft'], 'published');
      return id;
    });
  for (const kind of [...SOLD, resource]) ids.set(kind.key, { paid: await make(kind, 6_800), free: await make(kind, 0) });
});

const idOf = (kind: KindFacts, what: 'paid' | 'free' = 'paid') => ids.get(kind.key)?.[what] ?? 0;
const address = (kind: KindFacts, what: 'paid' | 'free' = 'paid') => joined.site.url + paths.detail(kind, idOf(kind, what));

async function person(options: { width?: 1440 | 390; expected?: RegExp } = {}): Promise<Reader & { id: number }> {
  people += 1;
  const { id, token } = await joined.beside.person(`151${String(people).padStart(8, '0')}`);
  return { ...(await openReader(joined.browser, joined.site, { width: 1440, ...options, token })), id };
}

/** Holds the call for the reader's state back until it is released, or lets it fail that often. */
async function holdDetail(page: Page, kind: KindFacts, failures = 0) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let failed = 0;
  await page.route(
    (url) => url.pathname === `/gateway${itemCalls(kind).detail.path}`,
    async (route: Route) => {
      if (failed < failures) {
        failed += 1;
        return route.abort('connectionfailed');
      }
      await released;
      return route.continue();
    },
  );
  return release;
}

/** What of the places that follow the reader can be read now: what is hidden has no text. */
const claimed = (page: Page) =>
  page
    .locator('.item-main-action, .locked-card, .item-bar')
    .evaluateAll((all) => all.map((part) => (part as HTMLElement).innerText).join(' '));
const awake = (page: Page) => page.locator('.item-main-action astro-island:not([ssr])').first().waitFor({ state: 'attached' });
const answered = (page: Page) => page.locator('html[data-access]').waitFor({ state: 'attached' });
const VISITORS = /登录|¥|购买|会员|免费/;

describe.each(SOLD.map((kind) => [kind.key, kind] as const))('K minor: the page of a %s before its answer', (_key, kind) => {
  it.each([1440, 390] as const)(
    'claims nothing of a signed-in member at %i px, moves nothing and then says what is theirs',
    async (width) => {
      const reader = await person({ width });
      const { page, context } = reader;
      await inTransaction(joined.beside.ctx(), (tx) =>
        extendMembership(tx, { user_id: reader.id, vip_type: VIP_ALL, days: 30, max_download_pre_day: 0 }),
      );
      const shift = await watchShift(context);
      for (const what of ['paid', 'free'] as const) {
        await page.unrouteAll();
        const release = await holdDetail(page, kind);
        await page.goto(address(kind, what), { waitUntil: 'commit' });
        await page.locator('.item-main-action button, .item-main-action a').first().waitFor({ state: 'attached' });
        expect(await claimed(page)).not.toMatch(VISITORS);
        await awake(page);
        expect(await claimed(page)).not.toMatch(VISITORS);
        if (what === 'paid') await shot(page, `reader-waits-${kind.key}-${width}`);
        release();
        await answered(page);
        const said = await claimed(page);
        expect(said).not.toMatch(/登录/);
        expect(said).toMatch(what === 'free' ? /免费|会员/ : kind === sample ? /会员已解锁/ : /51元购买/);
        expect([kind.key, what, await shift(page)]).toEqual([kind.key, what, expect.closeTo(0, 1)]);
        if (what === 'paid') await shot(page, `reader-answered-${kind.key}-${width}`);
      }
      expect(reader.complaints).toEqual([]);
      await context.close();
    },
  );

  it('says to a buyer that it is theirs, and never the price', async () => {
    const reader = await person();
    const { page } = reader;
    const grant = { user_id: reader.id, item_id: idOf(kind), source: 'purchase', source_id: null } as const;
    await inTransaction(joined.beside.ctx(), (tx) => grantAccess(tx, grant));
    const release = await holdDetail(page, kind);
    await page.goto(address(kind));
    await awake(page);
    expect(await claimed(page)).not.toMatch(VISITORS);
    release();
    await answered(page);
    expect(await claimed(page)).toMatch(/已购买/);
    expect(await claimed(page)).not.toMatch(/¥|登录/);
    await reader.context.close();
  });

  it('shows the offer of everybody with a way to try again when the call fails', async () => {
    const reader = await person({ expected: /ERR_CONNECTION_FAILED|Failed to load resource/ });
    const { page } = reader;
    const release = await holdDetail(page, kind, 1);
    release();
    await page.goto(address(kind));
    await page.locator('html[data-access=unknown]').waitFor({ state: 'attached' });
    const retry = page.locator('.item-main-action').getByRole('button', { name: '重试' });
    await retry.waitFor();
    expect(await claimed(page)).toMatch(/¥\s*68/);
    await shot(page, `reader-failed-${kind.key}`);
    await retry.click();
    await page.locator('html[data-access=locked]').waitFor({ state: 'attached' });
    expect(await retry.count()).toBe(0);
    await reader.context.close();
  });
});

it('K minor: a resource asks no signed-in reader to sign in for its price, and says when it could not be read', async () => {
  const reader = await person({ expected: /ERR_CONNECTION_FAILED|Failed to load resource/ });
  const { page } = reader;
  let release = await holdDetail(page, resource);
  await page.goto(address(resource), { waitUntil: 'commit' });
  await page.locator('.item-main-action button').first().waitFor({ state: 'attached' });
  expect(await claimed(page)).not.toMatch(/登录/);
  await awake(page);
  expect(await claimed(page)).not.toMatch(/登录/);
  release();
  await answered(page);
  expect(await claimed(page)).toMatch(/¥800 至 ¥1200/);
  await page.unrouteAll();
  release = await holdDetail(page, resource, 9);
  await page.reload();
  await page.locator('.item-main-action').getByText('价格没有读到，请刷新页面').waitFor();
  release();
  await reader.context.close();
});

it('K minor: without the code of the page the offer shows after all', async () => {
  const reader = await person({ expected: /Failed to load|ERR_FAILED|Failed to fetch/ });
  const { page } = reader;
  await page.route(/\/_a\/.*\.js$/, (route) => route.abort());
  await page.goto(address(scheme), { waitUntil: 'domcontentloaded' });
  expect(await claimed(page)).not.toMatch(VISITORS);
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  expect(await claimed(page)).toMatch(/¥\s*68/);
  await reader.context.close();
});

it('a page names what else its publisher has, with the way to all of it', async () => {
  const { page, context, complaints } = await openReader(joined.browser, joined.site, { width: 1440 });
  for (const kind of [...SOLD, resource]) {
    await page.goto(address(kind));
    const rail = page.getByRole('region', { name: /^作品很多的人的其他/ });
    const hrefs = await rail.locator('li a[href*="id="]').evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
    expect([kind.key, hrefs.length > 0, hrefs.includes(page.url())]).toEqual([kind.key, true, false]);
    expect(await rail.getByRole('link', { name: /^查看全部/ }).getAttribute('href')).toContain('/personalLecturer?uid=');
    await rail.scrollIntoViewIfNeeded();
    await shot(page, `others-${kind.key}-1440`);
  }
  expect(complaints).toEqual([]);
  await context.close();
});
