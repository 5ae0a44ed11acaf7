import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SalonForm } from './outputs/salon.ts';
import { EMPTY_SALON, EMPTY_TICKET_KIND, maskedName, refundPercent, splitPaid, unitPrice } from './salon.ts';
import { checkSalon, ticketKindFaults } from './salon-form.ts';

const HOUR_MS = 3_600_000;
const NOW = Date.parse('2026-11-23T10:00:00+08:00');

describe('what a ticket costs', () => {
  const kind = { price_fen: 10_000, early_price_fen: 8_000, early_until_ms: NOW + HOUR_MS, member_price_fen: 7_000 };
  it.each([
    ['everybody after the early time', { is_member: false, now_ms: NOW + HOUR_MS }, { fen: 10_000, why: 'list' }],
    ['everybody within it', { is_member: false, now_ms: NOW }, { fen: 8_000, why: 'early' }],
    ['a member', { is_member: true, now_ms: NOW }, { fen: 7_000, why: 'member' }],
  ] as const)('is the lowest: %s', (_who, buyer, price) => {
    expect(unitPrice(kind, buyer)).toEqual(price);
  });
  it('is the early price where that is lower than the member’s', () => {
    expect(unitPrice({ ...kind, member_price_fen: 9_000 }, { is_member: true, now_ms: NOW })).toEqual({ fen: 8_000, why: 'early' });
  });
});

it.each([
  [73, 100],
  [72, 100],
  [71.9, 50],
  [24, 50],
  [23.9, 0],
  [-1, 0],
])('%d hours before the beginning %d percent come back', (hours, percent) => {
  expect(refundPercent(NOW + hours * HOUR_MS, NOW)).toBe(percent);
});

it('splits what was paid over the tickets, whatever the coupon, and loses no fen', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 2_000_000 }), { minLength: 1, maxLength: 6 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (prices, part) => {
        const total = prices.reduce((sum, one) => sum + one, 0);
        const paid = Math.floor(total * part);
        const parts = splitPaid(paid, prices);
        expect(parts.reduce((sum, one) => sum + one, 0)).toBe(paid);
        for (const [n, one] of parts.entries()) expect(one >= 0 && one <= (prices[n] ?? 0)).toBe(true);
      },
    ),
  );
  expect(splitPaid(0, [0, 0])).toEqual([0, 0]);
});

it.each([
  ['王可', '王*'],
  ['欧阳明月', '欧**'],
  ['李', '李*'],
  ['', ''],
])('names %s by one sign', (name, masked) => {
  expect(maskedName(name)).toBe(masked);
});

describe('the form', () => {
  const form: SalonForm = {
    ...EMPTY_SALON,
    ...{ title: '年会创意分享会', about: '四位一线策划人讲年会从立项到落地的取舍，现场拆解案例。', organiser: '策划人俱乐部' },
    ...{ date: '2026-12-20', city: '上海', venue: '梧桐空间', address: '武康路 100 号' },
    kinds: [{ ...EMPTY_TICKET_KIND, price: '99', capacity: '40' }],
  };
  it('is right', () => expect(checkSalon(form, NOW)).toEqual({}));
  it.each([
    ['title', { title: '短' }],
    ['about', { about: '联系我 13812345678，四位一线策划人讲年会从立项到落地的取舍。' }],
    ['date', { date: '2026-11-22' }],
    ['date', { from: '17:00', to: '14:00' }],
    ['city', { city: '上海市' }],
    ['lat', { lat: '31.2' }],
    ['lat', { lat: '91', lng: '121' }],
    ['agenda', { agenda: [{ at: '25:00', title: '签到', speaker: '' }] }],
    ['guests', { guests: [{ name: '', title: '', about: '' }] }],
    ['kinds', { kinds: [] }],
  ])('says what is wrong with %s', (name, change) => {
    expect(Object.keys(checkSalon({ ...form, ...change }, NOW))).toEqual([name]);
  });
  it.each([
    ['请填写票种名称', { name: '' }],
    ['价格为 0 至 20000 元', { price: '20001' }],
    ['价格为 0 至 20000 元', { price: '1e3' }],
    ['名额为 1 至 5000', { capacity: '0' }],
    ['早鸟价与早鸟截止日期要一起填写', { early_price: '80' }],
    ['早鸟价应低于原价', { early_price: '99', early_until: '2026-12-01' }],
    ['早鸟截止日期应不晚于沙龙当天', { early_price: '80', early_until: '2026-12-21' }],
    ['会员价应不高于原价', { member_price: '100' }],
    ['选择题至少要有两个选项', { questions: [{ key: 'q1', label: '岗位', required: true, options: ['策划'] }] }],
  ])('says of a kind of ticket, at the field that is wrong: %s', (text, change) => {
    const faults = ticketKindFaults({ ...EMPTY_TICKET_KIND, price: '99', capacity: '40', ...change }, '2026-12-20');
    expect(Object.values(faults)).toEqual([text]);
    expect(Object.keys(change)).toContain(Object.keys(faults)[0] === 'early_until' ? 'early_price' : Object.keys(faults)[0]);
  });
});
