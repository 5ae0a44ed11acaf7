import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Ctx } from '#server/app/ctx.ts';
import { querySignals, searchLearning } from '#server/modules/search/index.ts';
import { suppose } from '#server/modules/settings/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let t: TestApp;
let ctx: Ctx;
const KEY = '年会';

beforeAll(async () => {
  t = await startTestApp();
  ctx = t.ctx();
});
afterAll(() => t.stop());
beforeEach(async () => {
  await t.app.db.execute(sql`truncate search_pins, search_scores, search_presses, search_marks, search_quotas`);
});

it('pins come in their order, boosts as shares below one; without learning only pins are left', async () => {
  await t.app.db.execute(sql`insert into search_pins (key, keyword, item_id, kind, place, created_by) values
    (${KEY}, '年会方案', 7, 2, 2, 1), (${KEY}, '年会方案', 9, 2, 1, 1), ('婚礼', '婚礼', 8, 2, 1, 1)`);
  await t.app.db.execute(sql`insert into search_scores (key, item_id, score) values (${KEY}, 7, 1e9), (${KEY}, 5, 3e9)`);
  const { pinned, boosts } = await querySignals(ctx, KEY);
  expect(pinned).toEqual([9, 7]);
  expect(boosts.get(5)).toBeCloseTo(0.75, 1);
  expect(boosts.get(7)).toBeCloseTo(0.25, 1);
  const off = await querySignals(suppose(ctx, searchLearning, false), KEY);
  expect([off.pinned, off.boosts.size]).toEqual([[9, 7], 0]);
  expect(await querySignals(ctx, '')).toEqual({ pinned: [], boosts: new Map() });
});
