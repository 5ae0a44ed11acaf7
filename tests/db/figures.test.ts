import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { createCtx } from '#server/app/ctx.ts';
import { ViewCounter } from '#server/http/view-counter.ts';
import { getItem } from '#server/modules/catalog/index.ts';
import { setCollected } from '#server/modules/engagement/index.ts';
import { payByBalance } from '#server/modules/orders/index.ts';
import { figures, figuresCsv } from '#server/views/figures/figures.ts';
import { testApp } from '../support/app.ts';
import { makeItem, makePerson, type Person, place } from '../support/market.ts';

const DAY_MS = 86_400_000;

const t = testApp();
let publisher: Person;
let buyer: Person;
let views: ViewCounter;
let one: number;
let two: number;

const read = (id: number, referer?: string, more = '') => {
  const path = KINDS.scheme.paths.detail;
  const headers = { 'user-agent': 'Mozilla/5.0', ...(referer ? { referer } : {}) };
  views.saw({ method: 'GET', headers } as IncomingMessage, path, `${path}?id=${id}${more}`);
};
const shown = (range: 7 | 30 | 90, id?: number) => figures(publisher.ctx, { range, measure: 'views', ...(id === undefined ? {} : { id }) });

beforeAll(async () => {
  publisher = await makePerson(t);
  buyer = await makePerson(t, 100_000);
  views = new ViewCounter(t.app);
  one = await makeItem(t, publisher.id);
  two = await makeItem(t, publisher.id);
});
afterAll(async () => {
  await views.stop();
});

it('tells views by day and source, collections, sales and income by day, of all works and of one', async () => {
  const { site_url } = t.config;
  read(one);
  read(one, `${site_url}/search?keyword=x`);
  await views.write();
  t.clock.advance_ms(DAY_MS);
  for (let n = 0; n < 3; n++) read(one, `${site_url}/programme`);
  read(one, undefined, '&from=share');
  read(two, 'https://elsewhere.test/');
  // the preview of a draft is nobody's reading
  read(two, undefined, '&preview=abc');
  await views.write();
  await setCollected(buyer.ctx, { rid: one, type: KINDS.scheme.types.collect ?? 0, on: true });
  const order = await place(buyer, one, { balance: 1 });
  if (order.status !== 2) await payByBalance(buyer.ctx, order.orderid);

  const all = await shown(7);
  expect(all.totals).toEqual({ views: 7, collects: 1, sales: 1, income: expect.any(Number) });
  expect(all.totals.income).toBeGreaterThan(0);
  expect(all.days).toHaveLength(7);
  expect(all.days.slice(-2).map((day) => [day.views, day.collects, day.sales])).toEqual([
    [2, 0, 0],
    [5, 1, 1],
  ]);
  expect(all.works.map((work) => [work.id, work.views, work.sales])).toEqual([
    [one, 6, 1],
    [two, 1, 0],
  ]);
  const sources = Object.fromEntries(all.sources.map((source) => [source.key, source.views]));
  expect(sources).toEqual({ direct: 1, list: 3, search: 1, site: 0, share: 1, outside: 1 });
  expect((await shown(7, two)).totals).toEqual({ views: 1, collects: 0, sales: 0, income: 0 });
  // the number on the work is the sum of its days
  expect((await getItem(t.ctx(), one))?.view_num).toBe(6);
  expect(all.chart.wide).toMatch(/^<svg /);

  t.clock.advance_ms(6 * DAY_MS);
  expect((await shown(7)).totals.views).toBe(5);
  expect((await shown(30)).totals.views).toBe(7);
});

it('is a file for spreadsheets, table by table, and nobody else sees it', async () => {
  const days = figuresCsv(await shown(30), 'days');
  expect(days.name).toBe('数据-按日-近30天.csv');
  expect(days.text.split('\r\n')).toHaveLength(32);
  expect(days.text).toContain('日期,浏览,收藏,成交,转化率,收益（元）');
  expect(figuresCsv(await shown(30), 'works').text).toMatch(new RegExp(`${one},年会方案,方案,6,1,1,16.7%,`));
  expect(figuresCsv(await shown(30), 'sources').text).toContain('首页与列表,3');
  await expect(figures(buyer.ctx, { range: 30, measure: 'views', id: one })).rejects.toMatchObject({ status: 404 });
  expect((await figures(buyer.ctx, { range: 30, measure: 'views' })).totals.views).toBe(0);
  await expect(
    figures(createCtx(t.app, { kind: 'visitor', address: '10.0.0.1' }, 'test'), { range: 7, measure: 'views' }),
  ).rejects.toMatchObject({
    code: 2,
  });
});
