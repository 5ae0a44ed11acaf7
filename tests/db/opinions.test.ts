import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { opinionScore } from '#contract/opinion.ts';
import { type Ctx, inTransaction } from '#server/app/ctx.ts';
import { shanghaiAt } from '#server/kernel/clock.ts';
import { grantAccess } from '#server/modules/access/index.ts';
import { getItem, itemCards, listItems } from '#server/modules/catalog/index.ts';
import { download_receipts } from '#server/modules/downloads/tables.ts';
import { employees } from '#server/modules/employees/tables.ts';
import { areLinked } from '#server/modules/identity/index.ts';
import { saveNoticeSettings } from '#server/modules/notices/index.ts';
import {
  answerOpinion,
  askBuyers,
  dropOpinion,
  forgetOpinions,
  hideOpinion,
  opinionList,
  opinionReview,
  opinionsOf,
  ownOpinion,
  receivedOpinions,
  reportOpinion,
  saveOpinion,
  showOpinion,
} from '#server/modules/opinions/index.ts';
import { opinions } from '#server/modules/opinions/tables.ts';
import { refundOrder, settlePayment } from '#server/modules/orders/index.ts';
import { decideReview, listReviews } from '#server/modules/review/index.ts';
import { testApp } from '../support/app.ts';
import { makeItem, makePerson, type Person, payAtProvider, place } from '../support/market.ts';
import { makePerson as makeUser } from '../support/people.ts';
import { toldTo } from '../support/told.ts';

const DAY_MS = 86_400_000;
const t = testApp();
let publisher: Person;
let staff: Ctx;
beforeAll(async () => {
  publisher = await makePerson(t);
  staff = t.ctx((await makeUser(t, { roles: ['reviewer'] })).actor);
});

type Source = Parameters<typeof grantAccess>[1]['source'];
const give = (user_id: number, item_id: number, source: Source = 'purchase') =>
  inTransaction(t.ctx(), (tx) => grantAccess(tx, { user_id, item_id, source, source_id: null }));

/** Somebody who has had the work for a day. */
async function holder(item_id: number, source: Source = 'purchase'): Promise<Person> {
  const who = await makePerson(t);
  await give(who.id, item_id, source);
  t.clock.advance_ms(DAY_MS);
  return who;
}

const titlesOf = async (user_id: number) => (await toldTo(t, user_id)).map(({ title }) => title);
const rated = async (item_id: number) => {
  const item = await getItem(t.ctx(), item_id);
  return [item?.rating_num, item?.rating_sum, item?.rating_score];
};
const idOf = async (item_id: number, who: Person) => {
  const rows = await t.app.db.select({ id: opinions.id, user_id: opinions.user_id }).from(opinions).where(eq(opinions.item_id, item_id));
  return rows.find(({ user_id }) => user_id === who.id)?.id ?? 0;
};

it.each(['purchase', 'voucher', 'member', 'ad'] as const)(
  'T1 who has a work by %s rates it a day later, or once it was downloaded',
  async (source) => {
    const item_id = await makeItem(t, publisher.id);
    const [one, other] = [await makePerson(t), await makePerson(t)];
    const say = (who: Person) => saveOpinion(who.ctx, { item_id, stars: 4, text: '好用' });
    await expect(say(one)).rejects.toMatchObject({ status: 403 });
    await give(one.id, item_id, source);
    await give(other.id, item_id, source);
    t.clock.advance_ms(DAY_MS - 1);
    await expect(say(one)).rejects.toMatchObject({ status: 403 });
    await t.app.db.insert(download_receipts).values({ user_id: other.id, item_id, right: source });
    await say(other);
    t.clock.advance_ms(1);
    await say(one);
    expect(await rated(item_id)).toEqual([2, 8, 0]);
  },
);

it('T1 what was free, given by staff or is not theirs is rated by no reader; who opened it as a member without limit may', async () => {
  const item_id = await makeItem(t, publisher.id);
  const [free, gifted, member] = [await makePerson(t), await makePerson(t), await makePerson(t)];
  await t.app.db.insert(download_receipts).values([
    { user_id: free.id, item_id, right: 'free' },
    { user_id: member.id, item_id, right: 'member' },
  ]);
  await give(gifted.id, item_id, 'staff');
  t.clock.advance_ms(DAY_MS);
  for (const who of [free, gifted, publisher]) {
    await expect(saveOpinion(who.ctx, { item_id, stars: 5 })).rejects.toMatchObject({ status: 403 });
    expect(await ownOpinion(who.ctx, item_id)).toMatchObject({ opinion: null, may: 0 });
  }
  await saveOpinion(member.ctx, { item_id, stars: 3 });
  await expect(saveOpinion(member.ctx, { item_id: 987_654, stars: 3 })).rejects.toMatchObject({ status: 404 });
});

it('T1 linked accounts rate nothing of each other: a company, and who paid with the same account', async () => {
  const item_id = await makeItem(t, publisher.id);
  const colleague = await holder(item_id);
  await t.app.db.insert(employees).values({ enterprise_id: publisher.id, user_id: colleague.id, rights: [], state: 'active' });
  await expect(saveOpinion(colleague.ctx, { item_id, stars: 5 })).rejects.toThrow('关联账号');
  // one openid pays for the publisher's own purchase and for a buyer's
  const seller = await makePerson(t);
  const own = await makeItem(t, seller.id);
  const buyer = await makePerson(t);
  for (const [who, what] of [
    [seller, item_id],
    [buyer, own],
  ] as const) {
    await settlePayment(t.ctx(), 'sandbox', { ...(await payAtProvider(t, await place(who, what))), payer: 'openid-of-one' });
  }
  t.clock.advance_ms(DAY_MS);
  expect([await areLinked(t.ctx(), seller.id, buyer.id), await areLinked(t.ctx(), colleague.id, buyer.id)]).toEqual([true, false]);
  await expect(saveOpinion(buyer.ctx, { item_id: own, stars: 5 })).rejects.toThrow('关联账号');
});

it('T1 refuses stars that are none, long texts and ways to be reached', async () => {
  const item_id = await makeItem(t, publisher.id);
  const who = await holder(item_id);
  const wrong: Array<[Partial<Parameters<typeof saveOpinion>[1]>, string]> = [
    [{ stars: 0 }, 'stars'],
    [{ stars: 6 }, 'stars'],
    [{ text: '好'.repeat(501) }, 'text'],
    [{ text: '加我微信 cemao12345' }, 'text'],
    [{ event: '电话13800000000' }, 'event'],
  ];
  for (const [change, field] of wrong)
    await expect(saveOpinion(who.ctx, { item_id, stars: 5, ...change })).rejects.toMatchObject({
      code: 1,
      fields: { [field]: expect.anything() },
    });
  await saveOpinion(who.ctx, { item_id, stars: 5, text: '<b>好</b>\u202e', event: '公司 年会', people: 300 });
  expect((await opinionList(t.ctx(), { id: item_id })).list).toMatchObject([{ text: '<b>好</b>', event: '公司 年会', people: 300 }]);
});

it('T1 shows a smoothed mean from five ratings on: on cards, in the order by it, and never drifting', async () => {
  const item_id = await makeItem(t, publisher.id, { kind: KINDS.ppt });
  const plain = await makeItem(t, publisher.id, { kind: KINDS.ppt });
  const people = [];
  for (let i = 0; i < 5; i++) people.push(await holder(item_id));
  const [card] = await itemCards(t.ctx(), [item_id]);
  expect(card).not.toHaveProperty('rating');
  for (const who of people) await saveOpinion(who.ctx, { item_id, stars: 5 });
  expect(await rated(item_id)).toEqual([5, 25, opinionScore({ num: 5, sum: 25 })]);
  expect((await itemCards(t.ctx(), [item_id]))[0]).toMatchObject({ rating: 4.5 });
  const order = async () => (await listItems(t.ctx(), KINDS.ppt, { sort: 'rating' })).list.map(({ id }) => id);
  expect(await order()).toEqual([item_id]);
  expect(await order()).not.toContain(plain);
  expect(await opinionsOf(t.ctx(), item_id)).toMatchObject({ num: 5, mean: 4.5, by_stars: [0, 0, 0, 0, 5] });
  // one changes, one goes, one is hidden: below five nothing is shown
  const [one, two, three] = people as [Person, Person, Person];
  await saveOpinion(one.ctx, { item_id, stars: 1 });
  expect(await rated(item_id)).toEqual([5, 21, 410]);
  await dropOpinion(two.ctx, item_id);
  await inTransaction(staff, async (tx) => hideOpinion(tx, await idOf(item_id, three), '广告'));
  expect([await rated(item_id), await order()]).toEqual([[3, 11, 0], []]);
  await expect(dropOpinion(three.ctx, item_id)).rejects.toMatchObject({ status: 409 });
  await inTransaction(staff, async (tx) => showOpinion(tx, await idOf(item_id, three), '误判'));
  expect(await rated(item_id)).toEqual([4, 16, 0]);
  await expect(dropOpinion(two.ctx, item_id)).rejects.toMatchObject({ status: 404 });
});

it('T1 the publisher reads, is notified once of each and answers once, changeably', async () => {
  const seller = await makePerson(t);
  const item_id = await makeItem(t, seller.id);
  const who = await holder(item_id);
  await saveOpinion(who.ctx, { item_id, stars: 2, text: '页面太满' });
  await saveOpinion(who.ctx, { item_id, stars: 3, text: '改过之后好多了' });
  expect((await titlesOf(seller.id)).filter((title) => title.includes('星评价'))).toHaveLength(1);
  const id = await idOf(item_id, who);
  expect(await receivedOpinions(seller.ctx, { waiting: 1, page: 1, limit: 10 })).toMatchObject({
    total: 1,
    list: [{ id, stars: 3, title: '年会方案' }],
  });
  await expect(answerOpinion(who.ctx, id, '自问自答')).rejects.toMatchObject({ status: 404 });
  await expect(answerOpinion(seller.ctx, id, '加微信 cemao12345')).rejects.toMatchObject({ code: 1 });
  await answerOpinion(seller.ctx, id, '谢谢，已经删了四页');
  await answerOpinion(seller.ctx, id, '谢谢，已经删了五页');
  expect((await titlesOf(who.id)).filter((title) => title.startsWith('发布者回复了您'))).toHaveLength(1);
  expect((await opinionList(t.ctx(), { id: item_id })).list[0]?.answer).toBe('谢谢，已经删了五页');
  expect((await receivedOpinions(seller.ctx, { waiting: 1, page: 1, limit: 10 })).total).toBe(0);
  await answerOpinion(seller.ctx, id, '');
  expect((await receivedOpinions(seller.ctx, { waiting: 1, page: 1, limit: 10 })).total).toBe(1);
});

it('T1 a reported rating waits at the desk, which takes it down; its writer reads why', async () => {
  const item_id = await makeItem(t, publisher.id);
  const [who, reader] = [await holder(item_id), await makePerson(t)];
  await saveOpinion(who.ctx, { item_id, stars: 1, text: '骂人的话' });
  const id = await idOf(item_id, who);
  await expect(reportOpinion(who.ctx, id, '自己')).rejects.toMatchObject({ status: 409 });
  await reportOpinion(reader.ctx, id, '辱骂');
  await expect(reportOpinion(reader.ctx, id, '辱骂')).rejects.toMatchObject({ status: 409 });
  const { list } = await listReviews(staff, { type: opinionReview.type, status: 'open', page: 1, limit: 50 });
  const waiting = list.find(({ target_id }) => target_id === id);
  expect(JSON.stringify(waiting)).toContain('骂人的话');
  await decideReview(staff, { id: waiting?.id ?? 0, version: waiting?.version ?? 0, action: 'hide', reason: '辱骂他人' });
  expect((await opinionList(t.ctx(), { id: item_id })).list).toEqual([]);
  expect(await titlesOf(who.id)).toContain('您的一条评价已被隐藏');
  expect(await ownOpinion(who.ctx, item_id)).toMatchObject({ opinion: { hidden: 1 } });
});

it('T1 a refund takes the rating out, unless another right remains; who buys again may say it again', async () => {
  const item_id = await makeItem(t, publisher.id);
  const [gone, stays] = [await makePerson(t), await makePerson(t)];
  const orders = [await place(gone, item_id), await place(stays, item_id)];
  for (const order of orders) await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
  await give(stays.id, item_id, 'ad');
  t.clock.advance_ms(DAY_MS);
  for (const who of [gone, stays]) await saveOpinion(who.ctx, { item_id, stars: 5, text: '好' });
  for (const { orderid } of orders) await refundOrder(t.ctx(), { orderid, reason: '测试' });
  expect(await rated(item_id)).toEqual([1, 5, 0]);
  expect(await ownOpinion(gone.ctx, item_id)).toMatchObject({ opinion: null, may: 0 });
  expect((await opinionList(t.ctx(), { id: item_id })).list).toHaveLength(1);
  await give(gone.id, item_id, 'voucher');
  t.clock.advance_ms(DAY_MS);
  await saveOpinion(gone.ctx, { item_id, stars: 4 });
  expect(await rated(item_id)).toEqual([2, 9, 0]);
});

it('T1 buyers are asked once, a day later, about a work that they have not rated, unless they want no asking', async () => {
  const first = shanghaiAt(new Date(t.clock.now().getTime() + DAY_MS), '09:30');
  t.clock.advance_ms(first.getTime() - t.clock.now().getTime());
  const [item_id, second] = [await makeItem(t, publisher.id), await makeItem(t, publisher.id)];
  const people = [await makePerson(t), await makePerson(t), await makePerson(t)] as const;
  for (const { id } of people) await give(id, item_id);
  await give(people[0].id, second);
  await saveNoticeSettings(people[1].ctx, { ways: {}, quiet_from: 22, quiet_to: 8, digest: false, ask_rating: false });
  const asked = async () =>
    Promise.all(people.map(async ({ id }) => (await titlesOf(id)).filter((title) => title.endsWith('用得怎么样？')).length));
  await askBuyers(t.ctx());
  expect(await asked()).toEqual([0, 0, 0]);
  t.clock.advance_ms(DAY_MS + 1_800_000);
  await saveOpinion(people[2].ctx, { item_id, stars: 5 });
  // each hour of the day: about one work, though they got two
  for (let hour = 10; hour <= 20; hour++) {
    await askBuyers(t.ctx());
    expect(await asked()).toEqual([1, 0, 0]);
    t.clock.advance_ms(3_600_000);
  }
});

it('T1 closing an account leaves stars without words, and answers go with the publisher', async () => {
  const seller = await makePerson(t);
  const item_id = await makeItem(t, seller.id);
  const who = await holder(item_id);
  await saveOpinion(who.ctx, { item_id, stars: 4, text: '我是张三', event: '张三的婚礼', people: 80 });
  await answerOpinion(seller.ctx, await idOf(item_id, who), '我是李四');
  for (const { id } of [who, seller]) await inTransaction(t.ctx(), (tx) => forgetOpinions(tx, id));
  expect((await opinionList(t.ctx(), { id: item_id })).list).toMatchObject([{ stars: 4, text: '', event: '', people: 0, answer: '' }]);
});
