import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ItemFilter } from '#contract/item.ts';
import { KINDS, type KindKey } from '#contract/kinds.ts';
import { kindFilters } from '#server/modules/catalog/index.ts';
import { correctKeyword } from '#server/modules/search/index.ts';
import { searchView } from '#server/views/search.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { publishDemoWords } from '../support/judged-catalogue.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
  await publishDemoWords(t.ctx());
});
afterAll(() => t.stop());

const ask = (keyword: string, filter: ItemFilter = {}, kind: KindKey | null = null) => searchView(t.ctx(), keyword, kind, () => filter);

const EVENTS = ['年会', '团建', '婚礼', '发布会', '亲子活动', '开业'];
const BESIDE = ['酒店', '户外', '室内', '线上', '公园', '草坪', '体育馆', '游轮', '学校', '夏天', '冬季', '周末', '夜晚'];
const PHRASES = ['想在酒店办年会', '想找一个酒店里的年会', '海边年会', '春节年会', '成都年会', '200人年会方案'];

it('S3 an event opens on schemes whatever is said of its place and time, and where few of them hold all of it they are filled up', async () => {
  const wrong: string[] = [];
  for (const keyword of [...BESIDE.flatMap((one) => EVENTS.map((event) => `${one}${event}`)), ...PHRASES]) {
    const { kinds, list } = await ask(keyword);
    const tab = kinds.find(({ kind }) => kind === list.kind);
    if (list.kind !== KINDS.scheme.key || list.result.total < 3 || tab?.total !== list.result.total)
      wrong.push(`${keyword}: ${list.kind} ${list.result.total}, tab ${tab?.total}`);
  }
  expect(wrong).toEqual([]);
});

it('S3 a place that is looked for itself opens on what may be rented, and a case that says all of it on cases', async () => {
  expect((await ask('年会场地')).list.kind).toBe(KINDS.resource.key);
  expect((await ask('年会酒店')).list.kind).toBe(KINDS.resource.key);
  const { kinds } = await ask('会议室年会');
  expect(kinds.find(({ kind }) => kind === KINDS.scheme.key)?.total).toBeGreaterThanOrEqual(3);
});

it.each(['200人年会方案', '团建', '快闪'])(
  'S3 %s with filters that none passes says so, in list and tab, and puts nothing in its place',
  async (keyword) => {
    const { categories } = await kindFilters(t.ctx(), KINDS.scheme);
    for (const { id, children = [] } of categories)
      for (const filter of [
        { cid: id, price: '50-100' as const },
        ...children.map((child) => ({ cid: id, cid2: child.id, format: 'docx' })),
      ]) {
        const { list, kinds, near, popular } = await ask(keyword, filter, 'scheme');
        expect(kinds.find(({ kind }) => kind === list.kind)?.total).toBe(list.result.total);
        expect(list.search?.answer).not.toBe('category');
        if (list.result.total === 0) expect([list.search?.answer, near, popular]).toEqual(['none', undefined, undefined]);
      }
  },
);

const MASH =
  `asdfqwe qwertyu fghjkl asdf qwer zxcv asdfgh asdfghjkl qwertyuiop zxcvbnm qweasd qweasdzxc asdasd asdasdasd qwqwqw jkljkl hjkl hjkhjk
  dfgdfg sdfsdf sdfghj xcvbnm poiuyt lkjhgf mnbvcx qazwsx wsxedc edcrfv rfvtgb fdsa fdsafdsa gfdsa aaaa ssss dddddd jjjjjj kkkkk llllll abcabc
  abcdefg xyzxyz uiop yuiop tyui ghjk dfgh cvbn wertyu sdfqwer asdqwe123 dsfsdf fsdfds gdfgdf hfghfgh werwer rtyrty tyutyu bnmbnm nmnmnm`.split(
    /\s+/,
  );

it('keys that were only pressed are taken for nothing', async () => {
  const invented: string[] = [];
  for (const keys of MASH) {
    const meant = await correctKeyword(t.ctx(), keys);
    if (meant !== null) invented.push(`${keys}: ${meant}`);
  }
  expect(invented).toEqual([]);
});

it.each([
  ['nianhui', '年会'],
  ['tuanjian', '团建'],
  ['nianhiu', '年会'],
  ['tuanjain', '团建'],
  ['nh', '年会'],
  ['fbh', '发布会'],
  ['nhfa', '年会方案'],
  ['gongsinianhui', '公司年会'],
  ['tuanjianfangan', '团建方案'],
])('%s is still %s', async (typed, meant) => expect(await correctKeyword(t.ctx(), typed)).toBe(meant));

it('a city that is named stands first, and a list without it says so', async () => {
  const { list } = await ask('成都 场地', {}, 'resource');
  expect(list.search?.in_city).toBe(true);
  expect(list.result.list[0]?.title).toContain('成都');
  expect((await ask('拉萨 年会', {}, 'scheme')).list.search?.in_city).toBe(false);
  expect((await ask('年会')).list.search?.in_city).toBeUndefined();
});
