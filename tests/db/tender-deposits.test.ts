import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { EMPTY_DEMAND } from '#contract/demand.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { unixSeconds } from '#server/kernel/clock.ts';
import { balanceMost, balancesToBuy, topUpBalance } from '#server/modules/coins/index.ts';
import { actOnDemand, installLabels, moveByStaff, saveDemand, shownLabels, submitDemand } from '#server/modules/demands/index.ts';
import {
  agreeOffer,
  cancelAgreement,
  confirmDone,
  declineOffer,
  disputeAgreement,
  fillPurse,
  followMove,
  offerBoard,
  offerPanel,
  openDueTenders,
  ownPurse,
  takeFromPurse,
  withdrawOffer,
} from '#server/modules/offers/index.ts';
import { askOwnRefund, settlePayment } from '#server/modules/orders/index.ts';
import { closingCheck } from '#server/modules/privacy/index.ts';
import { decideTarget } from '#server/modules/review/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { balances, walletLines } from '#server/modules/wallet/index.ts';
import { testApp } from '../support/app.ts';
import { verifyPerson } from '../support/demands.ts';
import { makePerson, type Person, payAtProvider } from '../support/market.ts';
import { offer } from '../support/offers.ts';
import { makePerson as makeUser } from '../support/people.ts';
import { expectPursesWhole, makeBidder, makeTender, purseKey, purseOf } from '../support/purses.ts';
import { toldTo } from '../support/told.ts';

const DEPOSIT = 200_000;
const DAY_MS = 86_400_000;
const t = testApp();
let owner: Person;
let bidder: Person;
beforeEach(async () => {
  [owner, bidder] = [await makePerson(t), await makeBidder(t, DEPOSIT, 50_000)];
});
afterEach(() => expectPursesWhole(t, [bidder]));

const take = (amount_fen: number, person = bidder) => takeFromPurse(person.ctx, amount_fen, purseKey());
const lines = async () => (await t.app.db.execute<{ n: number }>(sql`select count(*)::int as n from ledger_transfers`)).rows[0]?.n;
async function opened(deposit_fen = DEPOSIT, more: readonly Person[] = []) {
  const id = await makeTender(t, owner, deposit_fen);
  const [own = 0, ...others] = await Promise.all([bidder, ...more].map((person) => offer(person, id)));
  t.clock.advance_ms(16 * DAY_MS);
  await openDueTenders(t.ctx());
  return { id, own, others };
}
async function chosen() {
  const { id, own } = await opened();
  return { id, own, agreement: await agreeOffer(owner.ctx, own, 1) };
}
async function decide(target_id: number, action: string) {
  const staff = t.ctx((await makeUser(t, { roles: ['operator'] })).actor);
  await inTransaction(staff, (tx) => decideTarget(tx, { type: 'dispute', target_id }, { action, reason: '接单方无故不履约' }));
}

it('a purse is filled from the balance and taken back, once a key, and never below nothing', async () => {
  const key = purseKey();
  await fillPurse(bidder.ctx, 50_000, key);
  await fillPurse(bidder.ctx, 50_000, key);
  await expect(fillPurse(bidder.ctx, 40_000, key)).rejects.toMatchObject({ status: 409 });
  expect([await purseOf(bidder), (await balances(t.ctx(), bidder.id)).balance_fen]).toEqual([[250_000, 0, 250_000], 0]);
  await expect(fillPurse(bidder.ctx, 1, purseKey())).rejects.toThrow('余额不足');
  await expect(take(250_001)).rejects.toThrow('最多可取回 ¥2500.00');
  await take(250_000);
  expect([await purseOf(bidder), (await balances(t.ctx(), bidder.id)).balance_fen]).toEqual([[0, 0, 0], 250_000]);
  expect((await walletLines(bidder.ctx, { account: 'purse', page: 1, limit: 5 })).list.map(({ title }) => title)).toEqual([
    '取回投标保证金',
    '转入投标保证金',
    '转入投标保证金',
  ]);
});

it('an offer is taken while the purse covers it beside the others, and leaves no line and says nothing to others', async () => {
  const [one, two] = [await makeTender(t, owner, DEPOSIT), await makeTender(t, owner, 100)];
  const before = await lines();
  const id = await offer(bidder, one);
  await offer(bidder, one, { price: '12000' });
  expect([await lines(), await purseOf(bidder)]).toEqual([before, [DEPOSIT, DEPOSIT, 0]]);
  expect((await offerPanel(bidder.ctx, two)).deposit_short).toBe(1);
  await expect(offer(bidder, two)).rejects.toMatchObject({ status: 403, data: { code: 'deposit' } });
  await expect(take(1)).rejects.toThrow('被您的 1 份投标占用');
  expect((await ownPurse(bidder.ctx)).offers).toMatchObject([{ id, title: '周年庆典招标', deposit: 2_000 }]);
  // the owner learns of who bids no more than before
  expect((await offerPanel(owner.ctx, one)).offers).toMatchObject([{ deposit: 0, person: { id: 0 } }]);
  expect((await closingCheck(bidder.ctx)).blockers.map(({ text }) => text).join()).toContain('投标保证金还有 2000.00 元');
  await withdrawOffer(bidder.ctx, id);
  await offer(bidder, two);
  expect(await purseOf(bidder)).toEqual([DEPOSIT, 100, DEPOSIT - 100]);
});

it('what is not chosen, declined, over or done is free by itself', async () => {
  const rival = await makeBidder(t, DEPOSIT);
  const first = await opened(DEPOSIT, [rival]);
  expect((await offerPanel(owner.ctx, first.id)).offers.map(({ deposit }) => deposit)).toEqual([2_000, 2_000]);
  const agreement = await agreeOffer(owner.ctx, first.own, 1);
  expect([await purseOf(rival), await purseOf(bidder)]).toEqual([
    [DEPOSIT, 0, DEPOSIT],
    [DEPOSIT, DEPOSIT, 0],
  ]);
  await confirmDone(owner.ctx, agreement);
  await confirmDone(bidder.ctx, agreement);
  expect(await purseOf(bidder)).toEqual([DEPOSIT, 0, DEPOSIT]);
  const second = await opened();
  await declineOffer(owner.ctx, second.own, '超出预算');
  expect(await purseOf(bidder)).toEqual([DEPOSIT, 0, DEPOSIT]);
  const third = await makeTender(t, owner, DEPOSIT);
  await offer(bidder, third);
  await actOnDemand(owner.ctx, { id: third, act: 'close', why: '活动取消' });
  await take(DEPOSIT);
});

it('what was free in between is not bound again: taken up, lost and back, chosen without it', async () => {
  const id = await makeTender(t, owner, DEPOSIT);
  await offer(bidder, id);
  await actOnDemand(owner.ctx, { id, act: 'close', why: '改期' });
  await take(DEPOSIT);
  await actOnDemand(owner.ctx, { id, act: 'reopen', why: '' });
  await followMove(t.ctx(), { demand_id: id, from: 'closed', to: 'open', by_user_id: owner.id, why: '' });
  expect((await toldTo(t, bidder.id)).some(({ content }) => content.includes('之前占用的保证金已经释放'))).toBe(true);
  expect(await purseOf(bidder)).toEqual([0, 0, 0]);
  await fillPurse(bidder.ctx, DEPOSIT, purseKey());
  await offer(bidder, id);
  expect((await purseOf(bidder))[1]).toBe(DEPOSIT);
  await withdrawOffer(bidder.ctx, (await ownPurse(bidder.ctx)).offers[0]?.id ?? 0);
  const rival = await makeBidder(t, DEPOSIT);
  const lost = await opened(DEPOSIT, [rival]);
  const agreement = await agreeOffer(owner.ctx, lost.others[0] ?? 0, 1);
  await take(DEPOSIT);
  await cancelAgreement(owner.ctx, agreement, '活动改期');
  expect([await purseOf(rival), await purseOf(bidder)]).toEqual([
    [DEPOSIT, 0, DEPOSIT],
    [0, 0, 0],
  ]);
  const again = await agreeOffer(owner.ctx, lost.own, 1);
  await disputeAgreement(owner.ctx, again, '对方不回应');
  await expect(decide(again, 'forfeit')).rejects.toThrow('没有占用中的投标保证金');
});

it('who was chosen does not leave by a press; staff alone let the deposit go to the owner, and both hear why', async () => {
  const { id, agreement } = await chosen();
  expect((await offerPanel(bidder.ctx, id)).agreement).toMatchObject({ deposit: 2_000, can_cancel: false });
  expect((await offerPanel(owner.ctx, id)).agreement).toMatchObject({ deposit: 2_000, can_cancel: true });
  await expect(cancelAgreement(bidder.ctx, agreement, '档期冲突')).rejects.toThrow('保证金还在占用中');
  await disputeAgreement(owner.ctx, agreement, '对方不回应');
  await decide(agreement, 'forfeit');
  expect([await purseOf(bidder), (await balances(t.ctx(), owner.id)).balance_fen]).toEqual([[0, 0, 0], DEPOSIT]);
  for (const [person, title] of [
    [bidder, '投标保证金已赔付给发布者'],
    [owner, '投标保证金已赔付给您'],
  ] as const)
    expect((await toldTo(t, person.id)).find((one) => one.title === title)?.content).toContain('接单方无故不履约');
  const { rows } = await t.app.db.execute(sql`select detail from audit_log where action = 'deposit.forfeit'`);
  expect(rows).toMatchObject([{ detail: { amount_fen: DEPOSIT, from: bidder.id, to: owner.id } }]);
});

it('called off by the owner, by staff or by a closed demand, a deposit stays its bidder’s', async () => {
  for (const end of ['owner', 'staff', 'platform'] as const) {
    const { id, agreement } = await chosen();
    expect((await purseOf(bidder))[2]).toBe(0);
    if (end === 'owner') await cancelAgreement(owner.ctx, agreement, '活动取消');
    else if (end === 'platform') {
      const staff = t.ctx((await makeUser(t, { roles: ['operator'] })).actor);
      await inTransaction(staff, (tx) => moveByStaff(tx, id, 'closed', '违规'));
    } else {
      await disputeAgreement(bidder.ctx, agreement, '对方要求加价');
      await decide(agreement, 'cancel');
    }
    expect(await purseOf(bidder)).toEqual([DEPOSIT, 0, DEPOSIT]);
  }
});

it('a deposit is bounded by the budget and the site, published with its tender, in its record, and fixed from then on', async () => {
  await installLabels(t.ctx());
  await verifyPerson(t, owner);
  const labels = await shownLabels(t.ctx());
  const label = (type: number) => labels.find((one) => one.type === type)?.id ?? 0;
  const form = {
    ...EMPTY_DEMAND,
    ...{ label_id: label(3), title: '集团二十周年庆典招标', event: '年会庆典', city: '上海', budget_max: '20万', deposit: '5000' },
    needs: '三百人周年庆典，含舞美、主持、演出与现场执行，请按招标文件投标。',
  };
  const submit = (change: object, id?: number) =>
    submitDemand(owner.ctx, {
      ...(id ? { id } : {}),
      form: { ...form, ...change },
      draft_key: `deposit-${JSON.stringify(change).length}-x`,
    });
  await expect(submit({ deposit: '10001' })).rejects.toMatchObject({ fields: { deposit: expect.stringContaining('5%') } });
  await expect(submit({ deposit: '5001' })).rejects.toMatchObject({ fields: { deposit: '投标保证金最多 5000 元' } });
  await expect(submit({ budget_max: '' })).rejects.toMatchObject({ fields: { deposit: '要求保证金请先填最高预算' } });
  await expect(submit({ deposit: '0' })).rejects.toMatchObject({ fields: { deposit: expect.stringContaining('留空') } });
  const other = await submit({ label_id: label(1), title: '三百人年会找整体方案' });
  expect((await offerPanel(bidder.ctx, other.id)).deposit).toBe(0);
  const { id } = await submit({});
  const opened_s = unixSeconds(t.clock.now());
  t.clock.advance_ms(DAY_MS);
  for (let n = 0; n < 2; n++) await followMove(t.ctx(), { demand_id: id, from: 'draft', to: 'open', by_user_id: owner.id, why: '' });
  const { notes } = await offerBoard(t.ctx(), id);
  expect(notes).toMatchObject([{ no: 1, text: expect.stringContaining('投标保证金 ¥5000.00'), at: opened_s }]);
  await expect(submit({ deposit: '' }, id)).rejects.toMatchObject({ fields: { deposit: expect.stringContaining('不能修改') } });
  // what the site takes at most now changes nothing of what is published
  await setSetting(t.ctx(), 'tender_deposit_most_fen', 0);
  await submit({ title: '集团二十周年庆典公开招标' }, id);
  await saveDemand(owner.ctx, { id, form: { ...form, deposit: '1' }, draft_key: 'deposit-draft' });
  expect((await offerPanel(bidder.ctx, id)).deposit).toBe(5_000);
});

it('a top-up gives back what is in the balance alone, and what is in the purse counts to the most of a balance', async () => {
  await fillPurse(bidder.ctx, 50_000, purseKey());
  const order = await topUpBalance(bidder.ctx, { yuan: 100, reuse_open: false });
  await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
  await fillPurse(bidder.ctx, 7_000, purseKey());
  expect(await askOwnRefund(bidder.ctx, { orderid: order.orderid, reason: '用不上', to_balance: false })).toBe('refunded');
  const { rows } = await t.app.db.execute(sql`select refunded_pay_fen::int as back from orders where orderid = ${order.orderid}`);
  expect([rows, await purseOf(bidder)]).toEqual([[{ back: 3_000 }], [257_000, 0, 257_000]]);
  // of five thousand at most
  expect(Math.max(...(await balancesToBuy(bidder.ctx, bidder.id)))).toBe(1_000);
  await setSetting(t.ctx(), balanceMost.key, 280_000);
  expect(Math.max(...(await balancesToBuy(bidder.ctx, bidder.id)))).toBe(200);
});

it('a blocked account keeps its purse, and what it was chosen for can still be decided', async () => {
  const { agreement } = await chosen();
  await t.app.db.execute(sql`update users set blocked = true where id = ${bidder.id}`);
  expect(await purseOf(bidder)).toEqual([DEPOSIT, DEPOSIT, 0]);
  await disputeAgreement(owner.ctx, agreement, '对方不回应');
  await decide(agreement, 'forfeit');
  expect(await purseOf(bidder)).toEqual([0, 0, 0]);
});
