import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { createCtx, type Role } from '#server/app/ctx.ts';
import { areas } from '#server/areas/index.ts';
import { readList, searchConsole } from '#server/modules/console/index.ts';
import { users } from '#server/modules/identity/tables.ts';
import { invoices } from '#server/modules/invoices/tables.ts';
import { mall_goods, mall_redemptions } from '#server/modules/mall/tables.ts';
import { refundOrder, settlePayment } from '#server/modules/orders/index.ts';
import { orders } from '#server/modules/orders/tables.ts';
import { withdrawals } from '#server/modules/payouts/tables.ts';
import { orderTickets } from '#server/modules/salons/index.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person } from '../support/item-world.ts';
import { payAtProvider } from '../support/market.ts';
import { kindForm, makeSalon, seats } from '../support/salons.ts';

const t = testApp();
let publisher: Person;
const buyers: Record<string, Person> = {};
const staff: Record<string, Person> = {};
beforeAll(async () => {
  for (const role of ['support', 'operator', 'admin'] as const) staff[role] = await makePerson(t, { roles: [role] });
  publisher = await makePerson(t, { nickname: '光年策划' });
  await t.app.db.update(users).set({ works_num: 3 }).where(eq(users.id, publisher.id));
  buyers['reader'] = await makePerson(t, { nickname: '读者' });
  await order('reader', '年会策划方案 2026', 2);
  await order('reader', '婚礼灯光清单', 1);
  await order('operator', '年会策划方案 2026', 2);
});

const person = (name: string) => (buyers[name] ?? staff[name]) as Person;
let made = 0;
async function order(buyer: string, title: string, status: number): Promise<void> {
  const n = ++made;
  const money = { list_price_fen: 100, price_fen: 100, pay_fen: 100, expires_at: t.app.clock.now() };
  const of = { subject: 'item', subject_id: n, snapshot: { title, cover_src: '' }, publisher_id: publisher.id };
  await t.app.db.insert(orders).values({
    ...{ orderid: `${20261123}${String(n).padStart(16, '0')}`, buyer_id: person(buyer).id, idempotency_key: `found-${n}`, status },
    ...{ ...money, ...of, ...(status === 2 ? { paid_at: t.app.clock.now(), paid_key: `found-${n}` } : {}) },
  } as never);
}
const mobileOf = async (name: string) =>
  (
    await t.app.db
      .select()
      .from(users)
      .where(eq(users.id, person(name).id))
  )[0]?.mobile as string;
const as = (role: Role) => createCtx(t.app, person(role).actor, 'req-found');
const found = async (role: Role, words: string) => {
  const page = await readList(as(role), { list: 'orders', query: `q=${encodeURIComponent(words)}`, after: '', before: '', limit: 50 });
  expect(page.total).toBe(page.rows.length);
  return page.rows.map(({ id }) => Number(id.slice(8)));
};

test('P18 staff find orders by number, title, phone and publisher', async () => {
  expect(await found('support', `${20261123}${'1'.padStart(16, '0')}`)).toEqual([1]);
  expect(await found('support', '年会策划方案 2026')).toEqual([3, 1]);
  expect(await found('support', '年会')).toEqual([3, 1]);
  expect(await found('support', '婚礼灯光')).toEqual([2]);
  expect(await found('support', await mobileOf('reader'))).toEqual([2, 1]);
  expect(await found('support', String(person('reader').id))).toEqual([2, 1]);
  // of a publisher what was paid
  expect(await found('support', '光年策划')).toEqual([3, 1]);
  expect(await found('support', '100%_没有')).toEqual([]);
});

test('P18 a phone of staff finds nothing for who may not see it', async () => {
  const mobile = await mobileOf('operator');
  expect(await found('support', mobile)).toEqual([]);
  expect(await found('admin', mobile)).toEqual([3]);
  expect(await found('operator', mobile)).toEqual([3]);
});

test('P18 refunds and tickets are found by title and phone as well', async () => {
  const mobile = await mobileOf('reader');
  const [owner, buyer] = [await makePerson(t), t.ctx(person('reader').actor)];
  const { id, kinds } = await makeSalon(t, { owner_id: owner.id, kinds: [kindForm({ price: '60' })] });
  const kind_id = kinds[0]?.id as number;
  const wish = { id, lines: [{ kind_id, count: 1 }], holders: seats(kind_id), balance: false, user_coupon_id: 0, cache: false };
  const placed = await orderTickets(buyer, wish);
  await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, placed));
  const { orderid } = placed;
  await refundOrder(t.ctx(), { orderid, reason: '测试' });
  const rowsOf = async (list: string, words: string) => {
    const query = `q=${encodeURIComponent(words)}`;
    return (await readList(as('support'), { list, query, after: '', before: '', limit: 50 })).rows.map(({ cells }) => cells['orderid']);
  };
  for (const list of ['refunds', 'salonTickets'])
    for (const words of [mobile, '年会创意', orderid]) expect(await rowsOf(list, words), `${list} ${words}`).toEqual([orderid]);
});

test('P18 what belongs to people is found by their phone in every list of the console', async () => {
  const [mobile, user_id] = [await mobileOf('reader'), person('reader').id];
  const at = t.app.clock.now();
  const payee = { method: 'alipay', sealed_payee: 'x', masked_name: '读*', masked_account: '138****0000' };
  await t.app.db
    .insert(withdrawals)
    .values({ withdraw_no: 'W1', user_id, amount_fen: 100, ...payee, idempotency_key: 'w1', created_at: at });
  const of = { order_id: 1, orderid: '1', holder: 'personal', title: '读者', mail: 'a@example.com', content: '方案', amount_fen: 100 };
  await t.app.db.insert(invoices).values({ invoice_no: 'I1', user_id, ...of, created_at: at });
  const [goods] = await t.app.db.insert(mall_goods).values({ kind: 'physical', title: '帆布袋', points: 1, updated_at: at }).returning();
  const thing = { goods_id: goods?.id as number, kind: 'physical', title: '帆布袋', cover_src: '', num: 1, points: 1, total_points: 1 };
  await t.app.db.insert(mall_redemptions).values({ redeem_no: 'R1', user_id, ...thing, state: 'waiting', key: 'r1', created_at: at });
  const lists = areas.flatMap((area) => area.staff_lists ?? []).filter(({ source }) => source.people);
  const found_in: string[] = [];
  for (const { key } of lists) {
    const by = (words: string) => readList(as('admin'), { list: key, query: `q=${words}`, after: '', before: '', limit: 50 });
    expect((await by('19999999999')).rows, key).toEqual([]);
    if ((await by(mobile)).rows.length === 1) found_in.push(key);
  }
  expect(found_in).toEqual(expect.arrayContaining(['withdrawals', 'invoices', 'redemptions']));
});

test('P18 the one search of the console finds them as well', async () => {
  for (const words of ['婚礼灯光', await mobileOf('reader')]) {
    const lists = await searchConsole(as('support'), words);
    expect(lists.find(({ list }) => list === 'orders')?.hits.length, words).toBeGreaterThan(0);
  }
});
