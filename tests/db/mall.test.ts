import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AddressInput } from '#contract/address.ts';
import { ALL_GOODS, type GoodsWish } from '#contract/mall.ts';
import type { GoodsForm } from '#contract/outputs/mall.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { ownAddresses, removeAddress, saveAddress } from '#server/modules/addresses/index.ts';
import { countWaiting } from '#server/modules/console/index.ts';
import { user_devices } from '#server/modules/identity/tables.ts';
import {
  askReturn,
  cancelByStaff,
  cancelRedemption,
  decideReturn,
  exportWaiting,
  goodsForm,
  importShipped,
  offeredGoods,
  ownRedemption,
  ownRedemptions,
  quoteGoods,
  receiveInTime,
  receiveRedemption,
  redeemGoods,
  redemptionForStaff,
  revealParcel,
  saveGoods,
  shelveGoods,
  shipRedemption,
} from '#server/modules/mall/index.ts';
import { activeVips } from '#server/modules/membership/index.ts';
import { noticesOf } from '#server/modules/notices/index.ts';
import { grantPoints, provePoints } from '#server/modules/points/index.ts';
import { decideReview, listReviews } from '#server/modules/review/index.ts';
import { cardsOf } from '#server/modules/signin/index.ts';
import { saveDefinition, usableCoupons } from '#server/modules/vouchers/index.ts';
import { balances, proveLedger } from '#server/modules/wallet/index.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person } from '../support/market.ts';
import { makePerson as makeUser } from '../support/people.ts';

const DAY_MS = 86_400_000;
const t = testApp();
let staff: Person;
let reader: Person;
beforeAll(async () => {
  const { id, token, actor } = await makeUser(t, { roles: ['operator'] });
  staff = { id, token, ctx: t.ctx(actor) };
});
beforeEach(async () => {
  reader = await makePerson(t);
  await inTransaction(t.ctx(), (tx) => grantPoints(tx, { user_id: reader.id, points: 1_000, reason: 'gift', key: `g${reader.id}` }));
});

const FORM: GoodsForm = {
  ...{ id: 0, kind: 'physical' as const, title: '帆布袋', about: '', content: '', cover: '', points: 100, market_price: 39.9 },
  ...{ left_num: 5, left_before: 5, per_person: 0, is_on: true, sort: 0, definition_id: 0, vip_type: 1, days: 7 },
  ...{ max_download_pre_day: 5, cards: 2 },
};
const ADDRESS: AddressInput = {
  ...{ id: 0, receiver: '张三', tel: '13800000000', province: '上海市', city: '', detail: '南京西路 1 号', is_default: false },
};
let keys = 0;
const goods = (more: Partial<GoodsForm> = {}) => saveGoods(staff.ctx, { ...FORM, ...more });
async function redeem(id: number, more: Partial<Parameters<typeof redeemGoods>[1]> = {}) {
  const address_id = (await ownAddresses(reader.ctx))[0]?.id ?? (await saveAddress(reader.ctx, ADDRESS)).id;
  return redeemGoods(reader.ctx, { id, num: 1, address_id, total_points: 100, key: `key-${++keys}`, ...more });
}
const points = async () => (await balances(t.ctx(), reader.id)).point;
const stock = async (id: number) => (await goodsForm(staff.ctx, id)).left_num;
const proved = async () => [...(await provePoints(t.ctx())), ...(await proveLedger(t.ctx())).faults];

it('finds goods by words of name and sentence, and puts them in the order that was asked for', async () => {
  const ids = [
    await goods({ title: '策划人 搪瓷杯', about: '350 毫升', points: 300 }),
    await goods({ title: '搪瓷盘', about: '杯子也放得下', points: 90 }),
    await goods({ title: '胶带', points: 200 }),
  ];
  const found = async (wish: Partial<GoodsWish>) =>
    (await offeredGoods(t.ctx(), { ...ALL_GOODS, ...wish })).filter(({ id }) => ids.includes(id)).map(({ title }) => title);
  expect(await found({ keyword: '搪瓷 杯' })).toEqual(['策划人 搪瓷杯', '搪瓷盘']);
  expect(await found({ keyword: '搪瓷', order: 'points_up' })).toEqual(['搪瓷盘', '策划人 搪瓷杯']);
  expect(await found({ order: 'points_down' })).toEqual(['策划人 搪瓷杯', '胶带', '搪瓷盘']);
  expect(await found({ order: 'new' })).toEqual(['胶带', '搪瓷盘', '策划人 搪瓷杯']);
  await redeem(ids[2] as number, { total_points: 200 });
  expect((await found({ order: 'popular' }))[0]).toBe('胶带');
  expect(await found({ keyword: '没有', kind: 'physical' })).toEqual([]);
});

describe('S-502 redeeming', () => {
  it('takes points and stock once a key, and keeps the address as it was', async () => {
    const id = await goods();
    const made = await redeem(id, { key: 'same-key' });
    expect(await redeem(id, { key: 'same-key' })).toEqual(made);
    for (const other of [{ num: 2, total_points: 200 }, { remark: '要红色' }])
      await expect(redeem(id, { key: 'same-key', ...other })).rejects.toMatchObject({ status: 409 });
    expect(made).toMatchObject({
      state: 'waiting',
      total_points: 100,
      receiver: '张三',
      address: '上海市 南京西路 1 号',
      can_cancel: true,
    });
    await saveAddress(reader.ctx, { ...ADDRESS, id: (await ownAddresses(reader.ctx))[0]?.id as number, detail: '别的地方' });
    expect((await ownRedemption(reader.ctx, made.id)).address).toBe('上海市 南京西路 1 号');
    expect([await points(), await stock(id), await proved()]).toEqual([900, 4, []]);
  });

  it('is refused with its reason, and changes nothing then', async () => {
    const id = await goods({ left_num: 2, left_before: 2, per_person: 1 });
    expect(await quoteGoods(reader.ctx, { id, num: 2 })).toMatchObject({ refusal: '每人限兑 1 件', most: 1, points: 1_000 });
    await expect(redeem(id, { num: 2, total_points: 200 })).rejects.toMatchObject({ status: 409 });
    await expect(redeem(id, { total_points: 90 })).rejects.toMatchObject({ message: '商品所需积分已变化，请确认后再兑换' });
    await expect(redeem(id, { address_id: 0 })).rejects.toMatchObject({ fields: { address_id: '请选择收货地址' } });
    const other = await makePerson(t);
    const foreign = await saveAddress(other.ctx, ADDRESS);
    await expect(redeem(id, { address_id: foreign.id })).rejects.toMatchObject({ fields: { address_id: '请选择收货地址' } });
    const dear = await goods({ points: 1_001 });
    await expect(redeem(dear, { total_points: 1_001 })).rejects.toMatchObject({ message: '积分不足' });
    const off = await goods({ is_on: false });
    await expect(redeem(off)).rejects.toMatchObject({ status: 404 });
    expect([await points(), await stock(id)]).toEqual([1_000, 2]);
  });

  it('gives coupons, memberships and cards at once', async () => {
    const definition_id = await saveDefinition(staff.ctx, {
      ...{ id: 0, use: 'item' as const, type: 5, title: '券', amount: 20, percent_off: 0, min_price: 0, claim_from: 0, claim_to: 0 },
      ...{ use_end_time: 0, valid_days: 30, stock: 0, per_person: 1, claimable: false, auto_get: false, for_new: false, is_on: true },
    });
    const coupon = await redeem(await goods({ kind: 'coupon', definition_id }), { num: 2, total_points: 200 });
    expect(coupon).toMatchObject({ state: 'received', can_cancel: false, can_return: false });
    expect((await usableCoupons(t.ctx(), { user_id: reader.id, use: 'item', type: 5 })).list).toHaveLength(2);
    await redeem(await goods({ kind: 'membership' }), { num: 2, total_points: 200 });
    const end = (await activeVips(t.ctx(), reader.id)).get(1)?.end_time as Date;
    expect(Math.round((end.getTime() - t.clock.now().getTime()) / DAY_MS)).toBeGreaterThanOrEqual(14);
    expect((await redeem(await goods({ kind: 'card' }))).given).toBe('2 张补签卡');
    expect(await cardsOf(t.ctx(), reader.id)).toBe(2);
    expect([await points(), await proved()]).toEqual([500, []]);
  });
});

describe('a parcel', () => {
  it('is cancelled by its owner while it waits: points and stock come back', async () => {
    const id = await goods();
    const made = await redeem(id);
    const other = await makePerson(t);
    await expect(cancelRedemption(other.ctx, made.id, '')).rejects.toMatchObject({ status: 404 });
    expect(await cancelRedemption(reader.ctx, made.id, '')).toMatchObject({ state: 'cancelled', can_cancel: false });
    await expect(cancelRedemption(reader.ctx, made.id, '')).rejects.toMatchObject({ status: 409 });
    expect([await points(), await stock(id), await proved()]).toEqual([1_000, 5, []]);
  });

  it('is sent, received, given back once and taken back to the same lots', async () => {
    const id = await goods();
    const made = await redeem(id);
    await shipRedemption(staff.ctx, made.id, { carrier: '顺丰', tracking_no: 'SF1234567' });
    await expect(shipRedemption(staff.ctx, made.id, { carrier: '顺丰', tracking_no: 'SF1' })).rejects.toMatchObject({ status: 409 });
    expect((await noticesOf(reader.ctx, { only_unread: true, page: 1, limit: 1 })).list[0]).toMatchObject({
      title: '兑换的商品已寄出',
      jump_url: `/integral/settleResults?id=${made.id}`,
    });
    await expect(cancelRedemption(reader.ctx, made.id, '')).rejects.toMatchObject({ status: 409 });
    expect(await receiveRedemption(reader.ctx, made.id)).toMatchObject({ state: 'received', can_return: true });
    expect(await askReturn(reader.ctx, made.id, '颜色不对')).toMatchObject({ state: 'asked', can_return: false });
    expect(await points()).toBe(900);
    // staff find it on the page of today, not only who looks through the list
    expect(await countWaiting(staff.ctx)).toContainEqual(
      expect.objectContaining({ title: '待处理的退货', href: '/admin/redemptions?state=asked', count: 1 }),
    );
    await decideReturn(staff.ctx, { id: made.id, accept: true, restock: false, answer: '已收到退件' });
    expect(await ownRedemption(reader.ctx, made.id)).toMatchObject({ state: 'returned', answer: '已收到退件' });
    const { rows } = await t.app.db.execute(sql`select 1 from point_lots where user_id = ${reader.id}`);
    expect([await points(), await stock(id), rows.length, await proved()]).toEqual([1_000, 4, 1, []]);
  });

  it('goes with what its owner asked for, by a parcel that staff may put right, and comes back by one that its owner names', async () => {
    const made = await redeem(await goods(), { remark: ' XL 码，\n周末送 ' });
    expect(made.remark).toBe('XL 码， 周末送');
    expect((await redemptionForStaff(staff.ctx, made.id)).remark).toBe('查看收货地址后显示');
    expect((await revealParcel(staff.ctx, made.id, '打包')).remark).toBe('XL 码， 周末送');
    expect((await exportWaiting(staff.ctx)).find(([no]) => no === made.redeem_no)?.at(-3)).toBe('XL 码， 周末送');
    const right = { carrier: '中通', tracking_no: 'ZT7654321' };
    await expect(shipRedemption(staff.ctx, made.id, { ...right, correct: true })).rejects.toMatchObject({ status: 409 });
    await shipRedemption(staff.ctx, made.id, { carrier: '顺丰', tracking_no: 'SF1234567' });
    await Promise.all(Array.from({ length: 64 }, () => shipRedemption(staff.ctx, made.id, { ...right, correct: true })));
    expect(await ownRedemption(reader.ctx, made.id)).toMatchObject({ state: 'shipped', ...right });
    const told = (await noticesOf(reader.ctx, { only_unread: true, page: 1, limit: 9 })).list.filter(
      ({ title }) => title === '快递信息已更正',
    );
    expect(told).toHaveLength(1);
    await receiveRedemption(reader.ctx, made.id);
    await expect(shipRedemption(staff.ctx, made.id, { ...right, correct: true })).rejects.toMatchObject({ status: 409 });
    await expect(askReturn(reader.ctx, made.id, '', '顺丰 SF99')).rejects.toMatchObject({ code: 1 });
    expect(await askReturn(reader.ctx, made.id, '码数不对')).toMatchObject({ state: 'asked', back_parcel: '' });
    await askReturn(reader.ctx, made.id, '', '顺丰 SF99');
    await expect(askReturn((await makePerson(t)).ctx, made.id, '', '顺丰')).rejects.toMatchObject({ status: 404 });
    expect(await redemptionForStaff(staff.ctx, made.id)).toMatchObject({
      state: 'asked',
      reason: '码数不对',
      back_parcel: '查看收货地址后显示',
    });
    await decideReturn(staff.ctx, { id: made.id, accept: false, restock: false, answer: '' });
    await expect(askReturn(reader.ctx, made.id, '', '顺丰 SF98')).rejects.toMatchObject({ status: 409 });
  });

  it('counts as received after 15 days, and may be sent back for seven more', async () => {
    const made = await redeem(await goods());
    await shipRedemption(staff.ctx, made.id, { carrier: '顺丰', tracking_no: 'SF1234567' });
    t.clock.advance_ms(14 * DAY_MS);
    await receiveInTime(t.ctx());
    expect((await ownRedemption(reader.ctx, made.id)).state).toBe('shipped');
    t.clock.advance_ms(DAY_MS);
    await receiveInTime(t.ctx());
    expect(await ownRedemption(reader.ctx, made.id)).toMatchObject({ state: 'received', can_return: true });
    t.clock.advance_ms(7 * DAY_MS);
    await expect(askReturn(reader.ctx, made.id, '晚了')).rejects.toMatchObject({ status: 409 });
  });

  it('goes back to its owner when staff refuse, and is not asked for again', async () => {
    const made = await redeem(await goods());
    await shipRedemption(staff.ctx, made.id, { carrier: '顺丰', tracking_no: 'SF1234567' });
    await askReturn(reader.ctx, made.id, '不想要');
    await decideReturn(staff.ctx, { id: made.id, accept: false, restock: false, answer: '已使用' });
    expect(await ownRedemption(reader.ctx, made.id)).toMatchObject({ state: 'received', answer: '已使用', can_return: false });
    await expect(decideReturn(staff.ctx, { id: made.id, accept: true, restock: true, answer: '' })).rejects.toMatchObject({ status: 409 });
    expect(await points()).toBe(900);
  });
});

describe('the desk', () => {
  it('masks who gets it, tells the address with a reason, and sends by a file', async () => {
    const [one, two] = [await redeem(await goods()), await redeem(await goods())];
    expect(await redemptionForStaff(staff.ctx, one.id)).toMatchObject({ receiver: '张*', tel: '138****0000', state: 'waiting' });
    expect(await revealParcel(staff.ctx, one.id, '核对')).toMatchObject({ receiver: '张三', tel: '13800000000' });
    const rows = await exportWaiting(staff.ctx);
    expect(rows.map((row) => row[0])).toEqual(expect.arrayContaining(['兑换单号', one.redeem_no, two.redeem_no]));
    const file = `${(rows[0] as string[]).join(',')}\r\n${one.redeem_no},"帆布袋, 大",1,张三,138,上海,顺丰,SF0001\r\n${two.redeem_no},x,1,,,,,\r\n坏行\r\nR2026010100000000000000,x,顺丰,SF9`;
    const report = await importShipped(staff.ctx, file);
    expect(report.shipped).toBe(1);
    expect(report.faults.map(({ fault }) => fault)).toEqual(['应为 兑换单号,快递公司,快递单号', '快递单号无效']);
    expect((await importShipped(staff.ctx, `${one.redeem_no},顺丰,SF0001`)).faults).toEqual([
      { line: one.redeem_no, fault: '该兑换已寄出' },
    ]);
    await cancelByStaff(staff.ctx, two.id, '缺货');
    expect(await ownRedemption(reader.ctx, two.id)).toMatchObject({ state: 'cancelled', answer: '缺货' });
    expect((await ownRedemptions(reader.ctx, { state: 'shipped', page: 1, limit: 9 })).list.map(({ id }) => id)).toEqual([one.id]);
    for (const act of [revealParcel(reader.ctx, one.id, 'x'), exportWaiting(reader.ctx), cancelByStaff(reader.ctx, one.id, 'x')])
      await expect(act).rejects.toMatchObject({ status: 403 });
    const { rows: audit } = await t.app.db.execute<{ action: string }>(
      sql`select distinct action from audit_log where action like 'redemption.%' order by 1`,
    );
    expect(audit.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['redemption.cancel', 'redemption.export', 'redemption.reveal', 'redemption.ship']),
    );
  });

  it('edits goods, and not over a stock that moved meanwhile', async () => {
    const id = await goods();
    const form = await goodsForm(staff.ctx, id);
    await redeem(id);
    await expect(saveGoods(staff.ctx, { ...form, title: '新名' })).rejects.toMatchObject({ message: '库存已变化，请刷新后再保存' });
    await saveGoods(staff.ctx, { ...(await goodsForm(staff.ctx, id)), title: '新名', left_num: -1 });
    expect((await offeredGoods(t.ctx(), { ...ALL_GOODS, kind: 'physical' })).find((one) => one.id === id)).toMatchObject({
      title: '新名',
      left_num: null,
      market_price: 39.9,
    });
    await inTransaction(staff.ctx, (tx) => shelveGoods(tx, id, false, '换季'));
    expect((await offeredGoods(t.ctx())).some((one) => one.id === id)).toBe(false);
    await expect(goods({ kind: 'coupon', definition_id: 999 })).rejects.toMatchObject({ fields: { definition_id: '没有这种优惠券' } });
    await expect(saveGoods(staff.ctx, { ...(await goodsForm(staff.ctx, id)), kind: 'card' })).rejects.toMatchObject({
      fields: { kind: expect.any(String) },
    });
    await expect(saveGoods(reader.ctx, FORM)).rejects.toMatchObject({ status: 403 });
  });
});

describe('the address book', () => {
  it('has one default, the first, and another when it is removed', async () => {
    const first = await saveAddress(reader.ctx, ADDRESS);
    const second = await saveAddress(reader.ctx, { ...ADDRESS, receiver: '李四' });
    expect([first.is_default, second.is_default]).toEqual([1, 0]);
    await saveAddress(reader.ctx, { ...ADDRESS, id: second.id, receiver: '李四', is_default: true });
    expect((await ownAddresses(reader.ctx)).map(({ id, is_default }) => [id, is_default])).toEqual([
      [second.id, 1],
      [first.id, 0],
    ]);
    await removeAddress(reader.ctx, second.id);
    expect(await ownAddresses(reader.ctx)).toMatchObject([{ id: first.id, is_default: 1 }]);
  });

  it('refuses what is wrong, what is foreign, and the 21st', async () => {
    await expect(saveAddress(reader.ctx, { ...ADDRESS, tel: '12' })).rejects.toMatchObject({ fields: { tel: '请填写正确的手机号码' } });
    await expect(saveAddress(reader.ctx, { ...ADDRESS, province: '浙江省' })).rejects.toMatchObject({ fields: { city: '请选择城市' } });
    const mine = await saveAddress(reader.ctx, ADDRESS);
    const other = await makePerson(t);
    await expect(saveAddress(other.ctx, { ...ADDRESS, id: mine.id })).rejects.toMatchObject({ status: 404 });
    await expect(removeAddress(other.ctx, mine.id)).rejects.toMatchObject({ status: 404 });
    for (let n = 1; n < 20; n++) await saveAddress(reader.ctx, ADDRESS);
    await expect(saveAddress(reader.ctx, ADDRESS)).rejects.toMatchObject({ status: 409 });
  });
});

describe('several accounts of one browser', () => {
  const people: Person[] = [];
  const redeemOf = async (person: Person, goods_id: number) => {
    reader = person;
    return redeem(goods_id);
  };
  const queue = async () => (await listReviews(staff.ctx, { type: 'redeemers', status: 'open', page: 1, limit: 20 })).list;
  const decide = async (action: string, reason = '') => {
    const [entry] = await queue();
    if (!entry) throw new Error('nothing is open');
    await decideReview(staff.ctx, { id: entry.id, version: entry.version, action, reason });
  };
  beforeEach(async () => {
    people.length = 0;
    const device_hash = `shared-${++keys}`;
    for (let nth = 0; nth < 4; nth++) {
      const person = await makePerson(t);
      await inTransaction(t.ctx(), (tx) => grantPoints(tx, { user_id: person.id, points: 500, reason: 'gift', key: `g${person.id}` }));
      const at = t.clock.now();
      // the last of them has a browser of their own
      if (nth < 3)
        await t.app.db
          .insert(user_devices)
          .values({ user_id: person.id, device_hash, device: 'Windows Chrome', first_at: at, last_at: at });
      people.push(person);
    }
  });
  const [first, second, third, other] = [0, 1, 2, 3].map((nth) => () => people[nth] as Person) as [
    () => Person,
    () => Person,
    () => Person,
    () => Person,
  ];

  it('bring the third redemption of the same goods before staff, with the others and the browser as evidence', async () => {
    const id = await goods();
    const made = [await redeemOf(first(), id), await redeemOf(second(), id)];
    await redeemOf(other(), id);
    await redeemOf(third(), await goods());
    expect(await queue()).toEqual([]);
    const held = await redeemOf(third(), id);
    const [entry, ...more] = await queue();
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ type: 'redeemers', target_id: held.id, score: 3, subject: { title: '帆布袋 × 1' } });
    expect(entry?.subject.facts).toEqual([
      { label: '共同设备', value: 'Windows Chrome' },
      ...made.toReversed().map(({ redeem_no }) => ({ label: redeem_no, value: expect.stringContaining('兑换 1 件，待寄出') })),
    ]);
    await expect(shipRedemption(staff.ctx, held.id, { carrier: '顺丰', tracking_no: 'SF1' })).rejects.toThrow('正在审核台核实');

    await decide('let');
    await shipRedemption(staff.ctx, held.id, { carrier: '顺丰', tracking_no: 'SF1' });
    expect(await ownRedemption(third().ctx, held.id)).toMatchObject({ state: 'shipped' });
  });

  it('get their points back when staff refuse, and leave the desk when they cancel themselves', async () => {
    const id = await goods();
    for (const who of [first(), second()]) await redeemOf(who, id);
    const held = await redeemOf(third(), id);
    expect((await balances(t.ctx(), third().id)).point).toBe(400);
    await expect(decide('cancel')).rejects.toThrow();
    await decide('cancel', '同一设备上的多个账号兑换了同一商品');
    expect(await ownRedemption(third().ctx, held.id)).toMatchObject({ state: 'cancelled', answer: '同一设备上的多个账号兑换了同一商品' });
    expect([(await balances(t.ctx(), third().id)).point, await stock(id)]).toEqual([500, 3]);

    const again = await redeemOf(third(), id);
    expect((await queue()).map(({ target_id }) => target_id)).toEqual([again.id]);
    await cancelRedemption(third().ctx, again.id, '不想要了');
    expect(await queue()).toEqual([]);
    expect(await proved()).toEqual([]);
  });
});
