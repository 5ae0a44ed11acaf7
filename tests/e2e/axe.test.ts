import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BusyPeople } from '../support/busy-people.ts';
import { type JoinedSite, joinSite } from '../support/join-site.ts';
import { axeFindings, openReader } from '../support/reader-browser.ts';
import type { SharedSite } from '../support/shared-site.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let joined: JoinedSite;
let site: SharedSite;
let browser: Browser;
beforeAll(async () => {
  joined = await joinSite();
  ({ site, browser } = joined);
});
afterAll(() => joined?.leave());

/** Opens a page without its content policy (axe is put in as a script) and without motion. */
async function open(path: string, width: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, bypassCSP: true, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(site.url + path, { waitUntil: 'networkidle' });
  return page;
}

/** What axe finds, as readable lines. */
async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(): Promise<{ violations: Array<{ id: string; help: string; nodes: Array<{ target: string[] }> }> }> };
    };
    const { violations } = await axe.run();
    return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
  });
}

// visits change nothing that another looks at: they need not wait for each other
describe.each([1440, 390])('axe finds nothing at %i px', (width) => {
  it.concurrent.each([
    ['home', () => '/'],
    ['list', () => '/programme'],
    ['list with choices', () => '/programme?price=paid&sort=new'],
    ['search', () => '/search?keyword=年会'],
    ['search without results', () => '/search?keyword=zzzz'],
    ['detail', () => `/programme/detail?id=${site.world.paid}`],
    ['detail of a free scheme', () => `/programme/detail?id=${site.world.free}`],
    ['detail of a members scheme', () => `/programme/detail?id=${site.world.vip}`],
    ['collection', () => `/programme/heji?id=${site.world.collection_id}`],
    ['publisher', () => `/personalLecturer?uid=${site.world.publisher_id}`],
    ['login', () => '/login'],
    ['register', () => '/register'],
    ['hmh', () => '/hmh?type=1'],
    ['help', () => '/about/helpCenter?id=41'],
    ['sandbox', () => '/sandbox'],
    ['centre', () => '/personalCenter'],
    ['orders', () => '/personalCenter/mySchemeOrder'],
    ['published', () => '/personalCenter/myPublish'],
    ['publish', () => '/programme/add'],
    ['review', () => '/admin/review'],
  ])('on %s', async (_name, path) => {
    const page = await open(path(), width);
    expect(await findings(page)).toEqual([]);
    await page.context().close();
  });
});

it('finds nothing on the simulated phone with an app open', async () => {
  const page = await open('/sandbox', 390);
  await page.locator('astro-island:not([ssr])').waitFor({ state: 'attached' });
  for (const app of ['短信', '付款']) {
    await page.getByRole('button', { name: app, exact: true }).click();
    await page.getByRole('button', { name: '回到桌面' }).waitFor();
    expect(await findings(page)).toEqual([]);
    await page.getByRole('button', { name: '回到桌面' }).click();
  }
  await page.context().close();
});

type Who = keyof BusyPeople | 'visitor';
type Ready = (page: Page) => Promise<unknown>;
const detail = (id: number) => `/programme/detail?id=${id}`;
const press = (page: Page, name: string | RegExp, within = 'main') =>
  page
    .locator(within)
    .getByRole('button', { name, exact: typeof name === 'string' })
    .filter({ visible: true })
    .first()
    .click();

/** Pages as their owner sees them: who, where, and what shows that all of it is there. */
const own: Array<[string, Who, () => string, Ready]> = [
  [
    'orders',
    'buyer',
    () => '/personalCenter/mySchemeOrder',
    (page) =>
      page
        .getByText(/待支付，剩余/)
        .first()
        .waitFor(),
  ],
  ['published', 'publisher', () => '/personalCenter/myPublish', (page) => page.getByText('审核中').first().waitFor()],
  ['nothing published', 'buyer', () => '/personalCenter/myPublish', (page) => page.getByText('还没有发布过作品').waitFor()],
  ['publish', 'publisher', () => '/programme/add', (page) => page.getByText('把文件拖到这里').waitFor()],
  [
    'publish with everything missing',
    'publisher',
    () => '/programme/add',
    async (page) => {
      await page.getByText('把文件拖到这里').waitFor();
      await press(page, '发布方案');
      await page.getByText('请上传方案文件').waitFor();
    },
  ],
  ['review', 'reviewer', () => '/admin/review', (page) => page.getByRole('article').locator('img').first().waitFor()],
  ['bought scheme', 'buyer', () => detail(site.world.paid), (page) => page.getByText('您已购买').first().waitFor()],
];

/** Open dialogs: who, where, and the way to it. */
const dialogs: Array<[string, Who, () => string, Ready]> = [
  ['login', 'visitor', () => detail(site.world.paid), (page) => press(page, '¥68 购买')],
  ['share', 'visitor', () => detail(site.world.paid), (page) => press(page, /^分享/)],
  ['purchase', 'buyer', () => detail(site.world.schemes[4] as number), (page) => press(page, '¥68 购买')],
  ['report', 'buyer', () => detail(site.world.paid), (page) => press(page, /^举报/)],
  ['captcha', 'buyer', () => detail(site.guarded.id), (page) => press(page, '下载方案')],
  ['closing an order', 'buyer', () => '/personalCenter/mySchemeOrder', (page) => press(page, '关闭订单')],
  ['returning a scheme', 'reviewer', () => '/admin/review', (page) => press(page, '退回')],
];

async function openAs(who: Who, path: string, width: 1440 | 390) {
  const reader = await openReader(browser, site, { width, ...(who === 'visitor' ? {} : { token: site.people[who] }) });
  await reader.page.emulateMedia({ reducedMotion: 'reduce' });
  await reader.page.goto(site.url + path, { waitUntil: 'networkidle' });
  return reader;
}

describe.each([1440, 390] as const)('axe finds nothing at %i px for who is signed in', (width) => {
  it.concurrent.each(own)('on %s', async (_name, who, path, ready) => {
    const { page, context } = await openAs(who, path(), width);
    await ready(page);
    expect(await axeFindings(page)).toEqual([]);
    await context.close();
  });
});

// the same markup at every width; at 390 px it is the most crowded
describe('axe finds nothing at 390 px in the open dialog', () => {
  it.concurrent.each(dialogs)('%s', async (_name, who, path, open) => {
    const { page, context } = await openAs(who, path(), 390);
    await open(page);
    await page.locator('dialog[open]').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await axeFindings(page)).toEqual([]);
    await context.close();
  });
});
