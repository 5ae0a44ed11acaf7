import { describe, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { memberPrice, priceFields, priceFor, pricesOf } from './prices.ts';

const item = (price_fen: number, vip_only = false, org_price_fen = price_fen) => ({ price_fen, org_price_fen, vip_only });

describe('the price fields of a detail call', () => {
  it.each([
    // kind, item, member, price, vip_price, show_vip_price
    ['scheme', item(1_990), false, 19.9, 19.9, 1],
    ['scheme', item(1_990), true, 19.9, 14.93, 1],
    ['scheme', item(0), false, 0, 0, 0],
    ['scheme', item(0), true, 0, 0, 0],
    ['scheme', item(3_900, true), false, 39, 0, 0],
    ['scheme', item(3_900, true), true, 39, 0, 0],
    ['scheme', item(0, true), false, 0, 0, 0],
    // a discount that is no fen is none
    ['scheme', item(1), false, 0.01, 0.01, 0],
    ['ppt', item(9_999), false, 99.99, 99.99, 1],
    ['ppt', item(9_999), true, 99.99, 74.99, 1],
    ['design', item(2_000), true, 20, 15, 1],
    ['sample', item(2_000), false, 20, 20, 1],
    // nothing is sold: no membership takes anything off
    ['resource', item(5_000), true, 50, 50, 0],
  ] as const)(
    'F-02, F-05, K-210, M-010 %s %j, member %s: price %d, vip_price %d, show_vip_price %d',
    (kind, what, is_member, price, vip_price, show_vip_price) => {
      expect(priceFields(KINDS[kind], what, is_member)).toMatchObject({ price, vip_price, show_vip_price });
    },
  );

  it('lets a client that follows the specification compute what a member pays, whoever reads', () => {
    for (const kind of [KINDS.scheme, KINDS.ppt, KINDS.design, KINDS.sample]) {
      for (const price_fen of [2, 99, 100, 1_990, 6_800, 9_999, 1_234_567]) {
        const others = priceFields(kind, item(price_fen), false);
        const members = priceFields(kind, item(price_fen), true);
        expect(Math.round(others.vip_price * others.vip_discount * 10) / 100).toBeCloseTo(members.vip_price, 2);
        expect(members.vip_price).toBe(priceFor(kind, item(price_fen), true) / 100);
      }
    }
  });

  it('F-61 keeps the original price', () => {
    expect(priceFields(KINDS.scheme, item(1_990, false, 3_990), false).org_price).toBe(39.9);
  });
});

it('knows what is sold singly and what members get', () => {
  expect(pricesOf(KINDS.scheme, item(1_990))).toEqual({ single_fen: 1_990, member_fen: 1_493 });
  expect(pricesOf(KINDS.scheme, item(1_990, true))).toEqual({ single_fen: 1_990, member_fen: 0 });
  expect(pricesOf(KINDS.scheme, item(0, true))).toEqual({ single_fen: null, member_fen: 0 });
  expect(pricesOf(KINDS.scheme, item(0))).toEqual({ single_fen: null, member_fen: null });
  expect(pricesOf(KINDS.resource, item(100))).toEqual({ single_fen: 100, member_fen: null });
});

it('rounds the member price half up to the fen and never below zero', () => {
  expect([0, 1, 2, 1_990, 9_999].map((fen) => memberPrice(KINDS.scheme, fen))).toEqual([0, 1, 2, 1_493, 7_499]);
  expect(priceFor(KINDS.scheme, item(1_990, true), true)).toBe(1_990);
});
