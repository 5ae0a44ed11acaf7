import { beforeAll, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { shanghaiDay } from '#server/kernel/clock.ts';
import { decideToGive, unlockAsMember } from '#server/modules/access/index.ts';
import { booksOf } from '#server/modules/books/index.ts';
import { getItem } from '#server/modules/catalog/index.ts';
import { user_devices } from '#server/modules/identity/tables.ts';
import { installPlans, membershipSubject, vipPlans } from '#server/modules/membership/index.ts';
import { placeOrder, refundOrder, settlePayment } from '#server/modules/orders/index.ts';
import { poolReaderMost, poolShare, poolStatement, sharePool } from '#server/modules/pool/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { balances, proveLedger, walletLines } from '#server/modules/wallet/index.ts';
import { testApp } from '../support/app.ts';
import { giveCoupon, makeItem, makePerson, type Person, payAtProvider, place } from '../support/market.ts';
import { makePerson as makeUser } from '../support/people.ts';
import { toldTo } from '../support/told.ts';

const DAY_MS = 86_400_000;
const t = testApp();
let all_site: number;
beforeAll(async () => {
  await inTransaction(t.ctx(), installPlans);
  const plans = await vipPlans(t.ctx());
  all_site = plans.find(({ vip_type }) => vip_type === 6)?.spec[0]?.id ?? 0;
});

/** Paid by QR; fen. */
async function member(): Promise<Person & { paid_fen: number; orderid: string }> {
  const person = await makePerson(t);
  const order = await placeOrder(person.ctx, membershipSubject, { subject_id: all_site, use_balance: false, coupon_id: 0 });
  await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
  return { ...person, paid_fen: Math.round(order.pay_price * 100), orderid: order.orderid };
}
async function read(reader: Person, item_id: number): Promise<void> {
  const item = await getItem(t.ctx(), item_id);
  if (!item) throw new Error('no such work');
  const given = await decideToGive(reader.ctx, item, reader.id, 'pages');
  if (given.allowed) return;
  expect(await unlockAsMember(reader.ctx, item, reader.id)).toBe(true);
}
const member_work = (publisher: Person) => makeItem(t, publisher.id, { kind: KINDS.scheme, vip_only: true, price_fen: 0 });
const nextMonth = () => {
  const month = shanghaiDay(t.clock.now()).slice(0, 7);
  while (shanghaiDay(t.clock.now()).slice(0, 7) === month) t.clock.advance_ms(DAY_MS);
  return month;
};
/** Both signed in with one browser. */
async function sameBrowser(...people: Person[]): Promise<void> {
  const at = t.clock.now();
  const device_hash = `m9:${people.map(({ id }) => id).join()}`;
  await t.app.db.insert(user_devices).values(people.map(({ id }) => ({ user_id: id, device_hash, first_at: at, last_at: at })));
}
const earned = async (person: Person) => (await balances(t.ctx(), person.id)).earning_fen;
const own = (person: Person) => poolStatement(person.ctx, { page: 1, limit: 10 });

it('M9 members’ reading shares their month among publishers, once though 64 processes count and pay it', async () => {
  const [a, b, c] = [await makePerson(t), await makePerson(t), await makePerson(t)];
  const [first, second] = [await member(), await member()];
  const works = { a: await member_work(a), also_a: await member_work(a), b: await member_work(b) };
  for (const id of [works.a, works.also_a, works.b, works.a]) await read(first, id);
  await read(second, works.a);
  expect((await own(a)).readers).toBe(2);
  // a bought work, a free one and a look without a right say nothing
  const bought = await makeItem(t, c.id);
  await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, await place(second, bought)));
  const sold = await earned(c);
  // what went back does not count
  const left = await member();
  await refundOrder(t.ctx(), { orderid: left.orderid, reason: '测试' });
  const month = nextMonth();
  const unit = Math.min(Math.floor(((first.paid_fen + second.paid_fen) * 0.2) / 2), 1_000);
  await Promise.all(Array.from({ length: 64 }, () => sharePool(t.ctx())));
  expect([await earned(a), await earned(b), await earned(c)]).toEqual([Math.floor(unit / 2) + unit, Math.floor(unit / 2), sold]);
  expect(await own(a)).toMatchObject({ readers: 0, list: [{ month, readers: 2, amount: (Math.floor(unit / 2) + unit) / 100 }] });
  expect((await walletLines(a.ctx, { account: 'earning', page: 1, limit: 5 })).list[0]?.title).toBe('会员分成');
  expect((await toldTo(t, a.id)).map(({ title }) => title)).toContain(
    `${month} 会员分成 ¥${((Math.floor(unit / 2) + unit) / 100).toFixed(2)}`,
  );
  await sharePool(t.ctx());
  expect(await earned(b)).toBe(Math.floor(unit / 2));
});

it('M9 never gives a reader’s publishers more than the bound, nor anything while nothing is shared', async () => {
  const publisher = await makePerson(t);
  const work = await member_work(publisher);
  const reader = await member();
  await read(reader, work);
  await setSetting(t.ctx(), poolReaderMost.key, 300);
  nextMonth();
  await sharePool(t.ctx());
  expect(await earned(publisher)).toBe(300);
  await read(await member(), work);
  await setSetting(t.ctx(), poolShare.key, 0);
  nextMonth();
  await sharePool(t.ctx());
  expect([await earned(publisher), (await own(publisher)).total]).toEqual([300, 1]);
  await setSetting(t.ctx(), poolShare.key, 2_000);
  await setSetting(t.ctx(), poolReaderMost.key, 1_000);
});

it('M9 leaves out who is the publisher themselves, and accounts that belong to them', async () => {
  const publisher = await makePerson(t);
  const work = await member_work(publisher);
  const [friend, stranger] = [await member(), await member()];
  await read(friend, work);
  await read(stranger, work);
  // the same browser, found out later
  await sameBrowser(publisher, friend);
  nextMonth();
  await sharePool(t.ctx());
  expect((await own(publisher)).list).toMatchObject([{ readers: 1 }]);
});

it('M9 a coupon of an account that belongs to the publisher pays them no more than it cost', async () => {
  const publisher = await makePerson(t);
  const [friend, stranger] = [await makePerson(t), await makePerson(t)];
  await sameBrowser(publisher, friend);
  const share = async (buyer: Person) => {
    const had = await earned(publisher);
    const order = await place(buyer, await makeItem(t, publisher.id), { user_coupon_id: await giveCoupon(t, buyer.id, 9_000) });
    await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
    return (await earned(publisher)) - had;
  };
  const [of_stranger, of_friend] = [await share(stranger), await share(friend)];
  expect(of_friend * 10).toBe(of_stranger);
});

it('M9 T12 the books find every share twice', async () => {
  const { actor } = await makeUser(t, { roles: ['finance'] });
  const day = (ago: number) => shanghaiDay(new Date(t.clock.now().getTime() - ago * DAY_MS));
  const books = await booksOf(t.ctx(actor), { month: '', from: day(200), to: day(0) });
  expect(books.unlike).toEqual([]);
  expect(books.sections.flatMap(({ figures }) => figures.map(({ title }) => title))).toContain('会员分成');
  expect((await proveLedger(t.ctx())).faults).toEqual([]);
});
