import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { shanghaiDay } from '#server/kernel/clock.ts';
import { users } from '#server/modules/identity/tables.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { rollUpDay, writeEvents } from '#server/modules/tracking/index.ts';
import { joinedSite } from '../support/join-site.ts';
import { axeFindings, openReader, overflowsSideways, shot } from '../support/reader-browser.ts';

const { site, beside, browser, world } = joinedSite();

const stored = async (where: ReturnType<typeof sql>) =>
  (await beside.booted.app.db.execute<Record<string, unknown>>(sql`select * from track_events where ${where} order by at`)).rows;

it('a page that is left tells its views, its presses and the channel that it came by', async () => {
  const { page, context, complaints } = await openReader(browser, site);
  const channel = `e2e-${Date.now()}`;
  await page.goto(`${site.url}/programme/detail?id=${world.paid}&utm_channel=${channel}`);
  await page.evaluate(() => {
    const link = document.createElement('a');
    link.href = '/ppt';
    link.dataset['track'] = 'e2e_press';
    link.dataset['trackValue'] = 'seven';
    link.addEventListener('click', (event) => event.preventDefault());
    link.textContent = '去看看';
    document.body.append(link);
  });
  await page.getByRole('link', { name: '去看看' }).click();
  await page.goto(`${site.url}/ppt`);
  await expect.poll(() => stored(sql`channel = ${channel}`), { timeout: 15_000 }).toHaveLength(3);
  const events = await stored(sql`channel = ${channel}`);
  expect(events.map(({ type }) => type).toSorted()).toEqual([1, 2, 4]);
  expect(events.find(({ type }) => type === 1)).toMatchObject({ page: '/programme/detail', item_id: world.paid, kind: 1, source: 0 });
  expect(events.find(({ type }) => type === 2)).toMatchObject({ name: 'e2e_press', value: 'seven', target_page: '/ppt' });
  expect(new Set(events.map(({ uuid }) => uuid)).size).toBe(1);
  expect(complaints).toEqual([]);
  await context.close();
});

it('of a reader who asks not to be followed nothing is stored, here and there', async () => {
  const { page, context } = await openReader(browser, site);
  await context.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
  await page.goto(`${site.url}/about/law`);
  await page.goto(`${site.url}/about/joinUs`);
  await expect.poll(() => stored(sql`page = '/about/law' and uuid is null`), { timeout: 15_000 }).not.toHaveLength(0);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await context.close();
});

it('search engines find files that prove the site, dead links, and when a work was changed', async () => {
  await setSetting(beside.ctx(), 'verification_files', ['baidu_verify_code-e2e.html abc 123']);
  const get = (path: string, headers: Record<string, string> = {}) => fetch(`${site.url}${path}`, { headers, redirect: 'manual' });
  await expect.poll(async () => (await get('/baidu_verify_code-e2e.html')).status, { timeout: 15_000 }).toBe(200);
  const file = await get('/baidu_verify_code-e2e.html');
  expect([await file.text(), file.headers.get('content-type')]).toEqual(['abc 123', 'text/html; charset=utf-8']);
  for (const path of ['/nothing.html', '/nothing.txt', '/nothing.xml']) expect((await get(path)).status, path).toBe(404);
  expect((await get('/robots.txt')).status).toBe(200);
  const dead = await get('/dead-links.txt');
  expect([dead.status, dead.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);

  const html = await (await get(`/programme/detail?id=${world.paid}`)).text();
  expect(html).toMatch(/"@context":"https:\/\/ziyuan\.baidu\.com\/contexts\/cambrian\.jsonld".*"pubDate":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d"/);
  expect(html).toMatch(/<meta property="bytedance:published_time" content="\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00"/);
  expect(html).toContain('<meta http-equiv="Cache-Control" content="no-transform, no-siteapp"');
  expect(html).toContain('<meta name="applicable-device" content="pc,mobile"');

  const spider = { 'user-agent': 'Mozilla/5.0 (compatible; Sogou web spider/4.0)' };
  await get(`/programme/detail?id=${world.paid}`, spider);
  await get('/sogou-finds-nothing', spider);
  const misses = () => beside.booted.app.db.execute(sql`select num from spider_misses where path = '/sogou-finds-nothing'`);
  await expect.poll(async () => (await misses()).rows.length, { timeout: 20_000 }).toBe(1);
  const { rows } = await beside.booted.app.db.execute(sql`select hits from spider_days where spider = 'sogou' and kind = 1`);
  expect(rows.length).toBe(1);
});

it('staff see visits and search engines, wide and narrow', async () => {
  const staff = await beside.person();
  await beside.booted.app.db
    .update(users)
    .set({ roles: ['operator'] })
    .where(eq(users.id, staff.id));
  await writeEvents(beside.booted.app);
  await rollUpDay(beside.ctx(), shanghaiDay(new Date()));
  for (const width of [1440, 390] as const) {
    const { page, context, complaints } = await openReader(browser, site, { token: staff.token, width });
    await page.goto(`${site.url}/admin/visits?range=7`);
    await page.getByRole('table', { name: '转化' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflowsSideways(page)).toBe(false);
    await shot(page, `visits-${width}`);
    // another kind, and the address keeps it
    await page.getByRole('combobox', { name: '类型' }).selectOption('scheme');
    await expect.poll(() => new URL(page.url()).searchParams.get('kind')).toBe('scheme');
    await page.goto(`${site.url}/admin/engines`);
    await page.getByRole('table', { name: '今天的推送' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflowsSideways(page)).toBe(false);
    await shot(page, `engines-${width}`);
    expect(complaints).toEqual([]);
    await context.close();
  }
});
