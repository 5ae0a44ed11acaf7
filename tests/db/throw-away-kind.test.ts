import { inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FOCUS_USER } from '#contract/focus.ts';
import type { ItemDetail } from '#contract/item.ts';
import type { KindFacts } from '#contract/kinds.ts';
import { EMPTY_FORM } from '#contract/publish.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import {
  allKinds,
  ensureTerm,
  getItem,
  itemCards,
  itemDetails,
  kindOf,
  kindStore,
  kindTerms,
  listItems,
  recommendItems,
  registerKind,
} from '#server/modules/catalog/index.ts';
import { grantDownload } from '#server/modules/downloads/index.ts';
import { reportContent, setCollected, setFollowed, shareContent, toggleLike } from '#server/modules/engagement/index.ts';
import { reports } from '#server/modules/engagement/tables.ts';
import { refundOrder, takeNotify } from '#server/modules/orders/index.ts';
import { decideWork, listMine, submitItem } from '#server/modules/publishing/index.ts';
import { listReviews } from '#server/modules/review/index.ts';
import { listItemOrders, orderItem } from '#server/modules/sales/index.ts';
import { findItems } from '#server/modules/search/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { itemDetailJson } from '#server/views/item-detail.ts';
import { itemListView } from '#server/views/item-list.ts';
import { itemScreen } from '#server/views/item-screen.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { settleOutbox } from '../support/catalog.ts';
import { makePerson, type Person } from '../support/item-world.ts';
import { payAtProvider, sandbox } from '../support/market.ts';
import { makeRenderedFile } from '../support/publishing.ts';

/** A kind that only this file knows: nothing of the house names it, and everything of the house must carry it. */
const POSTCARD: KindFacts = {
  code: 99,
  key: 'postcard',
  noun: '明信片',
  measure: '张',
  paths: { list: '/postcard', detail: '/postcard/detail', missing: '/hmh?type=1' },
  types: { collect: 91, share: 92, report: 93, zan: 94 },
  sale: {
    ...{ divide_type: 95, coupon_type: 96, vip_type: 97, vip_text: 'postcard', member_discount: 5 },
    vip: { name: '明信片会员', success: 98, section: 'postcard' },
  },
  formats: ['pdf'],
  facets: [
    { key: 'category', param: 'cid', label: '分类', choice: true },
    { key: 'mood', param: 'mood', label: '心情', choice: true },
    { key: 'tag', param: 'tag', label: '标签', choice: false },
  ],
  gives: 'file',
};

interface PostcardDetails {
  item_id: number;
  paper: string;
}

const MATT = -101;

const postcardStore = kindStore<PostcardDetails>({
  facts: POSTCARD,
  details: {
    async insert(db, item_id, { paper = 'matt' }) {
      await db.execute(sql`insert into postcard_details (item_id, paper) values (${item_id}, ${paper})`);
    },
    async update(db, item_id, { paper }) {
      if (paper !== undefined) await db.execute(sql`update postcard_details set paper = ${paper} where item_id = ${item_id}`);
    },
    async load(db, item_ids) {
      const { rows } = await db.execute<PostcardDetails & Record<string, unknown>>(
        sql`select item_id, paper from postcard_details where ${inArray(sql`item_id`, [...item_ids])}`,
      );
      return new Map(rows.map((row) => [Number(row.item_id), row]));
    },
    async remove(db, item_id) {
      await db.execute(sql`delete from postcard_details where item_id = ${item_id}`);
    },
  },
  facetCodes: (_item, details) => (details?.paper === 'matt' ? [MATT] : []),
  searchText: (_item, details) => `纸张 ${details?.paper ?? ''}`,
});

let t: TestApp;
let unregister: () => void;
let publisher: Person;
let buyer: Person;
let happy_id: number;
let id: number;

const as = (person: Person) => createCtx(t.app, person.actor, 'test');

beforeAll(async () => {
  unregister = registerKind(postcardStore);
  t = await startTestApp({ work: false });
  await t.app.db.execute(sql`create table postcard_details (item_id bigint primary key, paper text not null)`);
  publisher = await makePerson(t);
  buyer = await makePerson(t);
});

afterAll(async () => {
  await t?.stop();
  unregister?.();
});

it('is published by the verbs of every kind, with terms and a table of its own', async () => {
  const ctx = as(publisher);
  const { category_id, mood } = await inTransaction(t.ctx(), async (tx) => ({
    category_id: await ensureTerm(tx, POSTCARD, { facet: 'category', parent_id: null, name: '风景' }),
    mood: await ensureTerm(tx, POSTCARD, { facet: 'mood', parent_id: null, name: '高兴' }),
  }));
  happy_id = mood;
  const form = {
    ...EMPTY_FORM,
    title: '海边日出明信片',
    category_id,
    terms: { mood },
    tags: ['海边'],
    price: '20',
    free_pages: 1,
    file_id: await makeRenderedFile(t, publisher, 3),
  };
  const saved = await submitItem(ctx, { kind: POSTCARD, draft_key: 'postcard-1', form });
  id = saved.id;
  expect(saved.status).toBe('published');
  await settleOutbox(t.ctx());
  const item = await getItem(t.ctx(), id);
  expect(item).toMatchObject({ kind: POSTCARD.code, page_count: 3, free_pages: 1, price_fen: 2_000 });
  expect(item?.facets.map(Number)).toEqual(expect.arrayContaining([category_id, mood, MATT]));
  expect(await itemDetails<PostcardDetails>(t.ctx(), { id, kind: POSTCARD.code })).toMatchObject({ paper: 'matt' });
  expect((await listMine(ctx, { kind: POSTCARD, tab: 'published', page: 1, limit: 10 })).list).toMatchObject([{ id, kind: 'postcard' }]);
});

it('stands in its own lists, filters and searches, and in nobody else’s', async () => {
  const ctx = t.ctx();
  const terms = await kindTerms(ctx, POSTCARD);
  expect(terms.facets['mood']?.map(({ name }) => name)).toEqual(['高兴']);
  expect((await listItems(ctx, POSTCARD, { terms: { mood: happy_id } })).list.map((card) => card.id)).toEqual([id]);
  expect((await listItems(ctx, POSTCARD, { terms: { mood: happy_id + 1_000 } })).total).toBe(0);
  expect((await itemListView(ctx, POSTCARD, { price: 'paid' })).result.total).toBe(1);
  expect((await findItems(ctx, POSTCARD, { keyword: '日出' })).list.map((card) => card.id)).toEqual([id]);
  expect((await findItems(ctx, POSTCARD, { keyword: 'matt', terms: { mood: happy_id } })).total).toBe(1);
  for (const kind of allKinds().filter(({ key }) => key !== 'postcard')) {
    expect((await listItems(ctx, kind, {})).total).toBe(0);
    expect((await findItems(ctx, kind, { keyword: '日出' })).total).toBe(0);
  }
  expect((await itemCards(ctx, [id]))[0]).toMatchObject({ kind: 'postcard', title: '海边日出明信片' });
  expect(await recommendItems(ctx, POSTCARD, { id })).toEqual([]);
});

async function detailOf(person: Person): Promise<ItemDetail> {
  const written = await itemDetailJson(as(person), POSTCARD, id);
  return JSON.parse(Buffer.concat(written.pieces).toString()) as ItemDetail;
}

it('shows a page and says what this reader may', async () => {
  const screen = await itemScreen(t.ctx(), POSTCARD, id);
  expect(screen?.item).toMatchObject({ kind: 'postcard', pages: 3, terms: [{ key: 'mood', name: '高兴' }] });
  expect(screen?.item.imgs).toHaveLength(1);
  for (const kind of allKinds().filter(({ key }) => key !== 'postcard')) expect(await itemScreen(t.ctx(), kind, id)).toBeNull();
  const detail = await detailOf(buyer);
  expect(detail.access).toMatchObject({ allowed: false });
  const offers = detail.access.allowed ? [] : detail.access.offers;
  expect(offers).toContainEqual({ kind: 'membership', vip_type: 97, price_then: 10 });
});

it('K-001 is collected, liked, followed, shared and reported by its own numbers only', async () => {
  const ctx = as(buyer);
  await setCollected(ctx, { type: 91, rid: id, on: true });
  await expect(setCollected(ctx, { type: 3, rid: id, on: true })).rejects.toMatchObject({ status: 404 });
  expect(await toggleLike(ctx, { type: 94, rid: id })).toEqual({ zan: 1, like_num: 1 });
  await setFollowed(ctx, { type: FOCUS_USER, rid: publisher.id, on: true });
  const url = `${t.config.site_url}${POSTCARD.paths.detail}?id=${id}`;
  expect((await shareContent(ctx, { type: 92, rid: id, url })).url).toBe(url);
  await reportContent(ctx, { type: 93, rid: id, url, mobile: '13900000000', content: '测试举报', ruid: publisher.id });
  expect(await t.app.db.select({ rid: reports.rid }).from(reports)).toEqual([{ rid: id }]);
  expect(await getItem(t.ctx(), id)).toMatchObject({ collect_num: 1, like_num: 1 });
  expect(await detailOf(buyer)).toMatchObject({ is_collect: 1, is_follow: 1 });
});

it('is bought, paid, downloaded and refunded', async () => {
  const ctx = as(buyer);
  const order = await orderItem(ctx, POSTCARD, { id, balance: 0, user_coupon_id: 0 });
  expect(order).toMatchObject({ price: 20, pay_price: 20 });
  const facts = await payAtProvider(t, order);
  const { body, headers } = sandbox(t).signNotify(facts, t.clock.now());
  expect((await takeNotify(t.app, 'sandbox', Buffer.from(body), new Headers(headers), 'test')).status).toBe(200);
  expect((await detailOf(buyer)).access).toEqual({ allowed: true, right: 'purchase' });
  expect((await listItemOrders(ctx, POSTCARD, { status: null, page: 1, limit: 10 })).list).toMatchObject([{ subject_id: id, status: 2 }]);
  const answer = await grantDownload(ctx, { item_id: id });
  expect(answer).toMatchObject({ status: 1, file_name: '海边日出明信片.pdf' });
  await refundOrder(t.ctx({ kind: 'job', name: 'test' }), { orderid: order.orderid, reason: '测试' });
  expect((await detailOf(buyer)).access).toMatchObject({ allowed: false });
  await expect(grantDownload(ctx, { item_id: id })).rejects.toMatchObject({ status: 403 });
});

it('is held where staff look first, waits in the queue in its own words, and is published by a decision', async () => {
  const ctx = as(publisher);
  const reviewer = await makePerson(t, { roles: ['reviewer'] });
  await setSetting(t.ctx(), 'work_review', 'hold');
  const item = await getItem(t.ctx(), id);
  const form = {
    ...{ ...EMPTY_FORM, title: '雪夜明信片', category_id: Number(item?.category_id), terms: { mood: happy_id }, price: '5', free_pages: 1 },
    file_id: await makeRenderedFile(t, publisher, 2),
  };
  const held = await submitItem(ctx, { kind: POSTCARD, draft_key: 'postcard-2', form });
  expect(held.status).toBe('reviewing');
  const waiting = async () => (await listReviews(as(reviewer), { type: 'work', status: 'open', page: 1, limit: 10 })).list;
  expect(await waiting()).toMatchObject([{ target_id: held.id, subject: { title: '雪夜明信片' } }]);
  expect(await itemScreen(t.ctx(), POSTCARD, held.id)).toBeNull();
  await decideWork(as(reviewer), { id: held.id, action: 'reject', reason: '第二页模糊' });
  expect((await listMine(ctx, { kind: POSTCARD, tab: 'rejected', page: 1, limit: 10 })).list).toMatchObject([{ id: held.id }]);
  expect((await submitItem(ctx, { kind: POSTCARD, draft_key: 'postcard-2', id: held.id, form: { ...form, free_pages: 2 } })).status).toBe(
    'reviewing',
  );
  await decideWork(as(reviewer), { id: held.id, action: 'approve', reason: '' });
  expect(await waiting()).toEqual([]);
  await settleOutbox(t.ctx());
  expect((await itemScreen(t.ctx(), POSTCARD, held.id))?.item).toMatchObject({ kind: 'postcard', title: '雪夜明信片' });
  expect((await findItems(t.ctx(), POSTCARD, { keyword: '雪夜' })).list.map((card) => card.id)).toEqual([held.id]);
  await setSetting(t.ctx(), 'work_review', 'auto');
});

it('is gone with its registration', () => {
  expect(kindOf(POSTCARD.code)).toBe(POSTCARD);
  unregister();
  expect(() => kindOf(POSTCARD.code)).toThrow('no kind has the code 99');
});
