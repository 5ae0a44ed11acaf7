import { expect, it } from 'vitest';
import { NUM_MOST, RETURN_DAYS } from '#contract/mall.ts';
import { mayReturn, mostOf, type Offered, redeemRefusal } from './rules.ts';

const goods = (change: Partial<Offered> = {}): Offered => ({ is_on: true, points: 100, left_num: null, per_person: 0, ...change });

it.each([
  ['as many as the points pay for', goods(), 0, 350, 3],
  ['none without points for one', goods(), 0, 99, 0],
  ['no more than are left', goods({ left_num: 2 }), 0, 1_000, 2],
  ['no more than one person may have', goods({ per_person: 5 }), 3, 1_000, 2],
  ['none beyond that', goods({ per_person: 5 }), 6, 1_000, 0],
  ['no more than one order holds', goods({ points: 1 }), 0, 10_000, NUM_MOST],
  ['none of what is no longer offered', goods({ is_on: false }), 0, 1_000, 0],
])('offers %s', (_what, of, had, points, most) => expect(mostOf(of, had, points)).toBe(most));

it.each([
  [goods(), 3, 0, 300, ''],
  [goods(), 3, 0, 299, '积分不足'],
  [goods({ is_on: false }), 1, 0, 1_000, '该商品已下架'],
  [goods({ left_num: 0 }), 1, 0, 1_000, '该商品已兑完'],
  [goods({ left_num: 2 }), 3, 0, 1_000, '库存只剩 2 件'],
  [goods({ left_num: 2 }), 2, 0, 1_000, ''],
  [goods({ per_person: 2 }), 1, 2, 1_000, '每人限兑 2 件，您已兑满'],
  [goods({ per_person: 2 }), 2, 1, 1_000, '每人限兑 2 件'],
  [goods({ per_person: 2 }), 1, 1, 1_000, ''],
])('of %j, %d more for somebody with %d and %d points: %j', (of, num, had, points, refusal) => {
  expect(redeemRefusal(of, num, had, points)).toBe(refusal);
});

const now = new Date('2026-03-20T00:00:00Z');
const days_ago = (days: number, ms = 0) => new Date(now.getTime() - days * 86_400_000 + ms);
const parcel = { kind: 'physical', state: 'received', shipped_at: days_ago(9), received_at: days_ago(1), asked_at: null };

it.each([
  ['received', parcel, true],
  ['on its way', { ...parcel, state: 'shipped', received_at: null }, true],
  ['received a moment less than the days ago', { ...parcel, received_at: days_ago(RETURN_DAYS, 1) }, true],
  ['received the days ago', { ...parcel, received_at: days_ago(RETURN_DAYS) }, false],
  ['received, nobody knows when', { ...parcel, received_at: null }, false],
  ['not sent yet', { ...parcel, state: 'paid', shipped_at: null, received_at: null }, false],
  ['asked for before', { ...parcel, asked_at: days_ago(1) }, false],
  ['no parcel', { ...parcel, kind: 'coupon' }, false],
])('a parcel that is %s goes back or stays', (_what, of, may) => expect(mayReturn(of, now)).toBe(may));
