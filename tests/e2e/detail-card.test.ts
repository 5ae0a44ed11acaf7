import { beforeAll, expect, it } from 'vitest';
import { makeDemand } from '../support/demands.ts';
import { joinedSite } from '../support/join-site.ts';
import { axeFindings, leave, openReader, overflowsSideways, shot } from '../support/reader-browser.ts';
import { growTaught, type Taught } from '../support/taught-world.ts';

const joined = joinedSite();
let taught: Taught;
let demand: number;
beforeAll(async () => {
  taught = await growTaught(joined.beside);
  demand = await makeDemand(joined.beside, { owner_id: (await joined.beside.person()).id, title: '三百人年会找整体方案' });
});

it.concurrent.each([
  ['scheme', () => `/programme/detail?id=${joined.world.paid}`],
  ['course', () => `/study/detail?id=${taught.course.id}`],
  ['salon', () => `/salon/details?id=${taught.past}`],
])('a phone sees the picture of a %s before its title, and the act without scrolling', async (name, path) => {
  const reader = await openReader(joined.browser, joined.site, { width: 390 });
  const { page } = reader;
  await page.goto(joined.site.url + path());
  const top = (part: string) =>
    page
      .locator(part)
      .first()
      .boundingBox()
      .then((box) => box?.y ?? Number.NaN);
  const [picture, title, act] = [await top('.item-first'), await top('h1'), await top('.item-head .btn-main, .item-head .btn-primary')];
  expect([picture < title, title < act, act < 800], `${picture} ${title} ${act}`).toEqual([true, true, true]);
  expect(await overflowsSideways(page)).toBe(false);
  await shot(page, `detail-${name}-390`);
  await leave(reader);
});

it.each([390, 1280] as const)('U7 the act of a demand is the one of its card at %i px, and stays in sight', async (width) => {
  const reader = await openReader(joined.browser, joined.site, { width });
  const { page } = reader;
  await page.goto(`${joined.site.url}/demand/details?id=${demand}`);
  const act = page.getByRole('button', { name: '我要报价' });
  expect(await act.count()).toBe(1);
  expect(await page.locator('.item-head').getByRole('button', { name: '我要报价' }).count()).toBe(1);
  for (const y of [0, 600]) {
    await page.evaluate((to) => scrollTo(0, to), y);
    const box = await act.boundingBox();
    expect([y, (box?.y ?? -1) > 0 && (box?.y ?? 9_999) + (box?.height ?? 0) <= (page.viewportSize()?.height ?? 0)]).toEqual([y, true]);
  }
  expect(await page.locator('[data-track=ask_in_chat]').count()).toBe(1);
  expect(await axeFindings(page, 'main')).toEqual([]);
  await shot(page, `detail-demand-${width}`);
  await leave(reader);
});

it('CH-3 a salon that is over says so and leads on', async () => {
  const reader = await openReader(joined.browser, joined.site, { width: 1280 });
  const { page } = reader;
  await page.goto(`${joined.site.url}/salon/details?id=${taught.past}`);
  await page.locator('.salon-poster').getByText('已结束').waitFor();
  expect(await page.getByRole('link', { name: '查看回顾' }).getAttribute('href')).toBe(`/salon/review?id=${taught.past}`);
  expect(await page.locator('.item-head').getByRole('link', { name: '看看即将举办的沙龙' }).count()).toBe(1);
  await shot(page, 'detail-salon-over-1280');
  await leave(reader);
});
