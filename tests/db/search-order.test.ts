import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import type { Ctx } from '#server/app/ctx.ts';
import {
  dictionaryOf,
  explainHits,
  findItems,
  keywordsFinding,
  planSearch,
  queryKey,
  readQuery,
  searchItems,
} from '#server/modules/search/index.ts';
import { forgetSignals } from '#server/modules/search/read-tiers.ts';
import { tradeList } from '#server/modules/search/words/load-dictionary.ts';
import { testApp } from '../support/app.ts';
import { makeItem, makePublisher, settleOutbox } from '../support/catalog.ts';

const KIND = KINDS.scheme;
const t = testApp();
let ctx: Ctx;
const titles = new Map<number, string>();
const made = new Map<string, number>();

beforeAll(async () => {
  ctx = t.ctx();
  const busy = await makePublisher(ctx);
  const works: Array<{ title: string; by?: number; introduction?: string; price_fen?: number }> = [
    ...Array.from({ length: 24 }, (_, at) => ({ title: `峰会之${at + 1}`, introduction: `适合 ${(at + 1) * 100} 人，预算 ${at + 1} 万` })),
    { title: '杭州互联网峰会' },
    { title: '深圳峰会' },
    { title: '户外草坪婚礼', introduction: '下雨也有办法' },
    { title: '中式婚礼' },
    { title: '發佈會流程' },
    { title: '团建模板', price_fen: 0 },
    { title: '某地产答谢会' },
    ...Array.from({ length: 30 }, (_, at) => ({ title: `同一家的第${at + 1}份峰会`, by: busy })),
  ];
  for (const { title, by, ...wish } of works) {
    const id = await makeItem(ctx, { kind: KIND, publisher_id: by ?? (await makePublisher(ctx)), title, ...wish });
    titles.set(id, title);
    made.set(title, id);
  }
  await settleOutbox(ctx);
});

const found = async (keyword: string, page = 1) => {
  const { page: of, search } = await searchItems(ctx, KIND, { keyword, page });
  return { ...search, total: of.total, ids: of.list.map(({ id }) => id), titles: of.list.map(({ id }) => titles.get(id) ?? '') };
};

describe('S4 the order', () => {
  it('has two works of a publisher on the first page, and all of them on some page', async () => {
    const pages = [await found('峰会'), await found('峰会', 2), await found('峰会', 3)];
    expect(pages[0]?.titles.filter((title) => title.startsWith('同一家'))).toHaveLength(2);
    const ids = pages.flatMap(({ ids: of }) => of);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(pages[0]?.total ?? 0);
    expect(pages[0]?.total).toBe(56);
  });

  it('has works in front that name as many people, as much money, the city and the trade, and leaves none out', async () => {
    expect((await found('峰会 300人')).titles.slice(0, 2)).toContain('峰会之3');
    expect((await found('五万预算的峰会')).titles.slice(0, 4)).toContain('峰会之5');
    expect((await found('深圳峰会')).titles[0]).toBe('深圳峰会');
    expect((await found('互联网峰会')).titles[0]).toBe('杭州互联网峰会');
    for (const keyword of ['峰会 300人', '五万预算的峰会', '深圳峰会', '互联网峰会'])
      expect((await found(keyword)).total, keyword).toBe(56);
  });

  it('has pinned works first, and what readers pressed before what they did not', async () => {
    const key = queryKey((await planSearch(ctx, '峰会')).read);
    const pinned = made.get('中式婚礼') ?? 0;
    const pressed = (await found('峰会', 2)).ids.at(-1) ?? 0;
    await ctx.db.execute(
      sql`insert into search_pins (key, keyword, item_id, kind, created_by) values (${key}, '峰会', ${pinned}, ${KIND.code}, 1)`,
    );
    await ctx.db.execute(sql`insert into search_scores (key, item_id, score) values (${key}, ${pressed}, 1e9)`);
    forgetSignals(ctx);
    const { hits } = await explainHits(ctx, '峰会', KIND);
    expect((await found('峰会')).ids).toEqual(hits.map(({ id }) => id));
    expect(hits.slice(0, 2).map(({ id }) => id)).toEqual([pinned, pressed]);
    expect(hits[0]).toMatchObject({ pinned: true });
    expect(hits[1]?.presses).toBeGreaterThan(20);
    for (const { words, presses, numbers, freshness, sum, pinned: first } of hits) {
      const told = words.reduce((all, { points }) => all + points, 0);
      if (!first) expect(told + presses + numbers + freshness).toBeCloseTo(sum, 0);
    }
    await ctx.db.execute(sql`delete from search_pins`);
    await ctx.db.execute(sql`delete from search_scores`);
    forgetSignals(ctx);
  });
});

describe('S5 what is typed otherwise finds the same', () => {
  it.each([
    ['婚礼', ['婚礼方案', '婚礼方案下载', '婚禮', '婚礼素材', 'ＨＵＮＬＩ', 'hun li', 'hūnlǐ', 'hun1li3', '办婚礼', '我要办婚礼', '婚理']],
    ['发布会', ['發佈會', '发布会怎么写', 'fabuhui', 'fābùhuì', '开发布会', '发布会大全']],
    ['草坪 婚礼', ['婚礼草坪', '婚礼 草坪', '草坪婚礼', '草坪婚礼范本']],
  ])('%s', async (plain, others) => {
    const { ids } = await found(plain);
    expect(ids.length).toBeGreaterThan(0);
    for (const keyword of others) expect((await found(keyword)).ids, keyword).toEqual(ids);
  });
});

it('S6 subscriptions are told of what holds everything that was typed', async () => {
  const id = made.get('杭州互联网峰会') ?? 0;
  const asked = ['峰会', '互联网峰会', '杭州峰会方案', '深圳峰会', '峰会 300人', '免费峰会', '付费峰会', '团建'];
  expect(await keywordsFinding(ctx, id, asked)).toEqual(new Set(['峰会', '互联网峰会', '杭州峰会方案', '峰会 300人', '免费峰会']));
});

describe('S7 ten thousand strings of words of the trade', () => {
  const words = [...tradeList().keys()];
  /** A sequence that is the same every time. */
  const numbers = (seed: number) => () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed;
  };

  it('are read quickly, and none is without words that decide', async () => {
    const dictionary = await dictionaryOf(ctx);
    const next = numbers(7);
    const any = () => words[next() % words.length] ?? '';
    const begun = process.cpuUsage();
    for (let at = 0; at < 10_000; at++) {
      const keyword = Array.from({ length: 1 + (next() % 5) }, any)
        .join(['', ' ', '的'][next() % 3])
        .slice(0, 60);
      const { topic, parts } = readQuery(keyword, dictionary);
      if (topic.length === 0) expect(keyword).toMatch(/\d|[几百千万]/);
      for (const { without } of parts) expect(without.length).toBeLessThan(keyword.length);
    }
    // half a millisecond each would be slow beyond doubt
    expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(5_000);
  });

  it('always answer something', async () => {
    const next = numbers(11);
    for (let at = 0; at < 150; at++) {
      const keyword = Array.from({ length: 1 + (next() % 4) }, () => words[next() % words.length]).join(next() % 2 ? ' ' : '');
      const { list } = await findItems(ctx, KIND, { keyword: keyword.slice(0, 60) });
      expect(list.length, keyword).toBeGreaterThan(0);
    }
  });
});

it('27.4 a call by keyword says how it was answered; without a keyword it says nothing of it', async () => {
  const call = async (keyword: string) =>
    (await t.call<{ answer?: string }>('POST', '/scheme/index/search', { body: { keyword } })).body.data.answer;
  expect(await call('峰会')).toBe('all');
  expect(await call('草坪 婚礼')).toBe('few');
  expect(await call('峰会 龘龘')).toBe('fewer');
  expect((await t.call<object>('GET', '/scheme/indexv2')).body.data).not.toHaveProperty('answer');
});
