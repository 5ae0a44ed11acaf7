import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { KINDS, type KindFacts } from '#contract/kinds.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { workList } from '#server/areas/catalog/work-list.ts';
import { getItem } from '#server/modules/catalog/index.ts';
import { demandOf, moveByStaff } from '#server/modules/demands/index.ts';
import { reportContent } from '#server/modules/engagement/index.ts';
import { noticesOf } from '#server/modules/notices/index.ts';
import { agreeOffer, cancelAgreement, confirmDone, disputeAgreement, offerPanel, ownOffers } from '#server/modules/offers/index.ts';
import { orderState, settlePayment } from '#server/modules/orders/index.ts';
import { decideReview, listReviews } from '#server/modules/review/index.ts';
import {
  actOnSalon,
  comingSalons,
  endSalons,
  joinWaiting,
  orderTickets,
  ownSalons,
  ownTickets,
  pastSalons,
  priceList,
  publicSalon,
  refundCancelled,
  refundTicket,
} from '#server/modules/salons/index.ts';
import { demandScreenAt } from '#server/views/demand-screen.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { settleOutbox } from '../support/catalog.ts';
import { makeDemand } from '../support/demands.ts';
import { makePerson, type Person, payAtProvider } from '../support/market.ts';
import { offer } from '../support/offers.ts';
import { makePerson as makeUser } from '../support/people.ts';
import { expectPursesWhole, makeBidder, makeTender, purseOf } from '../support/purses.ts';
import { makeSalon, seats } from '../support/salons.ts';

const t = testApp();
let owner: Person;
let reviewer: ReturnType<TestApp['ctx']>;
let operator: ReturnType<TestApp['ctx']>;
const job = () => t.ctx({ kind: 'job', name: 'test' });
beforeAll(async () => {
  reviewer = t.ctx((await makeUser(t, { roles: ['reviewer'] })).actor);
  operator = t.ctx((await makeUser(t, { roles: ['operator', 'reviewer'] })).actor);
});
beforeEach(async () => {
  owner = await makePerson(t);
});

/** Five strangers report it: from the fifth on it is hidden. */
async function hide(kind: KindFacts, id: number): Promise<void> {
  await settleOutbox(job());
  for (let n = 0; n < 5; n++) {
    const type = kind.types.report as number;
    await reportContent((await makePerson(t)).ctx, { type, rid: id, url: '', mobile: '13800000000', content: '虚假', ruid: owner.id });
  }
  await settleOutbox(job());
}

async function decide(id: number, action: 'dismiss' | 'take_down', reason = ''): Promise<string> {
  const { list } = await listReviews(reviewer, { type: 'report', status: 'open', page: 1, limit: 50 });
  const row = list.find(({ target_id }) => target_id === id);
  await decideReview(reviewer, { id: row?.id ?? 0, version: row?.version ?? 0, action, reason });
  await settleOutbox(job());
  return row?.subject.note ?? '';
}

async function run(name: 'take_down' | 'show', id: number): Promise<void> {
  const action = workList.actions.find((one) => one.name === name);
  await inTransaction(operator, async (tx) => action?.run(tx, String(id), '核查'));
  await settleOutbox(job());
}

const statusOf = async (id: number) => (await getItem(t.ctx(), id))?.status;
const told = async (person: Person) => (await noticesOf(person.ctx, { only_unread: false, page: 1, limit: 20 })).list;

describe('a salon', () => {
  async function sold() {
    const { id, kinds } = await makeSalon(t, { owner_id: owner.id });
    const kind_id = kinds[0]?.id as number;
    const buy = async (who: Person, count: number) =>
      orderTickets(who.ctx, {
        ...{ id, lines: [{ kind_id, count }], holders: seats(kind_id, count), balance: false, user_coupon_id: 0, cache: false },
      });
    const buyer = await makePerson(t);
    const order = await buy(buyer, 5);
    await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
    return { id, kind_id, buyer, order, buy };
  }
  const stateOf = async (id: number) => (await publicSalon(t.ctx(), id))?.state;

  it('that reports hide is not sold and not shown; nobody’s ticket is refunded, and a dismissal brings it back', async () => {
    const { id, kind_id, buyer, order, buy } = await sold();
    const waiting = await makePerson(t);
    await joinWaiting(waiting.ctx, { id, kind_id, count: 1, holders: seats(kind_id) });
    await hide(KINDS.salon, id);
    expect([await stateOf(id), await statusOf(id)]).toEqual(['open', 'taken_down']);
    expect(await refundCancelled(job())).toBe(0);
    expect((await orderState(buyer.ctx, order.orderid)).status).toBe(2);
    expect((await told(buyer)).map(({ title }) => title)).not.toContain('沙龙已取消');
    expect((await comingSalons(t.ctx(), { city: '', limit: 9 })).map((one) => one.id)).not.toContain(id);
    expect((await priceList(t.ctx(), id)).closed).toContain('核查');
    // a seat that comes back meanwhile waits with those who wait
    const [ticket] = (await ownTickets(buyer.ctx, { page: 1, limit: 9 })).list;
    await refundTicket(buyer.ctx, ticket?.id ?? 0);
    expect((await priceList(waiting.ctx, id)).waiting).toMatchObject([{ state: 'waiting' }]);
    await expect(buy(await makePerson(t), 1)).rejects.toMatchObject({ status: 409, message: expect.stringContaining('核查') });
    expect(await decide(id, 'dismiss')).toContain('票款全额退回');
    expect([await stateOf(id), await statusOf(id)]).toEqual(['open', 'published']);
    expect((await comingSalons(t.ctx(), { city: '', limit: 9 })).map((one) => one.id)).toContain(id);
    expect((await priceList(waiting.ctx, id)).waiting).toMatchObject([{ state: 'offered' }]);
  });

  it('is cancelled when the reports are upheld, and never comes back', async () => {
    const { id, buyer, order } = await sold();
    await hide(KINDS.salon, id);
    await decide(id, 'take_down', '虚假活动');
    expect(await publicSalon(t.ctx(), id)).toMatchObject({ state: 'cancelled', cancel_reason: '虚假活动' });
    expect(await refundCancelled(job())).toBe(1);
    expect((await orderState(buyer.ctx, order.orderid)).status).toBe(3);
    await expect(run('show', id)).rejects.toMatchObject({ status: 409, message: expect.stringContaining('已取消') });
    expect(await statusOf(id)).toBe('taken_down');
  });

  it('that its organiser cancelled while it was hidden stays off when the reports are dismissed', async () => {
    const { id } = await makeSalon(t, { owner_id: owner.id });
    await hide(KINDS.salon, id);
    await actOnSalon(owner.ctx, { id, act: 'cancel', why: '场地检修' });
    await decide(id, 'dismiss');
    expect([await stateOf(id), await statusOf(id)]).toEqual(['cancelled', 'taken_down']);
  });

  it('that ends while it is hidden stays hidden', async () => {
    const { id } = await makeSalon(t, { owner_id: owner.id, in_hours: 24 });
    await hide(KINDS.salon, id);
    t.clock.advance_ms(72 * 3_600_000);
    expect(await endSalons(job())).toBeGreaterThan(0);
    expect([await stateOf(id), await statusOf(id)]).toEqual(['over', 'taken_down']);
    expect((await pastSalons(t.ctx(), 9)).map((one) => one.id)).not.toContain(id);
    await decide(id, 'dismiss');
    expect(await statusOf(id)).toBe('published');
  });

  it('is cancelled by what the console does, in its words', async () => {
    const { id } = await makeSalon(t, { owner_id: owner.id });
    expect(workList.actions.find(({ name }) => name === 'take_down')?.about).toContain('取消并退款');
    await run('take_down', id);
    expect(await publicSalon(t.ctx(), id)).toMatchObject({ state: 'cancelled', cancel_reason: '核查' });
  });
});

describe('a tender with a deposit', () => {
  async function bidden() {
    const [bidder, id] = [await makeBidder(t, 200_000), await makeTender(t, owner, 200_000)];
    await offer(bidder, id);
    await hide(KINDS.demand, id);
    expect((await demandOf(t.app.db, id))?.state).toBe('closed');
    expect(await purseOf(bidder)).toEqual([200_000, 200_000, 0]);
    return { bidder, id };
  }

  it('that reports hide binds on, and as before after a dismissal', async () => {
    const { bidder, id } = await bidden();
    await decide(id, 'dismiss');
    expect((await demandOf(t.app.db, id))?.state).toBe('choosing');
    expect(await purseOf(bidder)).toEqual([200_000, 200_000, 0]);
    await expectPursesWhole(t, [bidder]);
  });

  it('binds nothing any more once the reports are upheld', async () => {
    const { bidder, id } = await bidden();
    await decide(id, 'take_down', '虚假招标');
    expect(await purseOf(bidder)).toEqual([200_000, 0, 200_000]);
  });
});

describe('an agreement', () => {
  async function agreed() {
    const [maker, id] = [await makePerson(t), await makeDemand(t, { owner_id: owner.id })];
    const deal = await agreeOffer(owner.ctx, await offer(maker, id), 1);
    return { id, maker, deal };
  }
  const stateOf = async (id: number) => (await demandOf(t.app.db, id))?.state;
  const screen = (id: number) => demandScreenAt(t.ctx(), new URL(`http://x/demand/details?id=${id}`));

  it('goes on while reports hide its demand, unseen but to be reached, and a dismissal changes nothing', async () => {
    const { id, maker, deal } = await agreed();
    await hide(KINDS.demand, id);
    expect([await stateOf(id), await statusOf(id)]).toEqual(['agreed', 'taken_down']);
    expect((await offerPanel(maker.ctx, id)).agreement).toMatchObject({ state: 'running' });
    expect(await screen(id)).toMatchObject({ hidden: true, screen: null });
    await confirmDone(maker.ctx, deal);
    await confirmDone(owner.ctx, deal);
    await settleOutbox(job());
    expect([await stateOf(id), await statusOf(id)]).toEqual(['done', 'taken_down']);
    await decide(id, 'dismiss');
    expect([await stateOf(id), await statusOf(id)]).toEqual(['done', 'published']);
    expect(await screen(id)).toMatchObject({ hidden: false });
  });

  it('that is cancelled meanwhile leaves the demand hidden', async () => {
    const { id, maker, deal } = await agreed();
    await hide(KINDS.demand, id);
    await cancelAgreement(maker.ctx, deal, '档期冲突');
    await settleOutbox(job());
    expect([await stateOf(id), await statusOf(id)]).toEqual(['closed', 'taken_down']);
    await decide(id, 'dismiss');
    expect([await stateOf(id), await statusOf(id)]).toEqual(['choosing', 'published']);
  });

  it('of a demand that the platform closed is called off by nobody else, and ends though the demand is open again', async () => {
    const { id, maker, deal } = await agreed();
    await inTransaction(operator, (tx) => moveByStaff(tx, id, 'closed', '虚假需求'));
    await expect(cancelAgreement(owner.ctx, deal, '不做了')).rejects.toMatchObject({ status: 409 });
    await inTransaction(operator, (tx) => moveByStaff(tx, id, 'open', '误判'));
    await settleOutbox(job());
    expect(await stateOf(id)).toBe('open');
    expect((await ownOffers(maker.ctx, { tab: 'ended', page: 1, limit: 9 })).list).toMatchObject([{ agreement: { state: 'cancelled' } }]);
  });

  it('ends with an upheld report: both hear that the platform closed it, and its dispute leaves the desk', async () => {
    const { id, maker, deal } = await agreed();
    await disputeAgreement(maker.ctx, deal, '对方拒绝验收');
    await hide(KINDS.demand, id);
    await decide(id, 'take_down', '虚假需求');
    expect(await stateOf(id)).toBe('closed');
    expect((await ownOffers(maker.ctx, { tab: 'ended', page: 1, limit: 9 })).list).toMatchObject([
      { agreement: { state: 'cancelled', reason: '虚假需求', by_me: false } },
    ]);
    for (const [person, page] of [
      [maker, '/personalCenter/myOffer'],
      [owner, '/personalCenter/myDemand'],
    ] as const) {
      const notice = (await told(person)).find(({ title }) => title === '合作已取消');
      expect(notice?.content).toContain('已由平台关闭');
      expect(notice?.jump_url).toContain(page);
    }
    const { list } = await listReviews(operator, { type: 'dispute', status: 'open', page: 1, limit: 50 });
    expect(list.map(({ target_id }) => target_id)).not.toContain(deal);
  });

  it('was not there: who offered reads that the platform closed it, with a page that opens', async () => {
    const [maker, id] = [await makePerson(t), await makeDemand(t, { owner_id: owner.id })];
    await offer(maker, id);
    await hide(KINDS.demand, id);
    const [notice] = await told(maker);
    expect(notice).toMatchObject({ title: '您报过价的需求已关闭', jump_url: expect.stringContaining('/personalCenter/myOffer') });
    expect(notice?.content).toContain('已由平台关闭，原因：多位用户举报');
  });
});

describe('a demand', () => {
  const DAY_MS = 86_400_000;

  it('that is dismissed goes on with the rest of its time, still to be chosen from, and who offered hears it', async () => {
    const [maker, id] = [await makePerson(t), await makeDemand(t, { owner_id: owner.id })];
    await offer(maker, id);
    const before = await demandOf(t.app.db, id);
    t.clock.advance_ms(10 * DAY_MS);
    await hide(KINDS.demand, id);
    t.clock.advance_ms(3 * DAY_MS);
    await decide(id, 'dismiss');
    const after = await demandOf(t.app.db, id);
    expect([after?.state, await statusOf(id)]).toEqual(['choosing', 'published']);
    expect((after?.closes_at?.getTime() ?? 0) - (before?.closes_at?.getTime() ?? 0)).toBe(3 * DAY_MS);
    const [notice] = await told(maker);
    expect(notice).toMatchObject({ title: '您报过价的需求重新开放', content: expect.stringContaining('仍然有效') });
  });

  it('without offers is open again for what it had left', async () => {
    const id = await makeDemand(t, { owner_id: owner.id });
    const before = await demandOf(t.app.db, id);
    await hide(KINDS.demand, id);
    t.clock.advance_ms(2 * DAY_MS);
    await decide(id, 'dismiss');
    const after = await demandOf(t.app.db, id);
    expect(after?.state).toBe('open');
    expect((after?.closes_at?.getTime() ?? 0) - (before?.closes_at?.getTime() ?? 0)).toBe(2 * DAY_MS);
  });
});

describe('the publisher', () => {
  const titles = async () => (await told(owner)).map(({ title }) => title);

  it('hears once that it was hidden, why and what comes next, and that it is back', async () => {
    const id = await makeDemand(t, { owner_id: owner.id, title: '被举报的年会需求' });
    await hide(KINDS.demand, id);
    const [notice] = await told(owner);
    expect(notice).toMatchObject({ title: '您的需求暂时下架', jump_url: expect.stringContaining('/personalCenter/myDemand') });
    expect(notice?.content).toContain('《被举报的年会需求》原因：多位用户举报，平台正在核查。核查通过会恢复，剩余的开放时间不变');
    await decide(id, 'dismiss');
    expect(await titles()).toEqual(['您的需求已恢复展示', '您的需求暂时下架']);
  });

  it('hears that it was taken down, by the desk or by the console, and finds a hidden salon named in the own list', async () => {
    const { id } = await makeSalon(t, { owner_id: owner.id, title: '被举报的分享会' });
    await hide(KINDS.salon, id);
    expect((await ownSalons(owner.ctx, { page: 1, limit: 5 })).list[0]).toMatchObject({
      state: 'open',
      reject_reason: expect.stringContaining('已售的票仍然有效'),
    });
    await decide(id, 'take_down', '虚假活动');
    expect((await told(owner))[0]).toMatchObject({
      title: '您的沙龙已被下架',
      content: '《被举报的分享会》原因：虚假活动。尚未结束的沙龙随之取消，票款全额退给已报名的人，不能恢复。',
      jump_url: expect.stringContaining('/personalCenter/mySalon?tab=organised'),
    });
    const demand = await makeDemand(t, { owner_id: owner.id });
    await settleOutbox(job());
    await run('take_down', demand);
    t.clock.advance_ms(1_000);
    await run('show', demand);
    expect((await titles()).slice(0, 2)).toEqual(['您的需求已恢复展示', '您的需求已被下架']);
  });
});
