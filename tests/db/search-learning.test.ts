import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { seedSearches } from '#demo/searches.ts';
import { type Ctx, createCtx } from '#server/app/ctx.ts';
import { payByBalance } from '#server/modules/orders/index.ts';
import {
  learn,
  noteAsked,
  notePressed,
  noteTaken,
  querySignals,
  replay,
  searchLearning,
  tidyQueries,
  writeSearchActs,
} from '#server/modules/search/index.ts';
import { keyOf } from '#server/modules/search/learning/note-acts.ts';
import { forgetSignals } from '#server/modules/search/read-tiers.ts';
import { suppose } from '#server/modules/settings/index.ts';
import { testApp } from '../support/app.ts';
import { makeItem, makePublisher, settleOutbox } from '../support/catalog.ts';
import { giveCoupon, makePerson, makeItem as makeSold, place } from '../support/market.ts';

const t = testApp();
let ctx: Ctx;
let key = '';
let publisher_id = 0;
const works: number[] = [];
const KEYWORD = '年会方案';
const DAY_MS = 86_400_000;

beforeAll(async () => {
  ctx = t.ctx();
  publisher_id = await makePublisher(ctx);
  for (const title of ['年会方案一', '年会方案二', '年会方案三']) works.push(await makeItem(ctx, { publisher_id, title }));
  key = await keyOf(ctx, KEYWORD);
});
beforeEach(async () => {
  await t.app.db.execute(
    sql`truncate search_pins, search_scores, search_presses, search_marks, search_quotas, search_queries, search_query_days`,
  );
  forgetSignals(ctx);
});

const visitor = (address: string) => createCtx(t.app, { kind: 'visitor', address }, 'test');
const user = (user_id: number) => createCtx(t.app, { kind: 'user', user_id, token_id: 0, roles: [], address: '10.0.0.9' }, 'test');
const nobody = { uuid: '', browser_hash: '' };
const browser = () => ({ uuid: randomUUID(), browser_hash: '' });
const press = (item_id: number, place = 1) => ({ keyword: KEYWORD, typed: '', item_id, place });
const opened = async () => {
  await writeSearchActs(t.app);
  const { rows } = await t.app.db.execute<{ item_id: number; opened: number; late: number; collected: number; bought: number }>(
    sql`select item_id, sum(opened)::int as opened, sum(late)::int as late, sum(collected)::int as collected, sum(bought)::int as bought from search_presses group by 1 order by 1`,
  );
  return rows;
};
const scores = async () => {
  const { rows } = await t.app.db.execute<{ key: string; item_id: number; score: number }>(
    sql`select key, item_id, score from search_scores order by key, item_id`,
  );
  return rows;
};

it('pins come in their order, boosts as shares below one; without learning only pins are left', async () => {
  await t.app.db.execute(sql`insert into search_pins (key, keyword, item_id, kind, place, created_by) values
    (${key}, '年会方案', 7, 2, 2, 1), (${key}, '年会方案', 9, 2, 1, 1), ('婚礼', '婚礼', 8, 2, 1, 1)`);
  await t.app.db.execute(sql`insert into search_scores (key, item_id, score) values (${key}, 7, 1e12), (${key}, 5, 3e12)`);
  const { pinned, boosts } = await querySignals(ctx, key);
  expect(pinned).toEqual([9, 7]);
  expect(boosts.get(5)).toBeCloseTo(0.75, 3);
  expect(boosts.get(7)).toBeCloseTo(0.25, 3);
  const off = await querySignals(suppose(ctx, searchLearning, false), key);
  expect([off.pinned, off.boosts.size]).toEqual([[9, 7], 0]);
  expect(await querySignals(ctx, '')).toEqual({ pinned: [], boosts: new Map() });
});

it('64 presses of one reader at once count once, and once more the next day', async () => {
  const [one = 0, two = 0] = works;
  const of = browser();
  for (let round = 0; round < 4; round++) {
    await Promise.all(Array.from({ length: 16 }, () => notePressed(visitor('10.1.1.1'), press(one), of)));
    await writeSearchActs(t.app);
  }
  await notePressed(visitor('10.1.1.1'), press(two, 9), of);
  expect(await opened()).toMatchObject([
    { item_id: one, opened: 1, late: 0 },
    { item_id: two, opened: 1, late: 1 },
  ]);
  t.clock.advance_ms(DAY_MS);
  await notePressed(visitor('10.1.1.1'), press(one), of);
  expect(await opened()).toMatchObject([{ opened: 2 }, { opened: 1 }]);
});

it('an address counts three times a work and query however many names it gives; who wants not to be followed counts never', async () => {
  const [one = 0] = works;
  for (let n = 0; n < 20; n++) await notePressed(visitor('10.2.2.2'), press(one), browser());
  await notePressed(visitor('10.2.2.3'), press(one), nobody);
  expect(await opened()).toMatchObject([{ opened: 3 }]);
  await notePressed(visitor('10.2.2.4'), press(one), browser());
  expect(await opened()).toMatchObject([{ opened: 4 }]);
});

it('own works count nothing: not for their publisher, not from the publisher’s browser, not for an employee', async () => {
  const [one = 0] = works;
  const [stranger, employee] = [await makePublisher(ctx), await makePublisher(ctx)];
  await t.app.db.execute(
    sql`insert into user_devices (user_id, device_hash, first_at, last_at) values (${publisher_id}, 'aa', now(), now())`,
  );
  await t.app.db.execute(
    sql`insert into employees (enterprise_id, user_id, state, rights) values (${publisher_id}, ${employee}, 'active', '{}')`,
  );
  await notePressed(user(publisher_id), press(one), nobody);
  await notePressed(visitor('10.3.3.3'), press(one), { uuid: randomUUID(), browser_hash: 'aa' });
  await notePressed(user(employee), press(one), nobody);
  expect(await opened()).toEqual([]);
  await notePressed(user(stranger), press(one), nobody);
  expect(await opened()).toMatchObject([{ opened: 1 }]);
});

it('what was bought and collected counts for the query in whose results it was opened, and for no other', async () => {
  const [one = 0, two = 0] = works;
  const buyer = await makePublisher(ctx);
  await notePressed(user(buyer), press(one), nobody);
  for (const item_id of [one, two]) {
    noteTaken(ctx, { act: 'bought', user_id: buyer, item_id });
    noteTaken(ctx, { act: 'collected', user_id: buyer, item_id });
    noteTaken(ctx, { act: 'collected', user_id: buyer, item_id });
  }
  expect(await opened()).toMatchObject([{ item_id: one, opened: 1, collected: 1, bought: 1 }]);
});

it('S4 an order of nothing, as one that a coupon covers, is no purchase; one that was paid is', async () => {
  const [covered, paid] = [await makeSold(t, publisher_id), await makeSold(t, publisher_id)];
  const buyer = await makePerson(t, 30_000);
  for (const item_id of [covered, paid]) await notePressed(user(buyer.id), press(item_id), nobody);
  await writeSearchActs(t.app);
  const user_coupon_id = await giveCoupon(t, buyer.id, 10_000);
  await place(buyer, covered, { user_coupon_id });
  await payByBalance(buyer.ctx, (await place(buyer, paid, { balance: 1 })).orderid);
  await settleOutbox(ctx);
  expect((await opened()).map(({ item_id, bought }) => [item_id, bought])).toEqual([
    [covered, 0],
    [paid, 1],
  ]);
});

it('a press among few is little, many are much; after a half-life a new press is worth two', async () => {
  const [one = 0, two = 0] = works;
  await notePressed(visitor('10.4.0.1'), press(one), browser());
  await opened();
  expect(await learn(ctx)).toBe(1);
  const few = (await querySignals(ctx, key)).boosts.get(one) ?? 0;
  expect(few).toBeGreaterThan(0.05);
  expect(few).toBeLessThan(0.1);
  for (let n = 0; n < 60; n++) await notePressed(visitor(`10.4.1.${n}`), press(one), browser());
  await opened();
  t.clock.advance_ms(15 * DAY_MS);
  for (let n = 0; n < 61; n++) await notePressed(visitor(`10.4.2.${n}`), press(two), browser());
  await opened();
  await learn(ctx);
  forgetSignals(ctx);
  const { boosts } = await querySignals(ctx, key);
  expect((boosts.get(two) ?? 0) / (boosts.get(one) ?? 1)).toBeCloseTo(2, 5);
  expect([...boosts.values()].reduce((sum, share) => sum + share, 0)).toBeLessThan(1);
});

it('a replay makes the scores that learning step by step made, also after old presses left', async () => {
  for (let round = 0; round < 5; round++) {
    for (const [at, item_id] of works.entries())
      for (let n = 0; n <= at; n++)
        await notePressed(visitor(`10.5.${round}.${n}`), { ...press(item_id), keyword: round % 2 ? '婚礼' : KEYWORD }, browser());
    await writeSearchActs(t.app);
    await learn(ctx);
    t.clock.advance_ms(30 * DAY_MS);
  }
  await tidyQueries(ctx);
  const before = await scores();
  expect(before.length).toBeGreaterThan(2);
  await t.app.db.execute(sql`update search_scores set score = 1`);
  expect(await replay(ctx)).toBeGreaterThan(1);
  expect(await scores()).toEqual(before);
  expect((await t.app.db.execute(sql`select from search_marks where act <> 2`)).rowCount).toBe(0);
});

it('figures of a query: readers once a day, presses and late ones; staff read it once three asked within a month, never what is somebody’s own', async () => {
  const row = async (of: string) => {
    await writeSearchActs(t.app);
    const { rows } = await t.app.db.execute(sql`select shown, asks::int, presses::int, late::int from search_queries where key = ${of}`);
    return rows[0];
  };
  const readers = [browser(), browser(), browser()];
  for (const of of readers.slice(0, 2)) for (let n = 0; n < 5; n++) await noteAsked(visitor('10.6.0.1'), KEYWORD, of);
  await notePressed(visitor('10.6.0.1'), press(works[0] ?? 0, 12), readers[0] ?? nobody);
  expect(await row(key)).toEqual({ shown: false, asks: 2, presses: 1, late: 1 });
  await noteAsked(visitor('10.6.0.2'), KEYWORD, readers[2] ?? nobody);
  expect(await row(key)).toEqual({ shown: true, asks: 3, presses: 1, late: 1 });
  await noteAsked(visitor('10.6.0.2'), '13800138000', browser());
  await writeSearchActs(t.app);
  expect((await t.app.db.execute(sql`select from search_queries`)).rowCount).toBe(1);
  // figures are of thirty days
  t.clock.advance_ms(31 * DAY_MS);
  await tidyQueries(ctx);
  expect(await row(key)).toEqual({ shown: true, asks: 0, presses: 0, late: 0 });
});

it('the demo has searches by the same way: queries that staff read, presses, a pin and judged queries', async () => {
  const state = {
    state: 'growing',
    seed: 1,
    people: { buyer_id: 0, member_id: 0, publisher_ids: [], reader_ids: [] },
    works: {},
    made: [],
  };
  await t.app.db.execute(sql`insert into site_settings (key, value) values ('demo_world', ${JSON.stringify(state)}::jsonb)`);
  for (const title of ['快闪店一', '快闪店二', '新品发布会流程']) await makeItem(ctx, { publisher_id, title });
  await settleOutbox(ctx);
  await seedSearches(ctx);
  await seedSearches(ctx);
  const { rows } = await t.app.db.execute(
    sql`select asks::int, presses::int > 0 as pressed, shown from search_queries where key = '快闪店'`,
  );
  expect(rows).toEqual([{ asks: 14, pressed: true, shown: true }]);
  expect((await t.app.db.execute(sql`select from search_pins`)).rowCount).toBe(1);
  expect((await t.app.db.execute(sql`select from search_judged where keyword = '快闪店'`)).rowCount).toBe(1);
});
