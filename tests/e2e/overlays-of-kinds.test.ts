import type { Page } from 'playwright';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { KINDS, type KindFacts } from '#contract/kinds.ts';
import { paths } from '#contract/paths.ts';
import { pictureFile, pictureWidths } from '#contract/picture.ts';
import { EMPTY_SHOP_FORM } from '#contract/shop.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { createItem, savePages, setItemStatus } from '#server/modules/catalog/index.ts';
import { saveShop } from '#server/modules/shops/index.ts';
import { joinedSite } from '../support/join-site.ts';
import { loadedAfter } from '../support/page-state.ts';
import { makePerson } from '../support/people.ts';
import { axeFindings, openReader, overflowsSideways, shot } from '../support/reader-browser.ts';

const { scheme, ppt, sample, design, resource, resource_case, supplier_case } = KINDS;
const WALKED: readonly KindFacts[] = [ppt, sample, design, resource, resource_case, supplier_case];
const OWN: Partial<Record<string, Record<string, string>>> = {
  [sample.key]: { theme: '向光而行', start_time: '2026-03-01', end_time: '2026-03-02', album: '1' },
  [design.key]: { type: '1', color_mode: 'CMYK' },
  [resource.key]: { price: '800', price_max: '1200' },
  [supplier_case.key]: { custom_name: '山海汽车', start_time: '2026-05-01', price: '8000' },
};
/** Of this file alone: what is taken down takes its pictures along. */
const PICTURE = { width: 960, height: 540, key: 'te/st/kinds-of-overlays' };

const joined = joinedSite();
let owner_id: number;
let owner_token: string;
let shop_id: number;
const ids = new Map<string, { public_id: number; hidden: number[] }>();

beforeAll(async () => {
  const { booted, ctx } = joined.beside;
  const owner = await makePerson({ app: booted.app, ctx }, { nickname: '样样都做' });
  owner_id = owner.id;
  owner_token = owner.token;
  const as = createCtx(booted.app, owner.actor, 'test');
  const shop = await saveShop(as, { ...EMPTY_SHOP_FORM, name: '样样都做', category: 205, province: 62, city: 6201 });
  shop_id = shop.id;
  for (const width of pictureWidths(PICTURE.width)) {
    const drawn = sharp({ create: { width, height: Math.round((width * 9) / 16), channels: 3, background: '#245' } }).webp();
    await booted.app.providers.storage.putPublic(pictureFile(PICTURE.key, width), await drawn.toBuffer());
  }
  const make = (kind: KindFacts, status: 'published' | 'reviewing' | 'taken_down') =>
    inTransaction(ctx(), async (tx) => {
      const id = await createItem(tx, {
        ...{ kind, publisher_id: owner.id, title: `${kind.noun}的浮层`, introduction: '一句介绍。', format: kind.formats[0] ?? '' },
        ...{ free_pages: 2 },
        ...(status === 'published' ? { cover_key: PICTURE.key, cover_width: PICTURE.width, cover_height: PICTURE.height } : {}),
        ...(kind.shop ? { shop_id: shop.id } : {}),
        details: { fields: OWN[kind.key] ?? {} },
      });
      const pages = status === 'published' ? [1, 2].map((page_no) => ({ page_no, ...PICTURE })) : [];
      await savePages(
        tx,
        id,
        pages,
        pages.map(() => ''),
      );
      await setItemStatus(tx, id, ['draft'], status);
      return id;
    });
  for (const kind of WALKED) {
    const hidden = [await make(kind, 'reviewing'), await make(kind, 'taken_down')];
    ids.set(kind.key, { public_id: await make(kind, 'published'), hidden });
  }
});

const list = () => `${joined.site.url}/personalLecturer?uid=${owner_id}`;
const address = (kind: KindFacts) => joined.site.url + paths.detail(kind, ids.get(kind.key)?.public_id ?? 0);
const card = (page: Page, kind: KindFacts) =>
  page.locator(`body > main a[href="${new URL(address(kind)).pathname}${new URL(address(kind)).search}"]`).first();
const heading = (page: Page) => page.locator('.overlay[role=dialog]:not([aria-busy])').getByRole('heading', { level: 1 });
const closed = (page: Page) => page.locator('.overlay').waitFor({ state: 'detached' });
const metas = (page: Page) => page.locator('meta[name=description], meta[name=keywords]').count();

it.each(WALKED.map((kind) => [kind.key, kind] as const))('K-506, K-800 %s opens over a list and gives it back', async (_key, kind) => {
  const reader = await openReader(joined.browser, joined.site, { width: 1440 });
  const { page } = reader;
  await page.goto(list());
  const [title, described] = [await page.title(), await metas(page)];
  expect(described).toBeGreaterThan(0);
  await card(page, kind).click();
  await heading(page).waitFor();
  expect([page.url(), await metas(page)]).toEqual([address(kind), 0]);
  expect(await page.title()).toContain(`${kind.noun}的浮层`);
  expect(await page.locator('body > main').evaluate((main) => (main as HTMLElement).inert)).toBe(true);
  expect([await overflowsSideways(page), await axeFindings(page)]).toEqual([false, []]);
  await shot(page, `overlay-${kind.key}-1440`);
  for (const act of [() => page.locator('.overlay-close').click(), () => page.keyboard.press('Escape'), () => page.goBack()]) {
    await act();
    await closed(page);
    expect([page.url(), await page.title(), await metas(page)]).toEqual([list(), title, described]);
    await page.goForward();
    await heading(page).waitFor();
  }
  // a reload and a direct visit give the page
  await loadedAfter(page, () => page.reload());
  expect([await page.locator('.overlay').count(), page.url()]).toEqual([0, address(kind)]);
  await page.goto(address(kind));
  expect([await page.locator('.overlay').count(), await metas(page)]).toEqual([0, described]);
  expect(reader.complaints).toEqual([]);
  await reader.context.close();
});

it.each([390] as const)('every kind is whole at %i px, as an overlay and as a page', async (width) => {
  const reader = await openReader(joined.browser, joined.site, { width });
  const { page } = reader;
  await page.goto(list());
  for (const kind of WALKED) {
    await card(page, kind).click();
    await heading(page).waitFor();
    expect([kind.key, await overflowsSideways(page)]).toEqual([kind.key, false]);
    await shot(page, `overlay-${kind.key}-${width}`);
    await page.goBack();
    await closed(page);
  }
  for (const kind of WALKED) {
    await page.goto(address(kind));
    expect([kind.key, await overflowsSideways(page)]).toEqual([kind.key, false]);
  }
  expect(reader.complaints).toEqual([]);
  await reader.context.close();
});

it('a visitor reads every kind, its lists and its shop without React and without a fault of axe', async () => {
  const reader = await openReader(joined.browser, joined.site, { width: 390 });
  const { page } = reader;
  const loaded: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && loaded.push(new URL(request.url()).pathname));
  const lists = ['/resourceCase', '/enterpriseCenter/cases', '/resources', '/resources/topics', '/serviceProvider', '/search?keyword=浮层'];
  const pages = [...WALKED.map(address), ...[...lists, `/enterpriseCenter?id=${shop_id}`].map((path) => joined.site.url + path)];
  for (const url of pages) {
    expect([url, (await page.goto(url, { waitUntil: 'networkidle' }))?.status()]).toEqual([url, 200]);
    expect([url, await overflowsSideways(page), await axeFindings(page)]).toEqual([url, false, []]);
  }
  expect(loaded.filter((path) => /client|react|jsx|island/i.test(path))).toEqual([]);
  expect(reader.complaints).toEqual([]);
  await reader.context.close();
});

it('what its owner fills in and collects has no fault of axe and fits a phone', async () => {
  const reader = await openReader(joined.browser, joined.site, { width: 390, token: owner_token });
  const { page } = reader;
  const own = [`/resourceCase/edit?id=${ids.get(resource_case.key)?.public_id}`, '/resourceCase/add', '/bigcase/add', '/resources/add'];
  for (const path of [...own, '/personalCenter/myEnterprise/myCase/addCase', '/personalCenter/myCollect', '/personalCenter/myConcerns']) {
    await page.goto(joined.site.url + path);
    await page.locator('main h1, main h2').first().waitFor();
    await page.locator('main astro-island:not([ssr])').first().waitFor({ state: 'attached' });
    expect([path, await overflowsSideways(page), await axeFindings(page)]).toEqual([path, false, []]);
  }
  expect(reader.complaints).toEqual([]);
  await reader.context.close();
});

/** Every route of the specification for kinds of content that needs no id, and where it leads. */
const ROUTES: ReadonlyArray<[path: string, answer: RegExp]> = [
  ...['/ppt', '/ppt/add', '/ppt/edit', '/bigcase', '/bigcase/add', '/design', '/design/add', '/resources', '/serviceProvider'].map(
    (path): [string, RegExp] => [path, /^200$/],
  ),
  ...['/personalCenter/myEnterprise/myCatShop', '/personalCenter/myEnterprise/myCatShop/edit', '/personalCenter/myEnterprise/myCase'].map(
    (path): [string, RegExp] => [path, /^200$/],
  ),
  ['/personalCenter/myEnterprise/myCase/addCase', /^200$/],
  ['/bigcase/album', /^\/hmh\?type=1$/],
  ['/resources/resourceSpecial', /^\/hmh\?type=2$/],
  ['/programme/caseDetail', /^\/hmh|\/programme\/detail/],
  ['/personalLecturer', /^\/hmh$/],
];

const get = async (path: string) => {
  const answer = await fetch(joined.site.url + path, { redirect: 'manual', headers: { accept: 'text/html' } });
  return { status: answer.status, location: answer.headers.get('location'), html: await answer.text() };
};

it('K-503, K4 every kind shows the related works that there are as cards, and no link of theirs leads to nothing', async () => {
  const { ctx } = joined.beside;
  // of its own: pages that are cached know the resources of before
  const plan = await inTransaction(ctx(), async (tx) => {
    const made = await createItem(tx, {
      kind: scheme,
      publisher_id: owner_id,
      title: '旁边有资源的方案',
      introduction: '',
      format: 'pdf',
      free_pages: 0,
    });
    await setItemStatus(tx, made, ['draft'], 'published');
    return made;
  });
  const asked = [paths.detail(scheme, plan), ...WALKED.map((kind) => paths.detail(kind, ids.get(kind.key)?.public_id ?? 0))];
  const rails = new Map<string, string[]>();
  for (const path of asked) {
    const { html } = await get(path);
    const sections = html
      .split(/<section(?=[ >])/)
      .filter((part) => /^[^>]*(?:class="beside|aria-labelledby="(?:cases|plans|related)-title")/.test(part));
    const hrefs = sections.flatMap((part) =>
      [...part.split('</section>')[0]!.matchAll(/href="(\/[^"]+)"/g)].map(([, href]) => (href ?? '').replaceAll('&amp;', '&')),
    );
    rails.set(path, [...new Set(hrefs)]);
  }
  const cards = await fetch(`${joined.site.url}/gateway/api/relate/getList?type=2&dataid=${plan}`).then((answer) => answer.json());
  const resources = (cards as { data: { list: Array<{ id: number }> } }).data.list.map(({ id }) => paths.detail(resource, id));
  expect(resources.length).toBeGreaterThan(0);
  expect(rails.get(asked[0] ?? '')).toEqual(expect.arrayContaining(resources));
  for (const [path, hrefs] of rails) {
    for (const href of hrefs) expect([path, href, (await get(href)).status]).toEqual([path, href, 200]);
  }
});

it('H7 every kind says of a work that left that it is gone, with what is near', async () => {
  const { ctx } = joined.beside;
  for (const kind of [scheme, ...WALKED] as readonly KindFacts[]) {
    const id = await inTransaction(ctx(), async (tx) => {
      const made = await createItem(tx, {
        ...{ kind, publisher_id: owner_id, title: '不再展示的名字', introduction: '', format: kind.formats[0] ?? '', free_pages: 0 },
        ...(kind.shop ? { shop_id } : {}),
        details: { fields: OWN[kind.key] ?? {} },
      });
      await setItemStatus(tx, made, ['draft'], 'published');
      await setItemStatus(tx, made, ['published'], 'taken_down');
      return made;
    });
    const { status, html } = await get(paths.detail(kind, id));
    expect([kind.key, status]).toEqual([kind.key, 410]);
    expect(html).toContain(`这${kind.measure}${kind.noun}已下架`);
    expect(html).toMatch(/<meta name="robots" content="[^"]*noindex/);
    expect(html).not.toContain('不再展示的名字');
    expect(html).toContain(`${kind.paths.detail}?id=`);
    // staff look again: it may come back
    await inTransaction(ctx(), (tx) => setItemStatus(tx, id, ['taken_down'], 'reviewing'));
    await expect.poll(async () => (await get(paths.detail(kind, id))).status, { timeout: 10_000 }).toBe(404);
  }
});

it('leads to where the kind says for what is unknown, held, taken down, foreign or no number', async () => {
  const leads = async (path: string) => {
    const answer = await fetch(joined.site.url + path, { redirect: 'manual', headers: { accept: 'text/html' } });
    await answer.body?.cancel();
    return answer.headers.get('location') ?? String(answer.status);
  };
  for (const kind of WALKED) {
    const foreign = ids.get(kind === ppt ? design.key : ppt.key)?.public_id ?? 0;
    const wanted: Array<number | string> = [...(ids.get(kind.key)?.hidden ?? []), foreign, 99_999_999, 0, 'abc'];
    const found = await Promise.all(wanted.map((id) => leads(`${kind.paths.detail}?id=${id}`)));
    expect(await leads(`${kind.paths.detail}?id=`)).toBe(kind.paths.detail);
    expect([kind.key, new Set([...found, await leads(kind.paths.detail)])]).toEqual([kind.key, new Set([kind.paths.missing])]);
  }
  for (const id of ['99999999', '0', 'abc']) expect(await leads(`/enterpriseCenter?id=${id}`)).toBe('/hmh?type=2');
  const resource_id = ids.get(resource.key)?.public_id;
  expect(await leads(`/resources/resourceDetails?id=${resource_id}`)).toBe(`/resources/details?id=${resource_id}`);
  expect(await leads(`/bigcase/detail?id=${ids.get(sample.key)?.public_id}`)).toBe(`/bigcase/details?id=${ids.get(sample.key)?.public_id}`);
  for (const kind of WALKED)
    expect([kind.key, await leads(new URL(address(kind)).pathname + new URL(address(kind)).search)]).toEqual([kind.key, '200']);
  for (const [path, answer] of ROUTES) expect([path, await leads(path)]).toEqual([path, expect.stringMatching(answer)]);
});
