import { describe, expect, it } from 'vitest';
import { KINDS, SOLD_KINDS } from './kinds.ts';
import { DIVIDE_NUMBERS, divideTypeOf, FIRST_VIP, isLifetime, VIP_NAMES, VIPS, vipOf, vipOfText } from './membership.ts';
import { UNION_SUCCESS_TYPE, UNION_VIP_ID } from './union.ts';

describe('F-47, TR-7 the numbers of memberships', () => {
  it.each([
    ['scheme', 1, 1, 3, '', 'programme'],
    ['ppt', 2, 6, 0, 'ppt', 'ppt'],
    ['design', 3, 4, 0, 'design', 'design'],
    ['sample', 4, 2, 0, 'sample', 'bigcase'],
    ['bidding', 5, 3, 0, 'bidding', null],
    ['course', 7, 8, 0, 'course', 'study'],
    ['all', 6, 5, 5, 'all', null],
  ] as const)('M-204, M-211 %s: id %i, success %i, coupons %i', (key, vip_type, success, coupon_type, vip_text, section) => {
    expect(vipOf(vip_type)).toMatchObject({ key, success, coupon_type, vip_text, section });
    expect(vipOfText(vip_text)).toBe(vipOf(vip_type));
  });

  it('the one that sells no section of works leads to its own page', () => {
    expect(vipOf(5)).toMatchObject({ landing: '/demandBidding' });
  });

  it('are one each, and a union’s are others', () => {
    expect([UNION_VIP_ID, UNION_SUCCESS_TYPE]).toEqual([99, 7]);
    expect(new Set([...VIPS.map(({ vip_type }) => vip_type), UNION_VIP_ID]).size).toBe(VIPS.length + 1);
    expect(new Set([...VIPS.map(({ success }) => success), UNION_SUCCESS_TYPE]).size).toBe(VIPS.length + 1);
  });

  it('stand with their kinds: every sold kind has its own, found by its word and its number', () => {
    for (const { key, sale } of SOLD_KINDS) {
      const { vip_type, vip_text, vip, divide_type } = sale;
      expect(vipOf(vip_type)).toEqual({ key, vip_type, vip_text, coupon_type: 0, ...vip });
      expect([vipOfText(vip_text)?.vip_type, VIP_NAMES[vip_type], divideTypeOf(key)]).toEqual([vip_type, key, divide_type]);
      expect(DIVIDE_NUMBERS).toContain(divide_type);
    }
    for (const number of ['vip_type', 'vip_text', 'divide_type', 'coupon_type'] as const) {
      expect(new Set(SOLD_KINDS.map(({ sale }) => sale[number])).size).toBe(SOLD_KINDS.length);
    }
    expect(VIPS.map(({ key }) => key).toSorted()).toEqual([...SOLD_KINDS.map(({ key }) => key), 'all', 'bidding'].toSorted());
  });

  it('know no other word: what an address opens without one is said by name', () => {
    expect([vipOfText('nothing'), vipOfText('')?.key, FIRST_VIP.key]).toEqual([null, 'scheme', 'scheme']);
  });
});

it('M-209 numbers the kind that a membership was bought from, and coupons of items by their kind', () => {
  expect(['scheme', 'sample', 'design', 'ppt', 'course', 'resource', ''].map(divideTypeOf)).toEqual([1, 2, 3, 4, 5, 0, 0]);
  expect([KINDS.scheme, KINDS.design, KINDS.ppt].map(({ sale }) => sale?.coupon_type)).toEqual([5, 19, 20]);
});

it.each([
  ['2124-12-31T23:59:59Z', false],
  ['2125-01-01T00:00:00Z', true],
  ['9999-12-31T00:00:00Z', true],
])('M-217 an end of %s is for life: %s', (end, lifetime) => expect(isLifetime(Date.parse(end) / 1_000)).toBe(lifetime));
