import { describe, expect, it } from 'vitest';
import type {
  CollectedList,
  FollowedRow,
  FootprintGroup,
  Library,
  OwnCoupons,
  OwnPage,
  SalesList,
  WalletLine,
  WalletSums,
} from '#contract/center.ts';
import { KINDS, type KindFacts } from '#contract/kinds.ts';
import type { OrderDetail, OrderList } from '#contract/order.ts';
import { playerPath } from '#contract/player-path.ts';
import { type PlayerScreen, STUDY_CALLS } from '#contract/study.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { installDefaultTerms, setItemStatus, updateItem } from '#server/modules/catalog/index.ts';
import { footprints } from '#server/modules/engagement/tables.ts';
import { extendMembership } from '#server/modules/membership/index.ts';
import { settlePayment } from '#server/modules/orders/index.ts';
import { startLesson } from '#server/modules/study/index.ts';
import { issueVoucher } from '#server/modules/vouchers/index.ts';
import { offSiteLesson, playerScreen } from '#server/views/study-screens.ts';
import { testApp } from '../support/app.ts';
import { makeItem as makeStoredItem } from '../support/item-world.ts';
import { giveBalance, giveCoupon, makeItem, makePerson, type Person, payAtProvider, place } from '../support/market.ts';
import { makePerson as makeUser } from '../support/people.ts';
import { publishSample } from '../support/picture-works.ts';
import { makeCourse } from '../support/study.ts';

const t = testApp();

async function get<T>(who: Person, path: string, query: Record<string, string | number> = {}): Promise<T> {
  const { body } = await t.call<T>('GET', path, { token: who.token, query });
  if (body.code !== 0) throw new Error(body.msg);
  return body.data;
}

const buy = async (buyer: Person, item_id: number) =>
  settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, await place(buyer, item_id)));
const inAYear = () => new Date(t.clock.now().getTime() + 365 * 86_400_000);

describe('U-5 the library', () => {
  it('offers of everything that is sold, and that was bought, what works: a download, or the player', async () => {
    const publisher = await makeUser(t);
    const buyer = await makePerson(t);
    const make: Record<string, (kind: KindFacts) => Promise<number>> = {
      lessons: async () => (await makeCourse(t, publisher)).id,
      pictures: async () => (await publishSample(t, publisher)).id,
      file: async (kind) => (await makeStoredItem(t, { kind, publisher_id: publisher.id, price_fen: 9_900 })).id,
    };
    await inTransaction(t.ctx(), (tx) => installDefaultTerms(tx));
    const sold = Object.values<KindFacts>(KINDS).filter(({ sale }) => sale);
    const ids = new Map<number, KindFacts>();
    for (const kind of sold) ids.set((await make[kind.gives]?.(kind)) as number, kind);
    for (const id of ids.keys()) await buy(buyer, id);
    const { list } = await get<Library>(buyer, '/user/library');
    const orders = (await get<OrderList>(buyer, '/scheme/buy/orderlist', { limit: 20 })).list;
    expect([list.length, orders.length]).toEqual([sold.length, sold.length]);
    for (const row of list) {
      const kind = ids.get(row.id);
      const order = orders.find(({ subject_id }) => subject_id === row.id);
      const detail = await get<OrderDetail>(buyer, '/api/order/detail', { orderid: row.orderid });
      expect([row.kind, row.can_download, order?.can_download]).toEqual([kind?.key, true, true]);
      expect([order?.learn_href, detail.learn_href]).toEqual([row.learn_href, row.learn_href]);
      if (row.learn_href !== '') {
        const screen = await playerScreen(t.ctx(), new URL(row.learn_href, 'http://site'));
        const lesson = { lesson_id: screen?.lesson.id ?? 0, device: 'bought-one', device_name: '', take_over: false };
        expect([screen?.course.id, (await startLesson(buyer.ctx, lesson)).id]).toEqual([row.id, screen?.lesson.id]);
      } else {
        const { body } = await t.call('POST', '/scheme/index/downloadurl', { token: buyer.token, body: { id: row.id } });
        expect([row.kind, body.code, body.data]).toMatchObject([row.kind, 0, { status: 1 }]);
      }
    }
  });

  it('leads who bought a course into its player after it went off the site, and nobody else', async () => {
    const teacher = await makeUser(t);
    const [buyer, stranger] = [await makePerson(t), await makePerson(t)];
    const { id, lessons } = await makeCourse(t, teacher);
    await buy(buyer, id);
    await inTransaction(t.ctx(), (tx) => setItemStatus(tx, id, ['published'], 'taken_down'));
    const [row] = (await get<Library>(buyer, '/user/library')).list;
    const [order] = (await get<OrderList>(buyer, '/scheme/buy/orderlist')).list;
    expect([row?.learn_href, order?.learn_href]).toEqual([playerPath(id), playerPath(id)]);
    expect((await get<{ list: unknown[] }>(buyer, STUDY_CALLS.courses)).list).toMatchObject([{ id, shown: 0, open: 1, begun: 0 }]);
    // the page is for everybody and names nothing of the course; its lessons come by the right alone
    const at = new URL(playerPath(id, lessons[1] as number), 'http://site');
    expect([await playerScreen(t.ctx(), at), await offSiteLesson(t.ctx(), at)]).toEqual([null, { id, lesson: lessons[1] }]);
    const own = await get<PlayerScreen>(buyer, STUDY_CALLS.learn, { id, lesson: lessons[1] as number });
    expect(own).toMatchObject({ course: { id }, lesson: { id: lessons[1] }, next: null });
    const start = { lesson_id: own.lesson.id, device: 'bought-one', device_name: '', take_over: false };
    expect((await startLesson(buyer.ctx, start)).id).toBe(lessons[1]);
    const refused = await t.call('GET', STUDY_CALLS.learn, { token: stranger.token, query: { id } });
    expect([refused.status, refused.body.msg]).toEqual([404, '课程已下架，您没有购买过它']);
    expect(await offSiteLesson(t.ctx(), new URL(playerPath(await makeItem(t, teacher.id)), 'http://site'))).toBeNull();
  });

  it('holds what was bought, redeemed and downloaded for nothing, once each, and of nobody else', async () => {
    const publisher = await makePerson(t);
    const [buyer, other] = [await makePerson(t), await makePerson(t)];
    const bought = await makeItem(t, publisher.id, { price_fen: 9_900 });
    const redeemed = await makeItem(t, publisher.id, { kind: KINDS.ppt, price_fen: 9_900 });
    const free = await makeStoredItem(t, { publisher_id: publisher.id, title: '免费的开业方案' });
    await buy(buyer, bought);
    t.clock.advance_ms(1_000);
    await issueVoucher(t.ctx(), { user_id: buyer.id, kind: KINDS.ppt.code, use_end_time: inAYear() });
    await t.call('POST', '/scheme/scheme/voucher', { token: buyer.token, body: { sid: redeemed } });
    t.clock.advance_ms(1_000);
    for (const _again of [1, 2]) await t.call('POST', '/scheme/index/downloadurl', { token: buyer.token, body: { id: free.id } });

    const all = await get<Library>(buyer, '/user/library');
    expect(all.list.map(({ id, had_by, can_download }) => ({ id, had_by, can_download }))).toEqual([
      { id: free.id, had_by: 'free', can_download: true },
      { id: redeemed, had_by: 'voucher', can_download: true },
      { id: bought, had_by: 'purchase', can_download: true },
    ]);
    expect(all.list[2]).toMatchObject({ paid: 99, orderid: expect.stringMatching(/^\d{24}$/) });
    expect(all.counts).toEqual({ scheme: 2, ppt: 1 });
    expect((await get<Library>(buyer, '/user/library', { kind: 'ppt' })).list.map(({ id }) => id)).toEqual([redeemed]);
    expect((await get<Library>(buyer, '/user/library', { q: '开业' })).list.map(({ id }) => id)).toEqual([free.id]);
    expect((await get<Library>(buyer, '/user/library', { q: '%' })).total).toBe(0);
    expect((await get<Library>(buyer, '/user/library', { page: 2, limit: 2 })).list.map(({ id }) => id)).toEqual([bought]);
    expect((await get<Library>(other, '/user/library')).total).toBe(0);
  });

  it('keeps what was taken down, and lets a free download go that costs something now', async () => {
    const publisher = await makePerson(t);
    const buyer = await makePerson(t);
    const bought = await makeItem(t, publisher.id);
    await buy(buyer, bought);
    await inTransaction(t.ctx(), (tx) => setItemStatus(tx, bought, ['published'], 'taken_down'));
    expect((await get<Library>(buyer, '/user/library')).list).toMatchObject([{ id: bought, published: false, can_download: true }]);
    const { id } = await makeStoredItem(t, { publisher_id: publisher.id });
    const take = () => t.call('POST', '/scheme/index/downloadurl', { token: buyer.token, body: { id } });
    const mine = async () => (await get<Library>(buyer, '/user/library')).list.find((row) => row.id === id);
    expect((await take()).body.data).toMatchObject({ status: 1 });
    expect(await mine()).toMatchObject({ had_by: 'free', can_download: true });
    await inTransaction(t.ctx(), (tx) => updateItem(tx, id, { price_fen: 1_990, org_price_fen: 1_990 }));
    expect(await mine()).toMatchObject({ had_by: 'free', can_download: false });
  });

  it('says of what a member unlocked that it ended with the membership', async () => {
    const [publisher, member] = [await makePerson(t), await makePerson(t)];
    const { id } = await makeStoredItem(t, { publisher_id: publisher.id, vip_only: true });
    const term = { user_id: member.id, vip_type: KINDS.scheme.sale.vip_type, days: 1, max_download_pre_day: 5 };
    await inTransaction(t.ctx(), (tx) => extendMembership(tx, term));
    await t.call('POST', '/scheme/index/downloadurl', { token: member.token, body: { id } });
    const mine = async () => (await get<Library>(member, '/user/library')).list;
    expect(await mine()).toMatchObject([{ id, had_by: 'member', can_download: true }]);
    t.clock.advance_ms(25 * 3_600_000);
    expect(await mine()).toMatchObject([{ id, had_by: 'member', can_download: false }]);
  });

  it('P-210 lists orders of every kind together', async () => {
    const publisher = await makePerson(t);
    const buyer = await makePerson(t);
    const scheme = await makeItem(t, publisher.id);
    const ppt = await makeItem(t, publisher.id, { kind: KINDS.ppt });
    await buy(buyer, scheme);
    await place(buyer, ppt);
    const { list, counts } = await get<OrderList>(buyer, '/scheme/buy/orderlist');
    expect(list.map(({ subject_id, status, can_download }) => ({ subject_id, status, can_download }))).toEqual([
      { subject_id: ppt, status: 1, can_download: false },
      { subject_id: scheme, status: 2, can_download: true },
    ]);
    expect(counts).toEqual({ all: 2, waiting: 1, paid: 1, closed: 0 });
  });
});

describe('U-6 collected, followed, seen', () => {
  it('P-050 lists what was collected by kind, also what was taken down since', async () => {
    const publisher = await makePerson(t);
    const reader = await makePerson(t);
    const scheme = await makeItem(t, publisher.id);
    const ppt = await makeItem(t, publisher.id, { kind: KINDS.ppt });
    await t.call('POST', '/api/tools/collect', { token: reader.token, body: { rid: scheme, type: 3 } });
    await t.call('POST', '/api/tools/collect', { token: reader.token, body: { rid: ppt, type: 12 } });
    await inTransaction(t.ctx(), (tx) => setItemStatus(tx, ppt, ['published'], 'taken_down'));
    const all = await get<CollectedList>(reader, '/user/collect');
    expect(new Set(all.list.map(({ id, published }) => `${id} ${published}`))).toEqual(new Set([`${scheme} true`, `${ppt} false`]));
    expect(all.counts).toMatchObject({ scheme: 1, ppt: 1 });
    const { list } = await get<CollectedList>(reader, '/user/collect', { kind: 'ppt' });
    expect(list).toMatchObject([{ id: ppt, type: 12 }]);
    await t.call('DELETE', '/api/tools/collect', { token: reader.token, query: { rid: ppt, type: 12 } });
    expect((await get<CollectedList>(reader, '/user/collect')).total).toBe(1);
  });

  it('P-030 lists publishers who are followed until they are not', async () => {
    const [publisher, reader] = [await makePerson(t), await makePerson(t)];
    await t.call('POST', '/api/tools/focus', { token: reader.token, body: { rid: publisher.id, type: 2 } });
    expect((await get<OwnPage<FollowedRow>>(reader, '/user/focus')).list).toMatchObject([{ uid: publisher.id, fans_num: 1 }]);
    await t.call('DELETE', '/api/tools/focus', { token: reader.token, query: { rid: publisher.id, type: 2 } });
    expect((await get<OwnPage<FollowedRow>>(reader, '/user/focus')).total).toBe(0);
  });

  it('SH-9 groups footprints by 300 s, moves what is seen again, and forgets', async () => {
    const [publisher, reader] = [await makePerson(t), await makePerson(t)];
    const a = await makeItem(t, publisher.id);
    const b = await makeItem(t, publisher.id);
    const ppt = await makeItem(t, publisher.id, { kind: KINDS.ppt });
    const groups = () => get<FootprintGroup[]>(reader, '/footprint/index', { page: 1, size: 10 });
    // a footprint is written beside the answer
    const see = async (path: string, id: number) => {
      await t.call('GET', path, { token: reader.token, query: { id } });
      await expect.poll(async () => (await groups())[0]?.list[0]?.rid).toBe(id);
    };
    await see('/scheme/index/detail', a);
    t.clock.advance_ms(300_000);
    await see('/scheme/index/detail', b);
    t.clock.advance_ms(301_000);
    await see('/scheme/ppt/detail', ppt);
    expect((await groups()).map(({ list }) => list.map(({ rid, type }) => [rid, type]))).toEqual([
      [[ppt, 7]],
      [
        [b, 1],
        [a, 1],
      ],
    ]);
    t.clock.advance_ms(301_000);
    await see('/scheme/index/detail', a);
    expect((await groups()).map(({ list }) => list.map(({ rid }) => rid))).toEqual([[a], [ppt], [b]]);
    await t.call('DELETE', '/footprint/index', { token: reader.token, query: { type: 1, rid: a } });
    expect((await groups()).flatMap(({ list }) => list.map(({ rid }) => rid))).toEqual([ppt, b]);
    await t.call('DELETE', '/footprint/index', { token: reader.token });
    expect(await groups()).toEqual([]);
  });
});

describe('footprints of what is no more', () => {
  it('S-303 keep what was taken down without a link, drop what is gone, and go ten to a page', async () => {
    const [publisher, reader] = [await makePerson(t), await makePerson(t)];
    const down = await makeItem(t, publisher.id);
    await inTransaction(t.ctx(), (tx) => setItemStatus(tx, down, ['published'], 'taken_down'));
    const gone = 9_000_000;
    const seen_at = t.clock.now();
    await t.app.db.insert(footprints).values([down, gone].map((rid) => ({ user_id: reader.id, type: 1, rid, seen_at })));
    const page = async (n: number) =>
      (await get<FootprintGroup[]>(reader, '/footprint/index', { page: n, size: 10 })).flatMap(({ list }) => list);
    expect(await page(1)).toMatchObject([{ rid: down, url: '' }]);
    const more = await Promise.all(Array.from({ length: 10 }, () => makeItem(t, publisher.id)));
    const later = new Date(seen_at.getTime() + 1_000);
    await t.app.db.insert(footprints).values(more.map((rid) => ({ user_id: reader.id, type: 1, rid, seen_at: later })));
    expect((await page(1)).map(({ url }) => url !== '')).toEqual(Array(10).fill(true));
    expect((await page(2)).map(({ rid }) => rid)).toEqual([down]);
    expect(await page(3)).toEqual([]);
  });
});

it('CH-5, S-304 footprints lead to the page of their kind: demands, articles, courses, past salons', async () => {
  const [publisher, reader] = [await makePerson(t), await makePerson(t)];
  const links: Array<[number, string, KindFacts]> = [
    [3, '/demand/details', KINDS.demand],
    [4, '/article/details', KINDS.article],
    [5, '/study/detail', KINDS.course],
    [6, '/salon/review', KINDS.salon],
  ];
  const seen: Array<[number, string]> = [];
  for (const [type, path, kind] of links) {
    const rid = await makeItem(t, publisher.id, { kind });
    seen.push([type, `${path}?id=${rid}`]);
    await t.app.db.insert(footprints).values({ user_id: reader.id, type, rid });
  }
  const groups = await get<FootprintGroup[]>(reader, '/footprint/index', { page: 1, size: 10 });
  const shown = groups.flatMap(({ list }) => list.map(({ type, url }) => [type, url]));
  expect(shown.toSorted(([a], [b]) => Number(a) - Number(b))).toEqual(seen);
});

describe('U-7 money', () => {
  it('shows the balance with every movement', async () => {
    const [publisher, buyer] = [await makePerson(t), await makePerson(t)];
    await giveBalance(t, buyer.id, 5_000);
    const order = await place(buyer, await makeItem(t, publisher.id, { price_fen: 10_000 }), { balance: 1 });
    expect(await get<WalletSums>(buyer, '/user/balance/money')).toMatchObject({ balance: 0, held: 50 });
    await t.call('POST', '/api/order/close', { token: buyer.token, body: { orderid: order.orderid } });
    expect(await get<WalletSums>(buyer, '/user/balance/money')).toMatchObject({ balance: 50, held: 0 });
    const { list, total } = await get<OwnPage<WalletLine>>(buyer, '/user/balance/lines');
    expect(list.map(({ title, amount }) => [title, amount])).toEqual([
      ['订单关闭，余额退回', 50],
      ['订单使用余额', -50],
      ['平台赠送', 50],
    ]);
    expect(total).toBe(3);
    expect(list[0]?.reference).toBe(order.orderid);
  });

  it('shows a publisher each sale, the sums and the share', async () => {
    const publisher = await makePerson(t);
    const item = await makeItem(t, publisher.id, { price_fen: 9_900 });
    for (const buyer of [await makePerson(t), await makePerson(t)]) await buy(buyer, item);
    const sales = await get<SalesList>(publisher, '/user/sales');
    expect(sales).toMatchObject({ sold_num: 2, sold: 198, earned: 158.4, share_percent: 80, ticket_share_percent: 90, total: 2 });
    expect(sales.list[0]).toMatchObject({ item_id: item, price: 99, earned: 79.2, kind: 'scheme' });
    const lines = await get<OwnPage<WalletLine>>(publisher, '/user/balance/lines', { account: 'earning' });
    expect(lines.list.map(({ title, amount }) => [title, amount])).toEqual([
      ['作品售出', 79.2],
      ['作品售出', 79.2],
    ]);
    expect((await get<SalesList>(await makePerson(t), '/user/sales')).total).toBe(0);
  });

  it('sorts coupons and vouchers into unused, used and ended', async () => {
    const [publisher, buyer] = [await makePerson(t), await makePerson(t)];
    const coupon = await giveCoupon(t, buyer.id, 500, 2_000);
    await issueVoucher(t.ctx(), { user_id: buyer.id, kind: KINDS.ppt.code, use_end_time: inAYear() });
    const list = (status: number) => get<OwnCoupons>(buyer, '/user/coupon/mine', { status });
    expect((await list(0)).list).toMatchObject([
      { sort: 'coupon', price: 5, min_price: 20, noun: '方案', held: false },
      { sort: 'voucher', noun: 'PPT模板', url: '/ppt' },
    ]);
    const order = await place(buyer, await makeItem(t, publisher.id), { user_coupon_id: coupon });
    expect((await list(0)).list[0]).toMatchObject({ sort: 'coupon', held: true });
    await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
    expect((await list(1)).list).toMatchObject([{ sort: 'coupon', id: coupon }]);
    await giveCoupon(t, buyer.id, 300);
    t.clock.advance_ms(2 * 86_400_000);
    const ended = await list(2);
    expect(ended.list).toMatchObject([{ price: 3 }]);
    expect(ended.counts).toEqual({ 0: 1, 1: 1, 2: 1 });
  });
});
