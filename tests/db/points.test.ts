import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '#server/app/ctx.ts';
import { shanghaiAt } from '#server/kernel/clock.ts';
import { noticesOf } from '#server/modules/notices/index.ts';
import {
  changePoints,
  expirePoints,
  grantPoints,
  type PointGrant,
  pointSums,
  provePoints,
  refundPoints,
  spendPoints,
  tellEndingPoints,
} from '#server/modules/points/index.ts';
import { reconcileDay, yesterday } from '#server/modules/reconcile/index.ts';
import { balances, proveLedger, statementOf } from '#server/modules/wallet/index.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person } from '../support/market.ts';
import { makePerson as makeUser } from '../support/people.ts';

const DAY_MS = 86_400_000;
const t = testApp();
let reader: Person;
beforeEach(async () => {
  reader = await makePerson(t);
});

let keys = 0;
const inDays = (days: number) => new Date(t.clock.now().getTime() + days * DAY_MS);
const give = (points: number, more: Partial<PointGrant> = {}) =>
  inTransaction(t.ctx(), (tx) => grantPoints(tx, { user_id: reader.id, points, reason: 'gift', key: `k${++keys}`, ...more }));
const spend = (points: number, key = `s${++keys}`) =>
  inTransaction(t.ctx(), (tx) => spendPoints(tx, { user_id: reader.id, points, reason: 'redeem', key }));
const refund = (points: number, spent_key: string, key = `r${++keys}`) =>
  inTransaction(t.ctx(), (tx) => refundPoints(tx, { user_id: reader.id, spent_key, points, key }));
const left = async () =>
  (
    await t.app.db.execute<{ left_points: number }>(sql`select left_points from point_lots where user_id = ${reader.id} order by id`)
  ).rows.map((row) => row.left_points);
const held = async () => (await balances(t.ctx(), reader.id)).point;
const proved = async () => [...(await provePoints(t.ctx())), ...(await proveLedger(t.ctx())).faults];

describe('S-501 lots', () => {
  it('are granted once a key and stand in the ledger', async () => {
    expect(await give(20, { key: 'profile' })).toEqual({ granted: true });
    expect(await give(20, { key: 'profile' })).toEqual({ granted: false });
    expect([await held(), await left(), await proved()]).toEqual([20, [20], []]);
  });

  it('are spent by what ends first, then the oldest, once a key', async () => {
    await give(10, { expires_at: null });
    await give(10, { expires_at: inDays(5) });
    await give(10, { expires_at: inDays(9) });
    expect(await spend(15, 'one')).toEqual({ spent: true });
    expect(await spend(15, 'one')).toEqual({ spent: false });
    expect([await held(), await left(), await proved()]).toEqual([15, [10, 0, 5], []]);
    await expect(spend(16)).rejects.toMatchObject({ message: '积分不足', code: 1 });
    expect(await left()).toEqual([10, 0, 5]);
  });

  it('get back what was taken from them, in parts, and nothing twice or beyond', async () => {
    await give(10, { expires_at: inDays(5) });
    await give(10, { expires_at: inDays(9) });
    await spend(15, 'two');
    expect(await refund(6, 'two', 'a')).toEqual({ refunded: true });
    expect(await refund(6, 'two', 'a')).toEqual({ refunded: false });
    expect(await left()).toEqual([1, 10]);
    await expect(refund(10, 'two')).rejects.toThrow('cannot go back');
    await refund(9, 'two');
    expect([await held(), await left(), await proved()]).toEqual([20, [10, 10], []]);
  });

  it('end with their time, also while they are being spent, and live again for 30 days when points come back', async () => {
    await give(10, { expires_at: inDays(2) });
    await give(10, { expires_at: inDays(60) });
    await spend(4, 'three');
    t.clock.advance_ms(3 * DAY_MS);
    await expect(spend(11)).rejects.toMatchObject({ message: '积分不足' });
    expect(await expirePoints(t.ctx())).toBeGreaterThanOrEqual(6);
    expect(await expirePoints(t.ctx())).toBe(0);
    expect([await held(), await left(), await proved()]).toEqual([10, [0, 10], []]);
    await refund(4, 'three');
    expect([await held(), await left()]).toEqual([14, [4, 10]]);
    expect(await pointSums(reader.ctx)).toMatchObject({ points: 14, ending_points: 0 });
    t.clock.advance_ms(2 * DAY_MS);
    expect(await pointSums(reader.ctx)).toMatchObject({ ending_points: 4 });
    t.clock.advance_ms(29 * DAY_MS);
    await expirePoints(t.ctx());
    expect([await held(), await left(), await proved()]).toEqual([10, [0, 10], []]);
  });

  it('end of themselves inside a spending that has enough without them', async () => {
    await give(5, { expires_at: inDays(1) });
    await give(5, { expires_at: null });
    t.clock.advance_ms(2 * DAY_MS);
    await spend(5);
    expect([await held(), await left(), await proved()]).toEqual([0, [0, 0], []]);
    const { list } = await statementOf(t.ctx(), reader.id, { account: 'point', month: '', way: 'out', before: 0, limit: 10 });
    expect(list.map(({ title, amount, after }) => [title, amount, after])).toEqual([
      ['积分兑换', -5, 0],
      ['积分到期', -5, 5],
    ]);
  });

  it('are told of in the seventh day before their end, once', async () => {
    const first = shanghaiAt(new Date(t.clock.now().getTime() + DAY_MS), '10:40');
    t.clock.advance_ms(first.getTime() - t.clock.now().getTime());
    await give(8, { expires_at: inDays(6.5) });
    const said = [];
    for (const hour of [-14, 0, 5, 10, 24]) {
      t.clock.advance_ms(first.getTime() + hour * 3_600_000 - t.clock.now().getTime());
      await tellEndingPoints(t.ctx());
      said.push((await noticesOf(reader.ctx, { page: 1, limit: 5, only_unread: true })).list.length);
    }
    expect(said).toEqual([0, 1, 1, 1, 1]);
    expect((await noticesOf(reader.ctx, { page: 1, limit: 5, only_unread: true })).list[0]).toMatchObject({
      title: '8 积分即将到期',
      jump_url: '/integral',
    });
  });
});

describe('the proof', () => {
  it('finds lots that differ from the ledger, and the nightly look keeps it', async () => {
    await give(10);
    await t.app.db.execute(sql`update point_lots set left_points = 9 where user_id = ${reader.id}`);
    expect((await provePoints(t.ctx())).map(({ fault }) => fault)).toEqual([
      'points left a lot without a use',
      'lots differ from the ledger',
    ]);
    const { differences } = await reconcileDay(t.ctx(), yesterday(t.ctx()));
    expect(differences.filter(({ kind }) => kind === 'points')).toHaveLength(2);
    await t.app.db.execute(sql`update point_lots set left_points = 10 where user_id = ${reader.id}`);
    expect(await provePoints(t.ctx())).toEqual([]);
  });
});

describe('staff', () => {
  it('give and take points with a reason that is written down, once a key', async () => {
    const { id, token, actor } = await makeUser(t, { roles: ['operator'] });
    const staff: Person = { id, token, ctx: t.ctx(actor) };
    const change = (points: number, key: string) => changePoints(staff.ctx, { user_id: reader.id, points, reason: '补偿', key });
    expect(await change(30, 'one-key')).toEqual({ points: 30 });
    expect(await change(30, 'one-key')).toEqual({ points: 30 });
    // neither more, nor the other way, nor to somebody else
    for (const other of [40, -30]) await expect(change(other, 'one-key')).rejects.toMatchObject({ status: 409 });
    const elsewhere = changePoints(staff.ctx, { user_id: (await makePerson(t)).id, points: 30, reason: '补偿', key: 'one-key' });
    await expect(elsewhere).rejects.toMatchObject({ status: 409 });
    expect(await change(-10, 'other-key')).toEqual({ points: 20 });
    await expect(change(-11, 'other-key')).rejects.toMatchObject({ status: 409 });
    await expect(change(-21, 'third-key')).rejects.toMatchObject({ message: '积分不足' });
    await expect(changePoints(reader.ctx, { user_id: reader.id, points: 5, reason: 'x', key: 'k' })).rejects.toMatchObject({ status: 403 });
    const { rows } = await t.app.db.execute<{ action: string }>(
      sql`select action from audit_log where subject = ${`user:${reader.id}`} order by action`,
    );
    expect(rows.map(({ action }) => action)).toEqual(['points.give', 'points.take']);
    const { list } = await noticesOf(reader.ctx, { only_unread: true, topic: 'points', page: 1, limit: 10 });
    expect(list.map(({ title, content }) => [title, content])).toEqual([
      ['客服扣除了 10 积分', '原因：补偿'],
      ['客服为您补发了 30 积分', '原因：补偿'],
    ]);
    expect(await proved()).toEqual([]);
  });
});
