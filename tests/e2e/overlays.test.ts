import type { Page } from 'playwright';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { OPENED_HEADER } from '#contract/views.ts';
import { findItems } from '#server/modules/search/index.ts';
import { joinedSite } from '../support/join-site.ts';
import { hasFocus, loadedAfter } from '../support/page-state.ts';
import { makePerson } from '../support/people.ts';
import { type Publishing, publishDesign, storePhotographs } from '../support/picture-works.ts';
import { axeFindings, leave, openReader, overflowsSideways, readQr, shot } from '../support/reader-browser.ts';
import type { SiteWorld } from '../support/site-world.ts';

const DESIGN = '海上生明月邀请函';

const joined = joinedSite(4);
let world: SiteWorld;
let design: number;
beforeAll(async () => {
  const { beside } = joined;
  ({ world } = joined);
  const t: Publishing = {
    app: beside.booted.app,
    ctx: beside.ctx,
    call: (method, path, { token, body }) => beside.call(method, path, token, body),
  };
  const designer = await makePerson(t, { nickname: '拾光' });
  design = (await publishDesign(t, designer, { title: DESIGN, pictures: await storePhotographs(t, designer, ['navy', 'orange']) })).id;
  // before anybody asks: a page of results is kept for a minute
  await vi.waitFor(async () => expect((await findItems(beside.ctx(), KINDS.design, { keyword: DESIGN })).total).toBeGreaterThan(0), {
    timeout: 30_000,
  });
});

const open = (options: Parameters<typeof openReader>[2] = {}) => openReader(joined.browser, joined.site, { motion: true, ...options });
/** A list with the works of this file alone. */
const list = () => `${joined.site.url}/personalLecturer?uid=${world.publisher_id}`;
const detail = (id: number) => `${joined.site.url}/programme/detail?id=${id}`;
const card = (page: Page, id: number) => page.locator(`body > main a[href="/programme/detail?id=${id}"]`);
const overlay = (page: Page) => page.locator('.overlay[role=dialog]:not([aria-busy])');
const closed = (page: Page) => page.locator('.overlay').waitFor({ state: 'detached' });
const close = (page: Page) => page.locator('.overlay-close');
const heading = (page: Page) => overlay(page).getByRole('heading', { level: 1 });
const scrollTop = (page: Page) => page.evaluate(() => scrollY);
const metas = (page: Page) => page.locator('meta[name=description]').count();

describe('a scheme over its list', () => {
  it('K-801 opens with its address, and gives the list back as it was: button, Escape, Back and Forward', async () => {
    const reader = await open({ width: 1440 });
    const { page } = reader;
    await page.setViewportSize({ width: 1440, height: 500 });
    await page.goto(list());
    const title = await page.title();
    expect(await metas(page)).toBe(1);
    await card(page, world.free).scrollIntoViewIfNeeded();
    const at = await scrollTop(page);
    const asked = page.waitForRequest((request) => request.method() === 'HEAD' && request.url() === detail(world.free));
    await card(page, world.free).click();
    await heading(page).waitFor();
    const opened = await (await asked).allHeaders();
    // figures by source: the view comes from the list, though the address is the work's already
    expect([opened[OPENED_HEADER], opened['referer']]).toEqual(['1', list()]);
    expect(page.url()).toBe(detail(world.free));
    expect(await page.title()).toContain((await heading(page).innerText()).trim());
    expect(await metas(page)).toBe(0);
    // the list neither scrolls nor has the keyboard
    await page.mouse.wheel(0, 900);
    await expect.poll(() => page.locator('.overlay-body').evaluate((body) => body.scrollTop)).toBeGreaterThan(300);
    expect(await scrollTop(page)).toBe(at);
    expect(await page.locator('body > main').evaluate((main) => (main as HTMLElement).inert)).toBe(true);
    await page.locator('.overlay-body.is-scrolled').waitFor();

    for (const act of [() => close(page).click(), () => page.keyboard.press('Escape'), () => page.goBack()]) {
      await act();
      await closed(page);
      expect(page.url()).toBe(list());
      expect([await page.title(), await metas(page), await scrollTop(page)]).toEqual([title, 1, at]);
      expect(await hasFocus(card(page, world.free))).toBe(true);
      await page.goForward();
      await heading(page).waitFor();
      expect(page.url()).toBe(detail(world.free));
    }
    // the work is its address: a reload gives its page, from which Back leads to the list
    await loadedAfter(page, () => page.reload());
    expect(await page.locator('.overlay').count()).toBe(0);
    await page.locator('body > main h1').waitFor();
    await page.goBack();
    await card(page, world.free).waitFor();
    expect(page.url()).toBe(list());
    await leave(reader);
  });

  it('counts as one view and one footprint however often it is passed', async () => {
    const { token } = await joined.beside.person();
    const reader = await open({ token });
    const { page } = reader;
    const views: string[] = [];
    const details: string[] = [];
    page.on('request', (request) => {
      if (OPENED_HEADER in request.headers()) views.push(request.url());
      if (request.url().includes('/scheme/index/detail?')) details.push(request.url());
    });
    await page.goto(list());
    await card(page, world.free).hover();
    await card(page, world.free).click();
    await heading(page).waitFor();
    await overlay(page).locator('.item-main-action astro-island:not([ssr])').waitFor({ state: 'attached' });
    await expect.poll(() => details.length).toBe(1);
    await page.goBack();
    await closed(page);
    await page.goForward();
    await heading(page).waitFor();
    await page.goBack();
    await closed(page);
    expect(views).toEqual([detail(world.free)]);
    await page.goto(`${joined.site.url}/history`);
    await expect.poll(() => page.locator(`main a[href="/programme/detail?id=${world.free}"]`).count()).toBe(1);
    await leave(reader);
  });

  it('opens others from itself; Back walks through them, the button closes all', async () => {
    const reader = await open({ width: 1440 });
    const { page } = reader;
    await page.goto(list());
    await card(page, world.free).click();
    await heading(page).waitFor();
    const first = page.url();
    const next = overlay(page).locator('.item-more a[data-overlay]').first();
    const second = new URL((await next.getAttribute('href')) ?? '', first).href;
    await next.click();
    await expect.poll(() => page.url()).toBe(second);
    await page.locator(`.overlay:not([aria-busy]) #page-state`).waitFor({ state: 'attached' });
    await expect.poll(() => page.locator('#page-state').textContent()).toContain(`"id":${new URL(second).searchParams.get('id')},`);
    expect(await page.locator('.overlay').count()).toBe(1);
    await page.goBack();
    await expect.poll(() => page.locator('#page-state').textContent()).toContain(`"id":${world.free},`);
    expect(page.url()).toBe(first);
    await page.goForward();
    await expect.poll(() => page.locator('#page-state').textContent()).toContain(`"id":${new URL(second).searchParams.get('id')},`);
    await close(page).click();
    await closed(page);
    expect(page.url()).toBe(list());
    await leave(reader);
  });

  it('asks for the login inside, shows what the reader has, and is bought there', async () => {
    const visitor = await open({ width: 390 });
    await visitor.page.goto(list());
    await card(visitor.page, world.paid).click();
    await heading(visitor.page).waitFor();
    await visitor.page.locator('.item-head').getByRole('button', { name: /购买$/ }).click();
    const login = visitor.page.locator('dialog[open] input[name=account]');
    await login.waitFor();
    await visitor.page.keyboard.press('Escape');
    await login.waitFor({ state: 'detached' });
    // one Escape, one layer
    expect(await overlay(visitor.page).count()).toBe(1);
    await leave(visitor);

    const { token } = await joined.beside.person();
    const reader = await open({ token, width: 1440 });
    const { page } = reader;
    await page.goto(list());
    await card(page, world.paid).click();
    await heading(page).waitFor();
    const head = page.locator('.item-head');
    await head.getByRole('button', { name: /^收藏/ }).click();
    await head.getByRole('button', { name: /^已收藏/ }).waitFor();
    await head.getByRole('button', { name: /购买$/ }).click();
    const code = await readQr(page.getByRole('img', { name: '支付二维码' }));
    const phone = await reader.context.newPage();
    await phone.goto(code);
    await phone.getByRole('button', { name: '支付成功' }).click();
    await page.getByText('支付成功', { exact: true }).waitFor();
    await page.locator('html[data-access=open]').waitFor({ state: 'attached' });
    await page.goBack();
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
    await page.keyboard.press('Escape');
    await closed(page);
    expect(await page.locator('html').getAttribute('data-access')).toBeNull();
    // another work is another's: neither its right nor its mark
    await card(page, world.vip).click();
    await heading(page).waitFor();
    await page.locator('html[data-access=locked]').waitFor({ state: 'attached' });
    await head.getByRole('button', { name: /^收藏/ }).waitFor();
    await leave(reader);
  });

  it('has the viewer, which Back closes first', async () => {
    const { token } = await joined.beside.person();
    const reader = await open({ token, width: 1440 });
    const { page } = reader;
    await page.goto(list());
    await card(page, world.paid).click();
    await overlay(page).getByRole('button', { name: '全屏预览' }).click();
    const viewer = page.locator('.pswp[role=dialog]');
    await viewer.waitFor();
    await page.goBack();
    await viewer.waitFor({ state: 'detached' });
    expect(page.url()).toBe(detail(world.paid));
    await heading(page).waitFor();
    await page.goBack();
    await closed(page);
    expect(page.url()).toBe(list());
    await leave(reader);
  });

  it.each([1440, 390] as const)('K-802 is whole and clean at %i px, with a way back to its top after 260 px', async (width) => {
    const reader = await open({ width });
    const { page } = reader;
    await page.goto(list());
    await card(page, world.paid).click();
    await heading(page).waitFor();
    expect([await overflowsSideways(page), await axeFindings(page)]).toEqual([false, []]);
    await shot(page, `overlay-${width}`);
    const scrollTo = (top: number) => page.locator('.overlay-body').evaluate((body, to) => body.scrollTo({ top: to }), top);
    const top = page.getByRole('button', { name: '回到顶部' });
    await scrollTo(270);
    await top.waitFor();
    await shot(page, `overlay-scrolled-${width}`);
    await scrollTo(250);
    await top.waitFor({ state: 'hidden' });
    await scrollTo(900);
    await top.click();
    await expect.poll(() => page.locator('.overlay-body').evaluate((body) => body.scrollTop)).toBe(0);
    await leave(reader);
  });
});

it('opens over the home page and over a search, with no name twice', async () => {
  // a work of another file may be the first, and it has no pictures
  const reader = await open({ width: 1440, expected: /404 .*\/pic\/aa\/bb\// });
  const { page } = reader;
  for (const path of ['/', `/search?keyword=${encodeURIComponent('年会')}`]) {
    await page.goto(joined.site.url + path);
    await page.locator('body > main a[data-overlay]').first().click();
    await heading(page).waitFor();
    const twice = await page.evaluate(() => {
      const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
      return ids.filter((id, at) => ids.indexOf(id) !== at);
    });
    expect(twice, path).toEqual([]);
    await page.goBack();
    await closed(page);
  }
  await leave(reader);
});

it('says that a slow page is on its way; Back calls it off, and it opens when it comes', async () => {
  const reader = await open();
  const { page } = reader;
  const held: Array<() => void> = [];
  let slow = true;
  await page.route('**/programme/detail?*', async (route) => {
    if (slow) await new Promise<void>((go) => held.push(go));
    await route.continue();
  });
  await page.goto(list());
  const title = await page.title();
  await card(page, world.vip).click();
  await page.locator('.overlay[aria-busy]').waitFor();
  expect(await page.locator('.overlay').getAttribute('aria-label')).not.toBe('');
  await page.goBack();
  await closed(page);
  expect([page.url(), await page.title()]).toEqual([list(), title]);
  await page.goForward();
  await page.locator('.overlay[aria-busy]').waitFor();
  await expect.poll(() => held.length).toBeGreaterThan(0);
  slow = false;
  for (const go of held) go();
  await heading(page).waitFor();
  expect(page.url()).toBe(detail(world.vip));
  await leave(reader);
});

describe('a card stays a link', () => {
  it('K-803 for the middle button and Ctrl, for a page that cannot be fetched, and without JavaScript', async () => {
    const reader = await open({ expected: /ERR_FAILED|Failed to load/ });
    const { page, context } = reader;
    await page.goto(list());
    for (const how of [{ button: 'middle' }, { modifiers: ['ControlOrMeta'] }] as const) {
      const [other] = await Promise.all([context.waitForEvent('page'), card(page, world.free).click(how as object)]);
      await other.waitForURL(detail(world.free));
      expect(await other.locator('.overlay').count()).toBe(0);
      await other.close();
    }
    expect(page.url()).toBe(list());
    await page.route('**/programme/detail?*', (route) => (route.request().isNavigationRequest() ? route.continue() : route.abort()));
    // another one: those above came ahead
    await loadedAfter(page, () => card(page, world.vip).click());
    expect(page.url()).toBe(detail(world.vip));
    await page.locator('body > main h1').waitFor();
    expect(await page.locator('.overlay').count()).toBe(0);
    await leave(reader);

    const plain = await open({ javascript: false });
    await plain.page.goto(list());
    await card(plain.page, world.free).click();
    await plain.page.waitForURL(detail(world.free));
    await leave(plain);
  });
});

it.each([1440, 390] as const)(
  'a design opens over the search, its carousel works there, 200 px bring the way back (%i px)',
  async (width) => {
    const reader = await open({ width });
    const { page } = reader;
    await page.setViewportSize({ width, height: 500 });
    const search = `${joined.site.url}/search?keyword=${encodeURIComponent(DESIGN)}&type=design`;
    await page.goto(search);
    const at = page.url();
    const link = page.locator(`body > main a[href="/design/detail?id=${design}"]`);
    for (const time of ['once', 'again']) {
      await link.click();
      await heading(page).waitFor();
      expect(page.url(), time).toBe(`${joined.site.url}/design/detail?id=${design}`);
      const thumbs = page.locator('.carousel-thumbs a');
      await expect.poll(() => thumbs.first().getAttribute('aria-current')).toBe('true');
      await page.locator('.overlay-body').evaluate((body) => body.scrollTo({ top: 210 }));
      await page.getByRole('button', { name: '回到顶部' }).waitFor();
      await page.locator('.overlay-body').evaluate((body) => body.scrollTo({ top: 0 }));
      if (time === 'once') expect([await overflowsSideways(page), await axeFindings(page)]).toEqual([false, []]);
      await shot(page, `overlay-design-${width}`);
      await page.keyboard.press('Escape');
      await closed(page);
      expect(page.url()).toBe(at);
    }
    await leave(reader);
  },
);
