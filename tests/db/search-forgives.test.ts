import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { KINDS, type KindKey, PUBLISHED_KINDS } from '#contract/kinds.ts';
import type { Suggestion } from '#contract/suggestion.ts';
import type { Ctx } from '#server/app/ctx.ts';
import { correctKeyword, suggestWords, synonymsSetting } from '#server/modules/search/index.ts';
import { forgetSettings, setSetting } from '#server/modules/settings/index.ts';
import { itemListView } from '#server/views/item-list.ts';
import { searchView } from '#server/views/search.ts';
import { testApp } from '../support/app.ts';
import { judge, rateOf } from '../support/judge-search.ts';
import { publishJudged } from '../support/judged-catalogue.ts';
import { JUDGED, WORKS } from '../support/judged-search.ts';

const t = testApp();
let ctx: Ctx;
let titles = new Map<number, string>();

beforeAll(async () => {
  ctx = t.ctx();
  titles = await publishJudged(ctx, WORKS, 1);
});

/** The page of results that a reader of /search gets. */
async function found(keyword: string, kind: KindKey = 'scheme') {
  const view = await searchView(ctx, keyword, kind, () => ({}));
  return { ...view, titles: view.list.result.list.map(({ id }) => titles.get(id) ?? '') };
}

it('U-10 finds what was meant: of the judged queries nine in ten have a right work among the first three', async () => {
  expect(JUDGED.length).toBeGreaterThanOrEqual(80);
  // every kind that is published is judged
  expect(PUBLISHED_KINDS.filter(({ key }) => key !== 'scheme' && !JUDGED.some(([, , kind]) => kind === key))).toEqual([]);
  const judged = await judge(
    ctx,
    'by kinds',
    JUDGED.map(([query, right, kind = 'scheme']) => [query, right, kind]),
  );
  expect(rateOf([judged]), judged.missed.join('\n')).toBeGreaterThanOrEqual(0.9);
});

it('opens on the kind that the keyword names where that has hits, else on the first that has', async () => {
  const opened = async (keyword: string) => (await searchView(ctx, keyword, null, () => ({}))).list.kind;
  expect([await opened('ppt'), await opened('ＰＰＴ'), await opened('年会'), await opened('年会方案')]).toEqual([
    ...[KINDS.ppt.key, KINDS.ppt.key],
    ...[KINDS.scheme.key, KINDS.scheme.key],
  ]);
  // the kind is chosen by the reader all the same
  expect((await searchView(ctx, 'ppt', KINDS.scheme.key, () => ({}))).list.kind).toBe(KINDS.scheme.key);
});

it('S3 few hits that stand alone are followed by works like the best of them, many are not', async () => {
  const counts = new Map<string, number>();
  for (const title of titles.values()) {
    const { titles: hits, similar } = await found(title);
    if (hits.length === 0) continue;
    expect([title, hits.length <= 3, similar !== undefined]).toEqual([title, hits.length <= 3, hits.length <= 3]);
    counts.set(title, similar?.length ?? 0);
    expect(similar?.filter(({ id }) => hits.includes(titles.get(id) ?? '')) ?? []).toEqual([]);
  }
  expect([...counts.values()].some((count) => count > 0)).toBe(true);
});

describe('a keyword that finds nothing', () => {
  it('is answered with what others look at, of the kind that is shown', async () => {
    const { titles: nothing, near, popular = [] } = await found('qqqzzz龘靐', 'ppt');
    expect(nothing).toEqual([]);
    expect(near).toBeDefined();
    expect(popular.length).toBeGreaterThan(0);
    expect(popular.every(({ kind }) => kind === KINDS.ppt.key)).toBe(true);
    // words of the language are answered with works of the kind, and the list says so
    const { list } = await found('水下骑行', 'ppt');
    expect(list.search?.answer).toBe('category');
    expect(list.result.list.every(({ kind }) => kind === KINDS.ppt.key)).toBe(true);
    expect((await found('年会')).popular).toBeUndefined();
  });

  it.each([
    ['nianhui', '年会'],
    ['nian hui', '年会'],
    ['nh', '年会'],
    ['NianHui', '年会'],
    ['年绘', '年会'],
    ['婚理', '婚礼'],
    ['团健', '团建'],
    ['年会方安', '年会方案'],
    ['niandu fangan', '年度方案'],
    ['ｎｉａｎｈｕｉ', '年会'],
  ])('%s becomes %s', async (typed, meant) => {
    const view = await found(typed);
    expect(view.list.search).toMatchObject({ answer: 'meant', meant });
    expect(view.titles.length).toBeGreaterThan(0);
  });

  it('stays as it is when nothing is near', async () => {
    for (const nonsense of ['xqzvw', '龘靐', '…', 'a', '年'.repeat(60)]) expect(await correctKeyword(ctx, nonsense), nonsense).toBeNull();
    expect((await found('龘靐齉')).list.search?.answer).toBe('none');
  });

  it('is offered only where it finds something', async () => {
    expect((await itemListView(ctx, KINDS.scheme, { keyword: '年绘' })).search?.meant).toBe('年会');
    expect((await itemListView(ctx, KINDS.salon, { keyword: '年绘' })).search?.meant).toBeUndefined();
  });

  it('is not touched when it finds something', async () => {
    expect((await found('年会')).list.search?.answer).toBe('all');
    expect((await found('pdf')).list.search?.answer).toBe('all');
  });
});

describe('S3 never nothing', () => {
  it.each([
    ['龘龘年会厅', ['龘龘'], ['年会']],
    ['年会 水下骑行', ['水下', '骑行'], ['年会']],
    ['海边 团建 水下', ['水下'], ['海边', '团建']],
  ])('%s: without %j, by %j', async (keyword, left_out, found_by) => {
    const { list, titles: all, near } = await found(keyword);
    expect(list.search).toMatchObject({ answer: 'fewer' });
    expect(new Set(list.search?.left_out)).toEqual(new Set(left_out));
    expect(new Set(list.search?.found_by)).toEqual(new Set(found_by));
    for (const title of all.slice(0, 1))
      expect(
        found_by.some((word) => title.includes(word)),
        title,
      ).toBe(true);
    expect(near).toBeDefined();
    expect((await found('年会')).near).toBeUndefined();
  });

  it('of one kind alone, where others have what was asked for', async () => {
    const { list, kinds } = await found('溯溪团建', 'scheme');
    expect(list.search).toMatchObject({ answer: 'fewer', left_out: ['溯溪'], found_by: ['团建'] });
    expect(kinds.find(({ kind }) => kind === 'supplier_case')?.total).toBe(1);
  });

  it('a filter that was read is left out before a word is', async () => {
    const { list } = await found('马拉松 免费');
    expect(list.search).toMatchObject({ answer: 'fewer', left_out: ['免费'], found_by: ['马拉松'] });
  });
});

describe('synonyms', () => {
  it('find works that say it otherwise, after those that say it so, and mark the word', async () => {
    const { titles: all, list } = await found('年会');
    expect(all).toContain('「山海之约」年度盛典全案');
    expect(all[0]).toMatch(/年会/);
    expect(list.result.list.find(({ title }) => title.includes('山海'))?.match?.words).toContain('年度盛典');
    expect((await found('年度盛典')).titles).toContain('星河之夜年会策划方案');
    // the other words of the keyword narrow as before
    const narrowed = await found('山海 年会');
    expect(narrowed.titles.slice(0, narrowed.list.search?.whole)).toEqual(['「山海之约」年度盛典全案']);
    const counted = (await found('年会')).kinds.find(({ kind }) => kind === 'scheme');
    expect(counted?.total).toBe(list.result.total);
  });

  it('are what staff write', async () => {
    await setSetting(ctx, synonymsSetting.key, ['求婚 ＝ 告白仪式']);
    forgetSettings(ctx);
    const said = await found('告白仪式');
    expect(said.titles.slice(0, said.list.search?.whole).toSorted()).toEqual(['城市天台求婚仪式', '烟花求婚策划']);
    expect((await found('年会')).titles).not.toContain('「山海之约」年度盛典全案');
    for (const wrong of ['年会', '年会=', '= 年会', ''])
      await expect(setSetting(ctx, synonymsSetting.key, [wrong]), wrong).rejects.toThrow();
  });
});

describe('what is printed on cards and filters', () => {
  it.each(['户外团建', '互联网', '免费', 'PDF', 'pptx', '婚礼策划', '年会庆典', '企业年会', '年会策划'])('%s finds works', async (word) => {
    expect((await found(word)).titles.length).toBeGreaterThan(1);
  });

  it('says what matched where the title does not', async () => {
    const { list } = (await found('互联网')).list.result;
    const outside = list.filter(({ title }) => !title.includes('互联网'));
    expect(outside.length).toBeGreaterThan(0);
    for (const card of outside) expect(card.match?.where).toBe('标签与分类：互联网');
    const [titled] = (await found('发布会')).list.result.list;
    expect(titled?.match).toEqual({ words: ['发布会'], where: '' });
  });
});

describe('suggestions', () => {
  it('come by beginning, pinyin and initials', async () => {
    expect(await suggestWords(ctx, '年')).toContain('年会');
    expect(await suggestWords(ctx, 'nianh')).toContain('年会');
    expect(await suggestWords(ctx, 'nian h')).toContain('年会');
    expect(await suggestWords(ctx, 'fb')).toContain('发布会');
    for (const nothing of ['', '  ', '%', "'", '龘']) expect(await suggestWords(ctx, nothing)).toEqual([]);
  });

  it('27.7 are a call of the gateway: words by pinyin with and without tones, works that open, publishers, ways that find', async () => {
    await ctx.db.execute(sql`update users set nickname = '发布会工坊', works_num = 3`);
    const offered = async (keyword: string) =>
      (await t.call<Suggestion[]>('GET', '/index/search/suggest', { query: { keyword } })).body.data;
    const of = (rows: Suggestion[], group: string) => rows.filter((row) => row.group === group);
    for (const typed of ['nianh', 'niánh', 'nian2hui4', 'nh'])
      expect(
        of(await offered(typed), 'word').map(({ text }) => text),
        typed,
      ).toContain('年会');
    for (const typed of ['发布会', 'fabuhui', '发布会 免费', '年会', '年']) {
      const rows = await offered(typed);
      expect(rows.length, typed).toBeLessThanOrEqual(8);
      if (!typed.includes('免费')) expect(of(rows, 'work').length, typed).toBeGreaterThan(0);
      for (const { text, href } of of(rows, 'work')) expect(titles.get(Number(href?.split('id=')[1])), typed).toBe(text);
      for (const { href } of of(rows, 'way')) {
        const asked = new URL(href ?? '', 'http://site.test').searchParams;
        const { list } = await searchView(ctx, asked.get('keyword') ?? '', asked.get('type'), () => ({}));
        expect(list.search?.answer, href).toBe('all');
        expect(list.result.total, href).toBeGreaterThan(0);
      }
    }
    expect(of(await offered('发布会'), 'publisher')).toEqual([
      { group: 'publisher', text: '发布会工坊', href: expect.stringContaining('uid='), note: '发布 3' },
    ]);
    expect(of(await offered('年会'), 'way').length).toBeGreaterThan(0);
    for (const nothing of ['', '%', '龘']) expect(await offered(nothing), nothing).toEqual([]);
  });
});
