import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { joinedSite } from '../support/join-site.ts';
import { axeFindings, openReader } from '../support/reader-browser.ts';
import { growTaught, type Taught } from '../support/taught-world.ts';

const { site, browser, beside } = joinedSite();
let taught: Taught;
beforeAll(async () => {
  taught = await growTaught(beside);
});

/** Opens a page, as wide as a desk's screen. */
async function open(path: string): Promise<Page> {
  const { page } = await openReader(browser, site, { width: 1440 });
  await page.goto(site.url + path, { waitUntil: 'networkidle' });
  return page;
}

// visits change nothing that another looks at: they need not wait for each other
describe('axe finds nothing at 1440 and 390 px', () => {
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
    ['study', () => '/study'],
    ['courses', () => '/study/list'],
    ['free films', () => '/study/video'],
    ['teachers', () => '/study/teacher'],
    ['proof of a certificate', () => '/study/certificate'],
    ['the player in one column', () => `/study/playerH5?id=${taught.course.id}`],
    ['article in one column', () => `/article/articleH5?id=${taught.article}`],
    ['salons', () => '/salon'],
    ['list of salons', () => '/salon/list'],
    ['recap', () => `/salon/review?id=${taught.past}`],
    ['talks', () => '/salon/xtedList'],
    ['a talk', () => `/salon/playVideo?id=${taught.talk}`],
  ])('on %s', async (_name, path) => {
    const page = await open(path());
    // the frame of public pages is looked at once: around the home page
    const part = path() === '/' ? 'html' : undefined;
    expect(await axeFindings(page, part)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await axeFindings(page, part)).toEqual([]);
    await page.context().close();
  });
});

it('finds nothing on the simulated phone with an app open', async () => {
  const page = await open('/sandbox');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator('astro-island:not([ssr])').waitFor({ state: 'attached' });
  for (const app of ['短信', '付款']) {
    await page.getByRole('button', { name: app, exact: true }).click();
    await page.getByRole('button', { name: '回到桌面' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: '回到桌面' }).click();
  }
  await page.context().close();
});
