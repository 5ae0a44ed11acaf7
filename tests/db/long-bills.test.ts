import { beforeAll, expect, it } from 'vitest';
import { BATCH_MOST, type CouponForm } from '#contract/coupon.ts';
import { KINDS } from '#contract/kinds.ts';
import type { Ctx } from '#server/app/ctx.ts';
import { nearWords, searchItems } from '#server/modules/search/index.ts';
import { makeBatch, saveDefinition } from '#server/modules/vouchers/index.ts';
import { billRunsCsv } from '#server/views/admin/bill-lists.ts';
import { income, incomeCsv } from '#server/views/admin/income.ts';
import { todayFacts } from '#server/views/admin/overview.ts';
import { systemFacts } from '#server/views/admin/system.ts';
import { visits } from '#server/views/admin/visits.ts';
import { testApp } from '../support/app.ts';
import { makeItem, settleOutbox } from '../support/catalog.ts';
import { longestTurn, STALL_MS } from '../support/longest-turn.ts';
import { fillTable } from '../support/many-rows.ts';
import { makePerson } from '../support/people.ts';

/** Of every table of money. */
const ROWS = 3_000;

const t = testApp();
let staff: Ctx;
let definition_id: number;
beforeAll(async () => {
  const person = await makePerson(t);
  const admin = await makePerson(t, { roles: ['admin', 'operator'] });
  staff = t.ctx(admin.actor);
  for (let n = 0; n < 40; n++)
    await makeItem(t.ctx(), { kind: KINDS.scheme, publisher_id: person.id, title: `山谷露营音乐节第${n}场`, tags: [`国潮${n}`, '年会'] });
  await settleOutbox(t.ctx());
  definition_id = await saveDefinition(staff, ONE_FEN);
  for (const table of ['orders', 'payments', 'refunds', 'bill_runs', 'track_days', 'process_samples'])
    await fillTable(t.booted.pool.pool, table, { rows: ROWS, seldom: 20, rare: 50 });
});

/** So little that the most codes of a batch need no second person. */
const ONE_FEN: CouponForm = {
  ...{ id: 0, use: 'contact', type: 0, title: '一分券', amount: 0.01, percent_off: 0, min_price: 0, claim_from: 0, claim_to: 0 },
  ...{ use_end_time: 0, valid_days: 30, stock: 0, per_person: 1, claimable: false, auto_get: false, for_new: false, is_on: true },
};

it('A13 bills of a year, codes and words near to a long query hold no turn of the event loop', { timeout: 300_000 }, async () => {
  const works: Record<string, () => Promise<unknown>> = {
    'income of a year': () => incomeCsv(staff, 365 as never),
    'its screen': () => income(staff, 365 as never),
    'the overview of the console': () => todayFacts(staff),
    'the system of the console': () => systemFacts(staff),
    'visits of three months': () => visits(staff, { range: 90, kind: '', channel: '*' } as never),
    'runs of the bill': () => billRunsCsv(staff),
    'most codes of one batch': () =>
      makeBatch(staff, { ...{ definition_id, title: '展会', num: BATCH_MOST, per_person: 1 }, ends_at: new Date(Date.now() + 86_400_000) }),
    'near words': () => nearWords(t.ctx(), '山骨路营音月节第十二场国朝年会晚宴发布会团建策划'),
    'a search that finds nothing': () => searchItems(t.ctx(), KINDS.scheme, { keyword: '山骨路营音月节鲸落海岸漂流瓶', page: 1 }),
  };
  const held: string[] = [];
  for (const [name, work] of Object.entries(works)) {
    const ms = await longestTurn(work);
    if (ms >= STALL_MS) held.push(`${name}: ${ms} ms`);
  }
  expect(held).toEqual([]);
});
