import { beforeAll, describe, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { type Ctx, createCtx, inTransaction } from '#server/app/ctx.ts';
import { boot } from '#server/boot.ts';
import { ensureTerm, termNames } from '#server/modules/catalog/index.ts';
import { changeWords, dictionaryOf, numbersIn, savePins } from '#server/modules/search/index.ts';
import { forgetSignals } from '#server/modules/search/read-tiers.ts';
import { queryDesk } from '#server/views/admin/search-desk.ts';
import { searchView } from '#server/views/search.ts';
import { testApp } from '../support/app.ts';
import { makePublisher } from '../support/catalog.ts';
import { publishDemoWords } from '../support/judged-catalogue.ts';

const t = testApp();
let ctx: Ctx;
let staff: Ctx;
beforeAll(async () => {
  ctx = t.ctx();
  await publishDemoWords(ctx);
  const user_id = await makePublisher(ctx);
  staff = createCtx(t.app, { kind: 'user', user_id, token_id: 0, roles: ['operator'], address: '' }, 'test');
});

const view = (keyword: string, kind: string | null = null) => searchView(ctx, keyword, kind, () => ({}));
/** One of each way to be answered. */
const ANSWERED = [
  ['年会', 'all'],
  ['厨房团建', 'few'],
  ['年绘方案', 'meant'],
  ['草坪活动不要婚礼', 'all'],
  ['水下骑行', 'fewer'],
] as const;

describe('27.3 the help stands below results, not in their place', () => {
  it.each(ANSWERED)(
    '%s is answered by %s: works first, and words to try beside them where its own words did not find all',
    async (keyword, answer) => {
      const { list, near } = await view(keyword);
      expect([list.search?.answer, list.result.list.length > 0]).toEqual([answer, true]);
      expect(near !== undefined).toBe(answer !== 'all');
    },
  );

  it('signs of no language find nothing, and popular works stand beside the help', async () => {
    const { list, near, popular = [] } = await view('龘靐齉');
    expect([list.search?.answer, near !== undefined, popular.length > 0]).toEqual(['none', true, true]);
  });
});

describe('27.7 who is searched for by name', () => {
  it('stands above what was found instead; no name stands above what all words found', async () => {
    await t.app.db.execute(`update users set nickname = '山海壹间', works_num = 4 where nickname = '策划人3号'`);
    const { publishers, list } = await view('山海壹间');
    expect(publishers).toEqual([{ id: expect.any(Number), nickname: '山海壹间', works_num: 4 }]);
    expect(list.search?.answer).not.toBe('all');
    expect((await view('山海壹间策划')).publishers).toBeUndefined();
    expect((await view('年会')).publishers).toBeUndefined();
  });
});

describe('27.4 why here: the parts of a hit add up to its sum, and the sums to the order shown', () => {
  it.each([
    ...[
      '年会',
      '婚礼',
      '年会 300人 预算8万',
      '杭州互联网公司团建',
      '厨房团建',
      '马拉松 免费',
      '溯溪团建',
      '年绘方案',
      '快闪 不要美妆',
      '市集运营',
    ],
    ...['发布会ppt', '五十人公司年会', '户外草坪婚礼下雨'],
  ])('%s', async (keyword) => {
    const { hits } = await queryDesk(staff, { keyword, kind: '' });
    expect(hits.length).toBeGreaterThan(0);
    for (const { title, points, total } of hits) {
      expect(Math.abs(points.reduce((sum, one) => sum + one.points, 0) - total), title).toBeLessThan(0.51);
      // what is said of fame and age is no more than these may add: the rest is told by its reason
      const fame = points.find(({ reason }) => reason.startsWith('热度与时间'))?.points ?? 0;
      expect(Math.abs(fame), `${title}: ${JSON.stringify(points)}`).toBeLessThanOrEqual(15.5);
    }
    const stays = hits.filter(({ points }) => !points.some(({ reason }) => reason.includes('让位')));
    const sums = stays.map(({ total }) => total);
    expect(sums).toEqual(sums.toSorted((a, b) => b - a));
    // and it is the order that readers see
    const { list } = await view(keyword);
    expect(hits.map(({ id }) => id)).toEqual(list.result.list.slice(0, hits.length).map(({ id }) => id));
  });

  it('a pinned work says so instead, and what learning moved says where it stood without', async () => {
    const [, , third] = (await view('婚礼')).list.result.list;
    await savePins(staff, { keyword: '婚礼', item_ids: [third?.id ?? 0] });
    forgetSignals(ctx);
    const pinned = (await queryDesk(staff, { keyword: '婚礼', kind: '' })).hits[0];
    expect([pinned?.id, pinned?.pinned, pinned?.points]).toEqual([third?.id, true, []]);
    await savePins(staff, { keyword: '婚礼', item_ids: [] });
    forgetSignals(ctx);
    const { hits, key } = await queryDesk(staff, { keyword: '团建', kind: '' });
    // presses are worth less than a word of the title
    const place = hits.findLastIndex(({ points }) => points.some(({ reason }) => reason.startsWith('标题')));
    const last = hits[place];
    expect(place).toBeGreaterThan(1);
    await t.app.db.execute(`insert into search_scores (key, item_id, score) values ('${key}', ${last?.id}, 1e12)`);
    forgetSignals(ctx);
    const moved = (await queryDesk(staff, { keyword: '团建', kind: '' })).hits[0];
    expect([moved?.id, moved?.unlearned]).toEqual([last?.id, place + 1]);
    expect(moved?.points.find(({ reason }) => reason === '读者点击')?.points).toBeGreaterThan(20);
  });
});

describe('27 page and call say the same', () => {
  it.each(ANSWERED)('%s', async (keyword) => {
    const { list } = await view(keyword, 'scheme');
    const call = await t.call<{ list: Array<{ id: number }>; total: number; answer: string }>('POST', '/scheme/index/search', {
      body: { keyword },
    });
    expect(call.body.data).toMatchObject({ answer: list.search?.answer, total: list.result.total });
    expect(call.body.data.list.map(({ id }) => id)).toEqual(list.result.list.map(({ id }) => id));
  });
});

describe('27.1 the dictionary', () => {
  it('has every category, term and tag of the catalogue, each whole, and no single sign beside one', async () => {
    await inTransaction(ctx, (tx) => ensureTerm(tx, KINDS.scheme, { facet: 'activity', name: '砼栀纪', parent_id: null }));
    t.clock.advance_ms(61_000);
    await expect.poll(async () => (await dictionaryOf(ctx)).classOf('砼栀纪'), { timeout: 5_000 }).toBe('event');

    const dictionary = await dictionaryOf(ctx);
    const names = (await termNames(ctx, 10_000)).map(({ name }) => name.normalize('NFKC').toLowerCase());
    const words = names.filter((name) => /^\p{Script=Han}{2,12}$/u.test(name));
    expect(words.length).toBeGreaterThan(100);
    expect(words.filter((word) => dictionary.classOf(word) === undefined)).toEqual([]);
    expect(words.filter((word) => dictionary.cut(word).join() !== word)).toEqual([]);
    expect(dictionary.cut('办砼栀纪')).toContain('砼栀纪');
  });

  it('takes a change of the console within a minute in every process', async () => {
    const other = await boot(t.config, { clock: t.clock, work: false });
    const there = createCtx(other.app, { kind: 'job', name: 'test' }, 'test');
    try {
      expect((await dictionaryOf(there)).classOf('琉璃厢')).toBeUndefined();
      await changeWords(staff, [
        { list: 'trade', add: ['琉璃厢'], remove: [] },
        { list: 'synonyms', add: ['云阶宴 = 年会'], remove: [] },
      ]);
      t.clock.advance_ms(59_000);
      for (const of of [ctx, there])
        await expect
          .poll(async () => {
            const dictionary = await dictionaryOf(of);
            return [dictionary.classOf('琉璃厢'), dictionary.synonymsOf('云阶宴').includes('年会')];
          })
          .toEqual(['word', true]);
      const { list } = await searchView(there, '云阶宴', null, () => ({}));
      expect(list.result.list[0]?.title).toMatch(/年会/);
    } finally {
      await other.stop();
    }
  });
});

it('27 numbers as the assistant reads them are those of the search', () => {
  expect(numbersIn('三百人的年会，预算八万')).toEqual({ people: 300, money_fen: 8_000_000 });
});
