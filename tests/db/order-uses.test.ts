import { beforeAll, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { ORDER_WAITING, type Order } from '#contract/order.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { areas } from '#server/areas/index.ts';
import { askAssistant } from '#server/modules/assistant/index.ts';
import { topUp, topUpBalance } from '#server/modules/coins/index.ts';
import { ownCompany, seatsSubject, setSeat } from '#server/modules/companies/index.ts';
import { grantDownload, itemImages, openPage } from '#server/modules/downloads/index.ts';
import { installPlans, membershipSubject, vipPlans } from '#server/modules/membership/index.ts';
import { agreeOffer, payStage, planStages } from '#server/modules/offers/index.ts';
import { findStages } from '#server/modules/offers/stages.repo.ts';
import {
  askOwnRefund,
  orderDetail,
  ownRefundUpTo,
  payByBalance,
  placeOrder,
  settlePayment,
  USE_TEXTS,
  type UseWay,
} from '#server/modules/orders/index.ts';
import { orderTickets, ownTickets, refundTicket } from '#server/modules/salons/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { startLesson } from '#server/modules/study/index.ts';
import { runRights, saveUnion, unionSubject } from '#server/modules/union/index.ts';
import { postTransfer } from '#server/modules/wallet/index.ts';
import { testApp } from '../support/app.ts';
import { makeDemand } from '../support/demands.ts';
import { certify } from '../support/enterprise.ts';
import { makeItem } from '../support/item-world.ts';
import { makePerson, type Person, payAtProvider, place } from '../support/market.ts';
import { offer } from '../support/offers.ts';
import { makePerson as makeUser } from '../support/people.ts';
import { kindForm, makeSalon, seats } from '../support/salons.ts';
import { makeCourse } from '../support/study.ts';

const t = testApp();
let owner: Awaited<ReturnType<typeof makeUser>>;
let specs: Record<'scheme' | 'all', number>;
let bundle: number;
beforeAll(async () => {
  owner = await makeUser(t, { roles: ['operator'] });
  await inTransaction(t.ctx(), installPlans);
  const plans = await vipPlans(t.ctx());
  const limited = (vip_type: number) => plans.find((plan) => plan.vip_type === vip_type)?.spec[0]?.id as number;
  specs = { scheme: limited(1), all: limited(6) };
  const none = { vip_type: 0, days: 0, max_download_pre_day: 0, partner: '', product: '', months: 0 };
  bundle = await saveUnion(t.ctx(owner.actor), {
    ...{ id: 0, title: '方案 + 影视', summary: '', img: '', bottom_img: '', price: 400, org_price: 500 },
    ...{ protocol_url: '', protocol_title: '', sort: 0, is_on: true },
    parts: [
      { ...none, sort: 'plan', title: '方案会员', share: 60, vip_type: 1, days: 365, max_download_pre_day: 5 },
      { ...none, sort: 'partner', title: '影视会员', share: 40, partner: '星河影视', product: 'year', months: 12 },
    ],
  });
  await setSetting(t.ctx(), ownRefundUpTo.key, 10_000_000);
  await setSetting(t.ctx(), 'assistant_free_daily', 0);
});

async function paid(order: Order, buyer: Person): Promise<string> {
  if (order.pay_qrcode !== '') await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
  else if (order.status === ORDER_WAITING) await payByBalance(buyer.ctx, order.orderid);
  return order.orderid;
}
const item = (facts: { vip_only?: boolean } = {}) => makeItem(t, { publisher_id: owner.id, price_fen: 10_000, pages: 4, ...facts });
const buy = async (buyer: Person, id: number) => paid(await place(buyer, id), buyer);
const join = (buyer: Person, subject_id = specs.scheme) =>
  placeOrder(buyer.ctx, membershipSubject, { subject_id, use_balance: false, coupon_id: 0 }).then((order) => paid(order, buyer));
const bundled = (buyer: Person) =>
  placeOrder(buyer.ctx, unionSubject, { subject_id: bundle, use_balance: false, coupon_id: 0 }).then((order) => paid(order, buyer));

async function openLockedPage({ ctx }: Person, id: number): Promise<void> {
  const { list } = await itemImages(ctx, { item_id: id, start: 1 });
  const signed = list.at(-1)?.src.split('/page/')[1] as string;
  await openPage(ctx, signed);
}

async function tickets(buyer: Person, count = 1) {
  const { id, kinds } = await makeSalon(t, { owner_id: owner.id, in_hours: 480, kinds: [kindForm()] });
  const kind_id = kinds[0]?.id as number;
  const wish = { id, lines: [{ kind_id, count }], holders: seats(kind_id, count), balance: false, user_coupon_id: 0, cache: false };
  return paid(await orderTickets(buyer.ctx, wish), buyer);
}

/** Buys it and has it in this way; answers with the order's number. */
type Scene = (buyer: Person) => Promise<string>;

/** What a membership gives, whoever sold it. */
const members = (join: Scene): Record<string, Scene> => ({
  async member_content(buyer) {
    const orderid = await join(buyer);
    await grantDownload(buyer.ctx, { item_id: (await item({ vip_only: true })).id });
    return orderid;
  },
  async member_price(buyer) {
    const orderid = await join(buyer);
    // placed is enough: the price stays although the membership goes
    await place(buyer, (await item()).id);
    return orderid;
  },
  async member_quota(buyer) {
    const orderid = await join(buyer);
    const question = {
      conversation_id: 0,
      after: 0,
      beside: 0,
      files: [],
      tool: '' as const,
      question: '年会怎么安排抽奖环节',
      input: {},
      pay: false,
    };
    await askAssistant(buyer.ctx, { ...question, key: `uses-${buyer.id}` });
    return orderid;
  },
  async credited(buyer) {
    const orderid = await join(buyer);
    t.clock.advance_ms(60_000);
    await placeOrder(buyer.ctx, membershipSubject, { subject_id: specs.all, use_balance: false, coupon_id: 0 }).then((order) =>
      paid(order, buyer),
    );
    return orderid;
  },
});

/** Seats of the buyer's company, who sits on one of them. */
async function seated(buyer: Person): Promise<string> {
  await certify(t, buyer);
  const orderid = await placeOrder(buyer.ctx, seatsSubject, { subject_id: specs.scheme, use_balance: false, coupon_id: 0 }).then((order) =>
    paid(order, buyer),
  );
  const [line] = (await ownCompany(buyer.ctx)).seats;
  await setSeat(buyer.ctx, { id: line?.id ?? 0, user_id: buyer.id, give: true });
  return orderid;
}
const { credited: _of_oneself, ...by_seat } = members(seated);

const SCENES: Record<string, Record<string, Scene>> = {
  seats: by_seat,
  item: {
    async pages(buyer) {
      const { id } = await item();
      const orderid = await buy(buyer, id);
      await openLockedPage(buyer, id);
      return orderid;
    },
    async file(buyer) {
      const { id } = await item();
      const orderid = await buy(buyer, id);
      await grantDownload(buyer.ctx, { item_id: id });
      return orderid;
    },
    async lesson(buyer) {
      const course = await makeCourse(t, owner);
      const orderid = await buy(buyer, course.id);
      const lesson_id = course.lessons[0] as number;
      await startLesson(buyer.ctx, { lesson_id, device: 'device-one', device_name: '', take_over: false });
      return orderid;
    },
  },
  membership: members(join),
  stage: {
    async escrow(buyer) {
      const planner = await makePerson(t);
      const id = await agreeOffer(buyer.ctx, await offer(planner, await makeDemand(t, { owner_id: buyer.id })), 1);
      await planStages(planner.ctx, id, [{ title: '首款', price: 10_000 }]);
      const [stage] = await findStages(t.app.db, [id]);
      return paid(await payStage(buyer.ctx, { id: stage?.id ?? 0, balance: false, cache: false }), buyer);
    },
  },
  union: {
    ...members(bundled),
    async given(buyer) {
      const orderid = await bundled(buyer);
      await runRights(t.ctx());
      return orderid;
    },
  },
  coins: {
    async coins(buyer) {
      const orderid = await paid(await topUp(buyer.ctx, { coins: 10, reuse_open: false }), buyer);
      const entries = [
        { owner_id: buyer.id, purpose: 'coin', amount: -10 },
        { owner_id: null, purpose: 'coin_source', amount: 10 },
      ] as const;
      const transfer = { key: `spent:${orderid}`, reason: 'contact_settle', reference: orderid, unit: 'coin' } as const;
      await inTransaction(t.ctx(), (tx) => postTransfer(tx, { ...transfer, entries: [...entries] }));
      return orderid;
    },
  },
  balance: {
    async balance(buyer) {
      const orderid = await paid(await topUpBalance(buyer.ctx, { yuan: 100, reuse_open: false }), buyer);
      const spent = await place(buyer, (await makeItem(t, { publisher_id: owner.id, price_fen: 10_000 })).id, { balance: 1 });
      await payByBalance(buyer.ctx, spent.orderid);
      return orderid;
    },
  },
  salon: {
    async ticket(buyer) {
      const orderid = await tickets(buyer, 2);
      await refundTicket(buyer.ctx, (await ownTickets(buyer.ctx, { page: 1, limit: 1 })).list[0]?.id as number);
      return orderid;
    },
    async late(buyer) {
      const orderid = await tickets(buyer);
      t.clock.advance_ms(19.5 * 86_400_000);
      return orderid;
    },
  },
};
/** Shown elsewhere: draws need a round (draws.test.ts). */
const ELSEWHERE: ReadonlySet<string> = new Set(['membership.draw']);

it('A3 knows every way of having what is sold: a subject or a way without a scene fails', () => {
  const ways = areas.flatMap(({ subjects = [] }) => subjects.flatMap(({ name, ways }) => ways.map((way) => `${name}.${way}`)));
  const scenes = Object.entries(SCENES).flatMap(([name, of]) => Object.keys(of).map((way) => `${name}.${way}`));
  expect(ways.toSorted()).toEqual([...scenes, ...ELSEWHERE].toSorted());
});

it.each(Object.entries(SCENES).flatMap(([name, of]) => Object.entries(of).map(([way, scene]) => [name, way, scene] as const)))(
  'A3 does not give %s back by a press once it was had by %s',
  async (_name, way, scene) => {
    const buyer = await makePerson(t);
    const orderid = await scene(buyer);
    const { refund } = await orderDetail(buyer.ctx, orderid);
    expect([refund.at_once, refund.why_not]).toEqual([
      false,
      expect.stringContaining(way === 'late' ? '已超过' : USE_TEXTS[way as UseWay]),
    ]);
    const asked = askOwnRefund(buyer.ctx, { orderid, reason: '买错了' });
    if (refund.can_ask) expect(await asked).toBe('asked');
    else await expect(asked).rejects.toMatchObject({ status: 409 });
  },
);

it('A3 gives what nobody had back at once: free pages and free lessons are no use', async () => {
  const buyer = await makePerson(t);
  const scheme = await item();
  const bought = await buy(buyer, scheme.id);
  // addresses alone give nothing
  await itemImages(buyer.ctx, { item_id: scheme.id, start: 1 });
  const course = await makeCourse(t, owner, { lessons: [{ title: '试听', type: 'video', duration_s: 60, free: true }] });
  const learnt = await buy(buyer, course.id);
  await startLesson(buyer.ctx, { lesson_id: course.lessons[0] as number, device: 'device-one', device_name: '', take_over: false });
  for (const orderid of [bought, learnt]) expect(await askOwnRefund(buyer.ctx, { orderid, reason: '买错了' })).toBe('refunded');
});

it('A3 a membership that opens a kind whole is used by its pages', async () => {
  const buyer = await makePerson(t);
  // the plan of schemes opens big cases
  const orderid = await join(buyer);
  const sample = await makeItem(t, { kind: KINDS.sample, publisher_id: owner.id, price_fen: 10_000, pages: 4 });
  await openLockedPage(buyer, sample.id);
  expect((await orderDetail(buyer.ctx, orderid)).refund.why_not).toContain(USE_TEXTS.member_content);
});
