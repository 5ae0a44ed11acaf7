import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ACCESS_TABLE, type TableReader } from '#contract/access-table.ts';
import type { DownloadAnswer } from '#contract/download.ts';
import { FOCUS_SHOP } from '#contract/focus.ts';
import type { AccessDecision, AccessOffer, ItemDetail } from '#contract/item.ts';
import { KINDS, type KindFacts, VIP_ALL } from '#contract/kinds.ts';
import { RISK_TIPS, type ShopCard } from '#contract/shop.ts';
import { shownFields } from '#contract/shown-fields.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { installDefaultTerms, setItemStatus } from '#server/modules/catalog/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { certifyShop } from '#server/modules/shops/index.ts';
import { homeView } from '#server/views/home.ts';
import { shopScreen } from '#server/views/shop-screens.ts';
import { priceLabel } from '#ui/price-text.ts';
import { contactPrice, pageActions } from '../../src/features/item-detail/actions.ts';
import { offerOf } from '../../src/features/item-detail/offer.ts';
import { testApp } from '../support/app.ts';
import { settleOutbox } from '../support/catalog.ts';
import { makeItem as makeFileItem, makePerson, type Person } from '../support/item-world.ts';
import { growKindWorks, KIND_OF, type KindColumn, type KindWorks } from '../support/kind-works.ts';
import { publishSample, storePhotographs } from '../support/picture-works.ts';

/**
 * States and edge cases by kind (section 10b of the checklist of kinds): a row a state, a column a kind, each cell asserted here, shown by
 * another test that is named with the words it must hold, or `null` where the specification has nothing.
 */
const { scheme, ppt, design, resource } = KINDS;
type Column = KindColumn | 'shop';
type SoldColumn = 'ppt' | 'sample' | 'design';
type Check = () => Promise<void>;
type Cell = Check | { shown_by: string; words: string } | null;

const elsewhere = (shown_by: string, words: string): Cell => ({ shown_by, words });

const t = testApp();
let w: KindWorks;
beforeAll(async () => {
  await inTransaction(t.ctx(), (tx) => installDefaultTerms(tx));
  w = await growKindWorks(t);
});

const as = (person: Person) => createCtx(t.app, person.actor, 'test');
const offers = (access: AccessDecision | undefined) =>
  access === undefined || access.allowed
    ? ''
    : access.offers
        .map((offer: AccessOffer) => {
          if (offer.kind === 'buy') return `buy ${offer.price}`;
          if (offer.kind === 'membership') return `vip ${offer.vip_type} ${offer.price_then}`;
          return offer.kind;
        })
        .join(', ');

/** The rows of the access table that need no quota, over the real call. */
const readersOfSold = (column: SoldColumn) => async () => {
  const { sale } = KIND_OF[column];
  const of = await w.make(column, { price_fen: 2_000 });
  const other = [ppt, design].find(({ key }) => key !== column)?.sale.vip_type ?? 0;
  const people: Partial<Record<TableReader, Person | undefined>> = {
    visitor: undefined,
    user: w.reader,
    owner: w.owner,
    unlimited: await w.member(sale.vip_type),
    other_member: await w.member(other),
    all_site: await w.member(VIP_ALL),
    ...(column === 'sample' ? { opener: await w.member(scheme.sale.vip_type) } : {}),
  };
  for (const [who, person] of Object.entries(people)) {
    const row = ACCESS_TABLE[column].find((one) => one.rule === 'paid' && one.reader === who);
    const { data } = (await w.detail(column, of, person)).body;
    const { access } = data;
    expect([who, access?.allowed ? access.right : null, offers(access)]).toEqual([
      who,
      row?.right,
      row?.offers.replaceAll('{vip}', String(sale.vip_type)),
    ]);
    expect(data.is_mine).toBe(who === 'owner');
  }
};

/** Nothing of it is anybody's alone: everybody gets the same work. */
const readersOfCase = (column: KindColumn) => async () => {
  for (const person of [undefined, w.reader, w.owner, await w.member(VIP_ALL)]) {
    const { status, body } = await w.detail(column, w.id(column), person);
    expect([status, body.data['title']]).toEqual([200, `${KIND_OF[column].noun} 西溪`]);
  }
};

const freeOfSold = (column: SoldColumn, label: string | null) => async () => {
  const { data } = (await w.detail(column, w.id(column), w.reader)).body;
  expect(data).toMatchObject({ is_download: 1, price: 0 });
  const offer = offerOf(KIND_OF[column], await w.shown(column), { vip_route: null });
  const { main, none } = pageActions(offer, data as ItemDetail);
  expect(none ? null : main.label).toBe(label);
};

/** Paid, members only, used up, daily limit and captcha, by the call that downloads. */
const limitsOfFile = (column: 'ppt' | 'design') => async () => {
  const kind = KIND_OF[column];
  const file = (change: object) => makeFileItem(t, { kind, publisher_id: w.owner.id, ...change });
  const take = async (of: { id: number }, person: Person) => {
    const answer = await t.call<DownloadAnswer>('POST', kind.calls.download, { token: person.token, body: { id: of.id } });
    return answer.body.code === 0 ? answer.body.data.status : answer.status;
  };
  expect(await take(await file({ price_fen: 2_000 }), w.reader)).toBe(403);
  const limited = await w.member(kind.sale.vip_type, 1);
  const [one, two] = [await file({ vip_only: true }), await file({ vip_only: true })];
  expect([await take(one, limited), await take(two, limited), await take(one, limited)]).toEqual([1, 403, 1]);
  expect((await w.detail(column, two.id, limited)).body.data.last_lock_num).toEqual({ all: 1, last: -1 });
  expect((await w.detail(column, (await file({ price_fen: 2_000 })).id, limited)).body.data).toMatchObject({ vip_price: 15, is_vip: 1 });
  const person = await makePerson(t);
  const free = [await file({}), await file({}), await file({})] as const;
  await setSetting(t.ctx(), 'free_downloads_per_day', 2);
  await setSetting(t.ctx(), 'captcha_after_downloads', 1);
  expect([await take(free[0], person), await take(free[1], person)]).toEqual([1, 4]);
  await setSetting(t.ctx(), 'captcha_after_downloads', 1_000);
  expect([await take(free[1], person), await take(free[2], person), await take(free[0], person)]).toEqual([1, 3, 1]);
};

/** No such id, held, taken down, somebody's draft, another kind's: no answer and no page; the page leads where the kind says. */
const missing = (column: KindColumn, leads_to: string) => async () => {
  const held = await w.make(column, { status: 'reviewing' });
  const gone = await w.make(column);
  await inTransaction(t.ctx(), (tx) => setItemStatus(tx, gone, ['published'], 'taken_down'));
  const draft = await w.make(column, { status: 'draft' });
  await settleOutbox(t.ctx());
  const foreign = w.id(column === 'ppt' ? 'design' : 'ppt');
  for (const of of [held, gone, draft, foreign, 999_999]) {
    expect([of, (await w.detail(column, of)).status, (await w.detail(column, of, w.reader)).status]).toEqual([of, 404, 404]);
    expect([of, await w.screen(column, of)]).toEqual([of, null]);
  }
  for (const of of ['0', '-1', 'abc', '1.5', '']) {
    expect([of, (await w.detail(column, of)).body.code === 0]).toEqual([of, false]);
    expect([of, await w.screen(column, of)]).toEqual([of, null]);
  }
  // its publisher reads what is not out, and nobody else's page of it
  expect((await w.detail(column, held, w.owner)).body.code).toBe(0);
  expect(KIND_OF[column].paths.missing).toBe(leads_to);
};

const pictures = (column: KindColumn, numbers_of: number[]) => async () => {
  for (const n of numbers_of) {
    const of = await w.make(column, { page_texts: Array.from({ length: n }, () => '字') });
    const { imgs, pages } = await w.shown(column, of);
    expect([imgs.length, pages]).toEqual([Math.min(n, 2), n]);
    expect((await w.detail(column, of)).status).toBe(200);
  }
};

/** The shop as a detail shows it: without a licence, certified, of four and of five years. */
const shopMarks = (column: Column) => async () => {
  const person = await makePerson(t);
  const year = t.clock.now().getFullYear();
  const open = (change: object) => w.openShop(person, { name: `运河花艺${person.id}`, ...change });
  const of = await open({ established: String(year - 4) });
  const staff = await makePerson(t, { roles: ['operator'] });
  const at = column === 'shop' ? of : await w.make(column, { publisher_id: person.id, shop_id: of });
  const card = async () => (await w.screen(column, at))?.shop;
  const told = async () =>
    column === 'shop'
      ? (await t.call<ShopCard>('GET', '/resource/resource/shopInfo', { query: { shop_id: of } })).body.data
      : ((await w.detail(column, at)).body.data['shop'] as ShopCard);
  expect(await card()).toMatchObject({ risk_tips: RISK_TIPS, is_vip: 0, is_gold_certification: 0, establish_year: 4 });
  expect((await told()).is_vip).toBe(0);
  await open({ established: String(year - 5), licence: '91330106MA2AXCQD0E' });
  await certifyShop(as(staff), of, { is_gold: true, is_vip: true, labels: ['quick'] });
  expect(await card()).toMatchObject({
    risk_tips: '',
    is_vip: 1,
    is_gold_certification: 1,
    establish_year: 5,
    lable: [{ name: '响应快' }],
  });
  expect((await told()).is_vip).toBe(1);
};

const dearLabel = (column: SoldColumn) => async () => {
  const of = await w.make(column, { price_fen: 1_234_500 });
  expect(priceLabel(await w.shown(column, of))).toBe('¥1.23万');
};

/** Pressed twice, an answer each; the counter moves once. */
const collectedTwice = (column: KindColumn) => async () => {
  const kind: KindFacts = KIND_OF[column];
  const person = await makePerson(t);
  const mark = (method: 'POST' | 'DELETE') =>
    t.call(method, '/api/tools/collect', { token: person.token, body: { rid: w.id(column), type: kind.types.collect } });
  const count = async () =>
    (
      await t.call<{ collect_num: number; is_collect: number }>('GET', '/api/tools/detail', {
        token: person.token,
        query: { rid: w.id(column), type: kind.types.collect ?? 0 },
      })
    ).body.data;
  const before = (await count()).collect_num;
  expect([(await mark('POST')).body.msg, (await mark('POST')).body.code]).toEqual(['收藏成功', 0]);
  expect(await count()).toMatchObject({ collect_num: before + 1, is_collect: 1 });
  expect([(await mark('DELETE')).body.msg, (await mark('DELETE')).body.code]).toEqual(['取消收藏成功', 0]);
  expect(await count()).toMatchObject({ collect_num: before, is_collect: 0 });
};

const likedTwice = (column: 'resource_case' | 'supplier_case') => async () => {
  const { like } = KIND_OF[column].calls;
  const person = await makePerson(t);
  const press = async (method: 'POST' | 'DELETE') =>
    (await t.call<{ zan: number }>(method, like.path, { token: person.token, body: { case_id: w.id(column) } })).body.data.zan;
  const second =
    like.how === 'set' ? ([await press('POST'), await press('DELETE')] as const) : ([await press('POST'), await press('POST')] as const);
  expect(second).toEqual([1, 0]);
};

const followedTwice: Check = async () => {
  const person = await makePerson(t);
  const mark = (method: 'POST' | 'DELETE') =>
    t.call(method, '/api/tools/focus', { token: person.token, body: { rid: w.shop_id, type: FOCUS_SHOP } });
  const num = async () =>
    (await t.call<ShopCard>('GET', '/resource/resource/shopInfo', { query: { shop_id: w.shop_id } })).body.data.focus_num;
  const before = await num();
  for (const method of ['POST', 'POST'] as const) expect((await mark(method)).body.code).toBe(0);
  expect(await num()).toBe(before + 1);
  for (const method of ['DELETE', 'DELETE'] as const) expect((await mark(method)).body.code).toBe(0);
  expect(await num()).toBe(before);
};

/** Fewer than a batch are shown once each; the next batch goes round, or is empty where the list ends; 0 is asked by nobody and refused. */
const recommended =
  (column: KindColumn, ends = false) =>
  async () => {
    await w.make(column);
    // candidates are kept for half a minute
    t.clock.advance_ms(31_000);
    const first = await w.related(column, w.id(column));
    const ids = first.data.list.map((card) => card.id);
    expect(ids.length).toBeGreaterThan(0);
    expect(ids.length).toBeLessThanOrEqual(KIND_OF[column].calls.related.limit);
    expect(ids).not.toContain(w.id(column));
    expect(new Set(ids).size).toBe(ids.length);
    const later = (await w.related(column, w.id(column), 40)).data.list;
    expect(later.length > 0).toBe(!ends);
    if (column !== 'sample') expect((await w.related(column, 0)).code).toBe(1);
  };

const MATRIX: Record<string, Record<Column, Cell>> = {
  'visitor, signed in, publisher, member of the kind, of another, of all': {
    ppt: readersOfSold('ppt'),
    sample: readersOfSold('sample'),
    design: readersOfSold('design'),
    resource: async () => {
      const [nobody, signed, own] = [
        await w.detail('resource', w.id('resource')),
        await w.detail('resource', w.id('resource'), w.reader),
        await w.detail('resource', w.id('resource'), w.owner),
      ];
      expect(nobody.body.data).toMatchObject({ price: 0, price_max: 0, show_price: 0 });
      for (const one of [signed, own]) expect(one.body.data).toMatchObject({ price: 12_345, show_price: 1 });
    },
    resource_case: readersOfCase('resource_case'),
    supplier_case: readersOfCase('supplier_case'),
    shop: async () => {
      const info = (person?: Person) =>
        t.call<ShopCard & { is_follow: number }>('GET', '/resource/resource/shopInfo', {
          query: { shop_id: w.shop_id },
          ...(person ? { token: person.token } : {}),
        });
      for (const person of [undefined, w.reader, w.owner])
        expect((await info(person)).body.data).toMatchObject({ id: w.shop_id, name: '西溪场地', is_follow: 0 });
    },
  },
  free: {
    ppt: freeOfSold('ppt', '立即下载'),
    sample: freeOfSold('sample', null),
    design: freeOfSold('design', '下载设计文件'),
    resource: null,
    resource_case: null,
    supplier_case: null,
    shop: null,
  },
  'paid, members only, member price, unlocks used up, daily limit (3), captcha (4)': {
    ppt: limitsOfFile('ppt'),
    sample: elsewhere('tests/http/bigcase-calls.test.ts', 'tells who may not what would open it'),
    design: limitsOfFile('design'),
    // what a contact costs is the business of contacts; the page says what there is
    resource: async () => {
      const contact = { href: '/', label: '联系供应商', priced: true };
      expect(contactPrice(contact, null, false)).toBeNull();
    },
    resource_case: null,
    supplier_case: null,
    shop: null,
  },
  'no such id, held, taken down, another kind’s': {
    ppt: missing('ppt', '/hmh?type=1'),
    sample: missing('sample', '/hmh?type=1'),
    design: missing('design', '/hmh?type=1'),
    resource: missing('resource', '/hmh?type=2'),
    resource_case: missing('resource_case', '/hmh?type=2'),
    supplier_case: missing('supplier_case', '/hmh?type=2'),
    shop: async () => {
      for (const of of ['999999', '0', 'abc']) {
        expect(await w.screen('shop', of)).toBeNull();
        expect((await t.call('GET', '/resource/resource/shopInfo', { query: { shop_id: of } })).body.code).not.toBe(0);
      }
    },
  },
  'no images, one image, a film instead': {
    ppt: pictures('ppt', [0, 1, 3]),
    sample: async () => {
      await pictures('sample', [1, 3])();
      const none = await publishSample(t, w.owner, {
        pictures: await storePhotographs(t, w.owner, ['teal']),
        price_type: 'free',
        fields: { album: '0' },
      });
      const album = await t.call('GET', '/sample/photo', { token: w.reader.token, query: { sample_id: none.id ?? 0 } });
      expect(album.body.msg).toBe('该案例暂无云相册');
    },
    design: pictures('design', [1, 3]),
    resource: async () => {
      expect((await w.shown('resource')).video).toBeNull();
      expect((await w.detail('resource', w.id('resource'))).body.data['video_url']).toBe('');
    },
    // the frame of both kinds of cases is one
    resource_case: elsewhere('tests/http/catalog-pages.test.ts', 'shows the film of a case in the place of its carousel'),
    supplier_case: elsewhere('tests/http/catalog-pages.test.ts', 'shows the film of a case in the place of its carousel'),
    shop: async () => {
      const empty = await w.openShop(await makePerson(t), { name: '还没有作品' });
      const found = await shopScreen(w.visitor(), empty, { tab: 0, page: 9 });
      expect(found).toMatchObject({ works: { list: [], total: 0, page: 1 }, tabs: [{ total: 0 }, { total: 0 }] });
    },
  },
  'start = end, price = upper end, upper end absent or below': {
    ppt: null,
    sample: async () => {
      expect((await w.facts('sample'))['日期']).toBe('2026-03-01');
      const two = await w.make('sample', {
        details: { fields: { theme: '两天', start_time: '2026-03-01', end_time: '2026-03-02', album: '1' } },
      });
      expect((await w.facts('sample', two))['日期']).toBe('2026-03-01 至 2026-03-02');
    },
    design: null,
    resource: async () => {
      const price = async (of: number) => {
        const { data } = (await w.detail('resource', of, w.reader)).body;
        return [data['price'], data['price_max']];
      };
      expect(await price(w.id('resource'))).toEqual([12_345, 0]);
      const priced = (fields: Record<string, string>) => w.make('resource', { details: { fields } });
      expect(await price(await priced({ price: '500', price_max: '800' }))).toEqual([500, 800]);
      expect(await price(await priced({ price: '500', price_max: '400' }))).toEqual([500, 0]);
      expect(await price(await priced({ price: '500' }))).toEqual([500, 0]);
    },
    resource_case: null,
    supplier_case: async () => {
      expect(await w.facts('supplier_case')).toMatchObject({ 活动时间: '2026-05-01', 价格: '¥1.23万' });
      const ranged = await w.make('supplier_case', {
        details: { fields: { custom_name: '山海', start_time: '2026-05-01', end_time: '2026-05-03', price: '500', max_price: '800' } },
      });
      expect(await w.facts('supplier_case', ranged)).toMatchObject({ 活动时间: '2026-05-01 至 2026-05-03', 价格: '¥500 至 ¥800' });
    },
    shop: null,
  },
  'a shop without licence, with crown and gold, of 4 and 5 years': {
    ppt: null,
    sample: null,
    design: null,
    resource: shopMarks('resource'),
    resource_case: shopMarks('resource_case'),
    supplier_case: shopMarks('supplier_case'),
    shop: shopMarks('shop'),
  },
  'long supplement key, price above 10000, membership beyond 2124': {
    ppt: dearLabel('ppt'),
    sample: dearLabel('sample'),
    design: dearLabel('design'),
    resource: async () => {
      const { fields } = await w.shown('resource');
      expect(shownFields(resource, fields).lists).toEqual([{ label: '补充信息', pairs: [{ key: '最多可容纳…', value: '800 人' }] }]);
      const of = await w.make('resource');
      const told = (await w.detail('resource', of, w.reader)).body.data;
      expect(contactPrice({ href: '/', label: '', priced: true }, told as ItemDetail, true)).toBe('¥1.23万');
    },
    resource_case: elsewhere('src/ui/price-text.test.ts', '万'),
    supplier_case: async () => expect((await w.facts('supplier_case'))['价格']).toBe('¥1.23万'),
    shop: elsewhere('src/ui/time-text.test.ts', '终身'),
  },
  'colour mode of flat designs only': {
    ppt: null,
    sample: null,
    design: async () => {
      expect(await w.facts('design')).toMatchObject({ 类型: '平面', 颜色模式: 'CMYK' });
      const solid = await w.make('design', { details: { fields: { type: '2', color_mode: 'CMYK', file_format: 'MAX' } } });
      expect(await w.facts('design', solid)).toEqual({ 类型: '3D', 文件格式: 'MAX' });
      expect((await w.detail('design', solid)).body.data['color_mode']).toBe('');
    },
    resource: null,
    resource_case: null,
    supplier_case: null,
    shop: null,
  },
  'tags as a comma string, none, as a list': {
    ppt: async () => {
      expect((await w.detail('ppt', w.id('ppt'))).body.data['tags']).toBe('年会,国潮');
      expect((await w.detail('ppt', await w.make('ppt', { tags: [] }))).body.data['tags']).toBe('');
    },
    sample: null,
    design: async () => {
      expect((await w.detail('design', w.id('design'))).body.data['tags']).toEqual(['年会', '国潮']);
      expect((await w.detail('design', await w.make('design', { tags: [] }))).body.data['tags']).toEqual([]);
    },
    resource: async () => expect((await w.detail('resource', w.id('resource'))).body.data['tags']).toBe('年会,国潮'),
    resource_case: async () => expect((await w.detail('resource_case', w.id('resource_case'))).body.data['tags']).toBe('年会,国潮'),
    supplier_case: null,
    shop: null,
  },
  'first, last free, last and locked page; warnings of 500 ms': {
    ppt: elsewhere('tests/e2e/item-detail.test.ts', '解锁后查看全部内容'),
    sample: elsewhere('tests/e2e/picture-kinds.test.ts', '已经是最后一页了'),
    design: null,
    resource: null,
    resource_case: null,
    supplier_case: null,
    shop: null,
  },
  'toggles: pressed twice': {
    ppt: collectedTwice('ppt'),
    sample: collectedTwice('sample'),
    design: collectedTwice('design'),
    resource: collectedTwice('resource'),
    resource_case: async () => {
      await collectedTwice('resource_case')();
      await likedTwice('resource_case')();
    },
    supplier_case: likedTwice('supplier_case'),
    shop: followedTwice,
  },
  'toggles: 64 at once, and after the login': {
    ppt: elsewhere('tests/races/engagement-counters.test.ts', 'every kind that is collected'),
    sample: elsewhere('tests/races/engagement-counters.test.ts', 'every kind that is collected'),
    design: elsewhere('tests/races/engagement-counters.test.ts', 'every kind that is collected'),
    resource: elsewhere('tests/races/engagement-counters.test.ts', 'every kind that is collected'),
    resource_case: elsewhere('tests/races/engagement-counters.test.ts', 'likes by the calls of both cases'),
    supplier_case: elsewhere('tests/races/engagement-counters.test.ts', 'likes by the calls of both cases'),
    shop: elsewhere('tests/races/engagement-counters.test.ts', 'unfollows of a shop'),
  },
  'the press goes on after the login': {
    ppt: elsewhere('tests/e2e/engagement.test.ts', 'the press goes on after it'),
    sample: elsewhere('tests/e2e/engagement.test.ts', 'the press goes on after it'),
    design: elsewhere('tests/e2e/engagement.test.ts', 'the press goes on after it'),
    resource: elsewhere('tests/e2e/engagement.test.ts', 'the press goes on after it'),
    resource_case: elsewhere('tests/e2e/engagement.test.ts', 'the press goes on after it'),
    supplier_case: elsewhere('tests/e2e/shops.test.ts', 'its case liked by a reader'),
    shop: elsewhere('tests/e2e/shops.test.ts', 'is followed and its case liked by a reader'),
  },
  'overlay: opened, closed by button, Escape, Back, reload, direct visit, meta restored': {
    ppt: elsewhere('tests/e2e/overlays-of-kinds.test.ts', 'ppt'),
    sample: elsewhere('tests/e2e/overlays-of-kinds.test.ts', 'sample'),
    design: elsewhere('tests/e2e/overlays-of-kinds.test.ts', 'design'),
    resource: elsewhere('tests/e2e/overlays-of-kinds.test.ts', 'resource'),
    resource_case: elsewhere('tests/e2e/overlays-of-kinds.test.ts', 'resource_case'),
    supplier_case: elsewhere('tests/e2e/overlays-of-kinds.test.ts', 'supplier_case'),
    shop: null,
  },
  'fewer recommendations than a batch, the batch goes round, id below 1': {
    ppt: recommended('ppt'),
    sample: recommended('sample'),
    design: recommended('design', true),
    resource: recommended('resource'),
    resource_case: recommended('resource_case'),
    supplier_case: recommended('supplier_case'),
    shop: async () => {
      expect((await shopScreen(w.visitor(), w.shop_id, { tab: 5, page: 99 }))?.works.page).toBe(1);
    },
  },
};

const root = join(import.meta.dirname, '../..');
const cells = Object.entries(MATRIX).flatMap(([state, columns]) =>
  Object.entries(columns).flatMap(([column, cell]) => (cell === null ? [] : [[state, column, cell] as const])),
);

describe('K-022, K-402, K-605 states by kind', () => {
  it.each(cells)('%s: %s', async (_state, _column, cell) => {
    if (typeof cell === 'function') return cell();
    const file = join(root, cell.shown_by);
    expect(existsSync(file), cell.shown_by).toBe(true);
    expect(readFileSync(file, 'utf8').includes(cell.words), `${cell.shown_by}: ${cell.words}`).toBe(true);
  });
});

it('the home page has a work of every kind that has pictures', async () => {
  const { others } = await homeView(w.visitor());
  const kinds = others.map(({ kind }) => kind);
  for (const [column, { key }] of Object.entries(KIND_OF)) expect(kinds, column).toContain(key);
});
