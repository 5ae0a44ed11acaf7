import { describe, expect, it } from 'vitest';
import { type ClaimFacts, claimRefusal, couponValue, endOf, newCode, readCode, returnedEnd } from './rules.ts';

const at = (text: string) => new Date(`${text}T00:00:00+08:00`);

describe('what a coupon is worth', () => {
  it.each([
    // amount, percent, minimum, price, off
    [2_000, 0, 0, 10_000, 2_000],
    [2_000, 0, 0, 1_500, 2_000],
    [2_000, 0, 10_000, 9_999, 0],
    [2_000, 0, 10_000, 10_000, 2_000],
    [5_000, 20, 0, 10_000, 2_000],
    [1_500, 20, 0, 10_000, 1_500],
    [5_000, 25, 0, 999, 249],
    [5_000, 99, 0, 100, 99],
    [5_000, 0, 0, 0, 0],
    [5_000, 50, 0, 1, 0],
  ])('amount %i, %i %%, from %i on, of %i: %i', (amount_fen, percent_off, min_price_fen, price, off) => {
    expect(couponValue({ amount_fen, percent_off, min_price_fen }, price)).toBe(off);
  });

  it('is never below zero nor above its amount, and by percent never above the price', () => {
    for (let price = 0; price < 400; price++) {
      for (const percent_off of [0, 1, 33, 99]) {
        const off = couponValue({ amount_fen: 150, percent_off, min_price_fen: 7 }, price);
        expect(off >= 0 && off <= 150 && (percent_off === 0 || off <= price)).toBe(true);
      }
    }
  });
});

it('ends on its day or after so many days, whichever is earlier', () => {
  const now = at('2026-11-22');
  expect(endOf({ use_end_time: at('2026-12-01'), valid_days: 0 }, now)).toEqual(at('2026-12-01'));
  expect(endOf({ use_end_time: null, valid_days: 3 }, now)).toEqual(at('2026-11-25'));
  expect(endOf({ use_end_time: at('2026-11-24'), valid_days: 3 }, now)).toEqual(at('2026-11-24'));
  expect(endOf({ use_end_time: at('2026-12-01'), valid_days: 3 }, now)).toEqual(at('2026-11-25'));
});

it('comes back with its old end, or with seven days', () => {
  const now = at('2026-11-22');
  expect(returnedEnd(at('2027-01-01'), now)).toEqual(at('2027-01-01'));
  expect(returnedEnd(at('2026-11-23'), now)).toEqual(at('2026-11-29'));
  expect(returnedEnd(at('2026-10-01'), now)).toEqual(at('2026-11-29'));
});

describe('who may claim', () => {
  const open: ClaimFacts = {
    ...{ is_on: true, claimable: true, claim_from: null, claim_to: null, use_end_time: null },
    ...{ stock: null, claimed_num: 9, per_person: 1 },
  };
  const now = at('2026-11-22');
  it.each<[string, Partial<ClaimFacts>, number, ReturnType<typeof claimRefusal>]>([
    ['anybody without one', {}, 0, null],
    ['nobody twice', {}, 1, 'had'],
    ['twice where two are given', { per_person: 2 }, 1, null],
    ['nobody when it is off', { is_on: false }, 0, 'off'],
    ['nobody what comes by code alone', { claimable: false }, 0, 'off'],
    ['nobody before it begins', { claim_from: at('2026-11-23') }, 0, 'early'],
    ['from its first moment on', { claim_from: now }, 0, null],
    ['nobody from its end on', { claim_to: now }, 0, 'late'],
    ['nobody when it could not be used', { use_end_time: now }, 0, 'late'],
    ['nobody when none is left', { stock: 9 }, 0, 'none_left'],
    ['the last one', { stock: 10 }, 0, null],
    ['who has it hears that first', { stock: 9 }, 1, 'had'],
  ])('%s', (_name, change, had, refusal) => {
    expect(claimRefusal({ ...open, ...change }, had, now)).toBe(refusal);
  });
});

describe('codes', () => {
  it('are read however they are typed', () => {
    const code = newCode();
    expect(code).toMatch(/^(\w{4}-){3}\w{4}$/);
    const plain = code.replaceAll('-', '');
    expect(readCode(code)).toBe(plain);
    expect(readCode(` ${code.toLowerCase().replaceAll('-', ' ')} `)).toBe(plain);
    expect(readCode([...plain].map((sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).join(''))).toBe(plain);
  });

  it('are nothing else', () => {
    for (const text of ['', 'ABCD', 'O'.repeat(16), '2'.repeat(17), '会'.repeat(16)]) expect(readCode(text)).toBeNull();
  });

  it('do not repeat and use every sign', () => {
    const codes = Array.from({ length: 2_000 }, newCode);
    expect(new Set(codes).size).toBe(2_000);
    expect(new Set(codes.join('').replaceAll('-', '')).size).toBe(31);
  });
});
