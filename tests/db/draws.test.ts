import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkRound, type RoundForm, sha256Hex } from '#contract/draw.ts';
import { inTransaction } from '#server/app/ctx.ts';
import {
  checkRounds,
  closeEndedRounds,
  closeRound,
  draw,
  drawChance,
  drawChances,
  openRound,
  openRoundNow,
  ownPrizes,
  prizeForStaff,
  publishedDraws,
  publishedRounds,
  revealAddress,
  roundForm,
  saveAddress,
  shipPrize,
  withdrawPrize,
} from '#server/modules/draws/index.ts';
import { activeVips, extendMembership } from '#server/modules/membership/index.ts';
import { askOwnRefund, lockPaidOrder, orderDetail } from '#server/modules/orders/index.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person } from '../support/market.ts';
import { paidMembership } from '../support/member-orders.ts';
import { makePerson as makeUser } from '../support/people.ts';
import { toldTo } from '../support/told.ts';

const DAY_S = 86_400;
const t = testApp();
let staff: Person;
let reader: Person;
beforeAll(async () => {
  const { id, token, actor } = await makeUser(t, { roles: ['operator'] });
  staff = { id, token, ctx: t.ctx(actor) };
});
beforeEach(async () => {
  reader = await makePerson(t);
});

const membership = { covers: '', covers_hor: '', vip_type: 1, days: 7, max_download_pre_day: 5 };
const goods = { covers: '', covers_hor: '', vip_type: 0, days: 0, max_download_pre_day: 0 };
const VIP_ONLY: RoundForm['prizes'] = [{ place: 1, title: '方案会员 7 天', type: 2, weight: 1, stock: null, replace: null, ...membership }];
const GOODS_FIRST: RoundForm['prizes'] = [
  { place: 1, title: '策猫帆布袋', type: 5, weight: 1, stock: 1, replace: 2, ...goods },
  { place: 2, title: '方案会员 7 天', type: 2, weight: 0, stock: null, replace: null, ...membership },
];
const open = (prizes: RoundForm['prizes']) =>
  openRound(staff.ctx, { title: '会员抽奖', ends_at: Math.floor(t.clock.now().getTime() / 1000) + 10 * DAY_S, prizes });
const drawOf = async (who: Person) => draw(who.ctx, { orderid: await paidMembership(t, who.id), user_seed: 'mine' });

describe('a round', () => {
  it('tells both hashes when it opens and the seed when it is closed, and its table never changes', async () => {
    const id = await open(VIP_ONLY);
    const shown = await openRoundNow(t.ctx());
    expect(shown).toMatchObject({ id, state: 'open', seed: '', draws_num: 0 });
    expect(await sha256Hex(shown?.table_text as string)).toBe(shown?.table_hash);
    await expect(publishedDraws(t.ctx(), { round: id, after: 0, limit: 10 })).rejects.toMatchObject({ status: 404 });
    await closeRound(staff.ctx, id, '结束');
    const closed = (await publishedRounds(t.ctx())).find((round) => round.id === id);
    expect(closed).toMatchObject({ state: 'closed', seed_hash: shown?.seed_hash, table_text: shown?.table_text });
    expect(await sha256Hex(closed?.seed as string)).toBe(shown?.seed_hash);
    await expect(closeRound(staff.ctx, id, '结束')).rejects.toMatchObject({ status: 409 });
  });

  it('gives way to a new one when the table is changed, and ends by itself', async () => {
    const [first, second] = [await open(VIP_ONLY), await open(GOODS_FIRST)];
    const rounds = await publishedRounds(t.ctx());
    expect(rounds.find(({ id }) => id === first)?.state).toBe('closed');
    expect(rounds.find(({ id }) => id === second)?.state).toBe('open');
    expect((await roundForm(staff.ctx, null)).form.prizes).toEqual(GOODS_FIRST);
    t.clock.advance_ms(11 * DAY_S * 1000);
    expect(await openRoundNow(t.ctx())).toBeNull();
    expect(await closeEndedRounds(t.ctx())).toBe(1);
    expect((await publishedRounds(t.ctx())).find(({ id }) => id === second)?.seed).not.toBe('');
  });

  it('is refused with a table that has a fault, and from others than staff', async () => {
    await expect(open([])).rejects.toMatchObject({ fields: { prizes: '请填写奖品' } });
    await expect(open([{ ...VIP_ONLY[0], days: 0 } as (typeof VIP_ONLY)[0]])).rejects.toMatchObject({
      fields: { prizes: '会员奖品需要类型与天数' },
    });
    await expect(openRound(reader.ctx, { title: 'x', ends_at: 1, prizes: VIP_ONLY })).rejects.toMatchObject({ status: 403 });
  });
});

describe('M-401 a draw', () => {
  it('M-402 is one an order, gives a membership, and answers the same when it is asked again', async () => {
    await open(VIP_ONLY);
    const orderid = await paidMembership(t, reader.id);
    expect(await drawChance(reader.ctx, orderid)).toMatchObject({ num: 1, activity_id: 6, msg: '' });
    expect(await drawChances(reader.ctx)).toEqual([{ orderid, title: '方案会员' }]);
    const first = await draw(reader.ctx, { orderid, user_seed: 'mine' });
    expect(first).toMatchObject({ prizeinfo: { title: '方案会员 7 天', type: 2 }, proof: { user_seed: 'mine', number: 1 } });
    expect((await activeVips(t.ctx(), reader.id)).get(1)).toMatchObject({ max_download_pre_day: 5 });
    expect(await draw(reader.ctx, { orderid, user_seed: 'other' })).toEqual(first);
    expect(await drawChance(reader.ctx, orderid)).toMatchObject({ num: 0, msg: '该订单已抽过奖' });
    expect(await drawChances(reader.ctx)).toEqual([]);
    const before = (await activeVips(t.ctx(), reader.id)).get(1)?.end_time;
    expect(before?.getTime()).toBe(first.prizeinfo.due_time * 1000 + ((before?.getTime() ?? 0) % 1000));
  });

  it('M-400 is for scheme memberships that were paid for in this round, and for their owner', async () => {
    const early = await paidMembership(t, reader.id);
    t.clock.advance_ms(1_000);
    await open(VIP_ONLY);
    const ppt = await paidMembership(t, reader.id, 2);
    for (const orderid of [early, ppt]) {
      expect(await drawChance(reader.ctx, orderid)).toMatchObject({ num: 0, msg: '该订单没有抽奖机会' });
      await expect(draw(reader.ctx, { orderid, user_seed: '' })).rejects.toMatchObject({ status: 409 });
    }
    const mine = await paidMembership(t, reader.id);
    const other = await makePerson(t);
    await expect(draw(other.ctx, { orderid: mine, user_seed: '' })).rejects.toMatchObject({ status: 404 });
    t.clock.advance_ms(11 * DAY_S * 1000);
    await expect(draw(reader.ctx, { orderid: mine, user_seed: '' })).rejects.toMatchObject({ status: 409 });
  });

  it('replaces a prize that ran out as it was published, and everything can be checked afterwards', async () => {
    const id = await open(GOODS_FIRST);
    const types = [];
    for (let n = 0; n < 3; n++) types.push((await drawOf(await makePerson(t))).prizeinfo.type);
    expect(types).toEqual([5, 2, 2]);
    await closeRound(staff.ctx, id, '结束');
    const { round, list } = await publishedDraws(t.ctx(), { round: id, after: 0, limit: 10 });
    expect(list.map(({ hit, given }) => [hit, given])).toEqual([
      [1, 1],
      [1, 2],
      [1, 2],
    ]);
    expect(await checkRound(round, list)).toEqual({ checked: 3, faults: [] });
    const own = (await checkRounds(t.ctx())).find((one) => one.round.id === id);
    expect(own?.check).toEqual({ checked: 3, faults: [] });
    await t.app.db.execute(sql`update draws set given = 1 where round_id = ${id} and number = 2`);
    expect((await checkRounds(t.ctx())).find((one) => one.round.id === id)?.check?.faults).not.toEqual([]);
    await t.app.db.execute(sql`update draws set given = 2 where round_id = ${id} and number = 2`);
    expect((await publishedDraws(t.ctx(), { round: id, after: 2, limit: 10 })).list.map(({ number }) => number)).toEqual([3]);
  });
});

describe('goods', () => {
  const address = { receiver: '王小明', address: '上海市静安区 1 号', tel: '13800000000' };

  it('M-404 wait for an address, are shipped by staff, and tell their winner', async () => {
    await open(GOODS_FIRST);
    const { blind_id } = await drawOf(reader);
    await expect(shipPrize(staff.ctx, blind_id, '顺丰 1')).rejects.toMatchObject({ message: '该奖品还不能寄出' });
    await expect(saveAddress(reader.ctx, { blind_id, ...address, tel: '123' })).rejects.toMatchObject({
      fields: { tel: '请填写正确的手机号码' },
    });
    const other = await makePerson(t);
    await expect(saveAddress(other.ctx, { blind_id, ...address })).rejects.toMatchObject({ status: 404 });
    await saveAddress(reader.ctx, { blind_id, ...address });
    const changed = { blind_id, ...address, receiver: '王大明' };
    const answer = await t.call('PUT', '/event/event/express', { token: reader.token, body: changed });
    expect([answer.status, answer.body]).toMatchObject([200, { code: 0, data: null }]);
    expect(await prizeForStaff(staff.ctx, blind_id)).toMatchObject({ state: 'addressed', state_text: '待寄出' });
    expect(await revealAddress(staff.ctx, blind_id, '寄送')).toEqual({ ...address, receiver: '王大明' });
    await expect(revealAddress(reader.ctx, blind_id, '寄送')).rejects.toMatchObject({ status: 403 });
    await shipPrize(staff.ctx, blind_id, '顺丰 SF123');
    expect(await ownPrizes(reader.ctx)).toMatchObject([{ blind_id, state_text: '已寄出', shipped_note: '顺丰 SF123' }]);
    await expect(shipPrize(staff.ctx, blind_id, '顺丰 SF123')).rejects.toMatchObject({ status: 409 });
    expect(await toldTo(t, reader.id)).toEqual([
      { topic: 'wallet', title: '奖品已寄出', content: '「策猫帆布袋」已寄出：顺丰 SF123', href: '/personalCenter/myPrize' },
    ]);
    await expect(saveAddress(reader.ctx, { blind_id, ...address })).rejects.toMatchObject({ status: 409 });
    const { rows } = await t.app.db.execute(sql`select action from audit_log where subject = ${`prize:${blind_id}`} order by action`);
    expect(rows).toEqual([{ action: 'prize.reveal' }, { action: 'prize.ship' }]);
  });

  it('are lost when nobody told where to within thirty days', async () => {
    await open(GOODS_FIRST);
    const { blind_id } = await drawOf(reader);
    t.clock.advance_ms(31 * DAY_S * 1000);
    await expect(saveAddress(reader.ctx, { blind_id, ...address })).rejects.toMatchObject({ message: '填写地址的时间已过' });
  });
});

describe('a refund', () => {
  it('takes the prize back that its order drew, once', async () => {
    await open(VIP_ONLY);
    const orderid = await paidMembership(t, reader.id);
    const { blind_id } = await draw(reader.ctx, { orderid, user_seed: '' });
    const withdraw = (whole: boolean) =>
      inTransaction(t.ctx(), async (tx) => {
        const order = await lockPaidOrder(tx, { orderid, buyer_id: reader.id });
        await withdrawPrize(tx, order, { whole, amount_fen: 100, left_fen: whole ? 0 : 9_800 });
      });
    await withdraw(false);
    expect(await ownPrizes(reader.ctx)).toMatchObject([{ state: 'given' }]);
    await withdraw(true);
    await withdraw(true);
    expect((await activeVips(t.ctx(), reader.id)).get(1)).toBeUndefined();
    expect(await ownPrizes(reader.ctx)).toMatchObject([{ blind_id, state: 'withdrawn' }]);
  });

  it('is not the buyer’s own to take once they drew, though the membership has not begun', async () => {
    await open(GOODS_FIRST);
    const term = { user_id: reader.id, vip_type: 1, days: 30, max_download_pre_day: 5 };
    await inTransaction(t.ctx(), (tx) => extendMembership(tx, term));
    const waiting = async () => {
      const orderid = await paidMembership(t, reader.id);
      const { id } = await inTransaction(t.ctx(), (tx) => lockPaidOrder(tx, { orderid, buyer_id: reader.id }));
      await inTransaction(t.ctx(), (tx) => extendMembership(tx, { ...term, source: { name: 'order', id } }));
      return orderid;
    };
    const own = (orderid: string) => askOwnRefund(reader.ctx, { orderid, reason: '买错了' });
    const drawn = await waiting();
    await draw(reader.ctx, { orderid: drawn, user_seed: '' });
    expect((await orderDetail(reader.ctx, drawn)).refund.why_not).toContain('已参加会员抽奖');
    expect(await own(drawn)).toBe('asked');
    expect(await own(await waiting())).toBe('refunded');
  });
});
