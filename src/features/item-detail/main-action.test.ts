import { expect, it } from 'vitest';
import type { AccessDecision, ItemDetail } from '#contract/item.ts';
import { mainAction } from './main-action.ts';

const paid = { price: 19.9, vip_only: false, free: false };
const of = (access: AccessDecision) => mainAction(paid, { access } as ItemDetail);
const refused = (...offers: Extract<AccessDecision, { allowed: false }>['offers']) => of({ allowed: false, reason: '原因', offers });

it.each([
  [{ price: 0, vip_only: false, free: true }, '立即下载', 'download'],
  [paid, '¥19.90 购买', 'buy'],
  [{ price: 0, vip_only: true, free: false }, '会员专享', 'membership'],
  [{ price: 12_345, vip_only: false, free: false }, '¥12345 购买', 'buy'],
] as const)('offers a visitor %j as %s', (facts, label, act) => {
  expect(mainAction(facts, null)).toMatchObject({ label, act });
});

it('downloads by a right and says by which', () => {
  expect(of({ allowed: true, right: 'free' })).toMatchObject({ act: 'download', label: '立即下载' });
  expect(of({ allowed: true, right: 'purchase' })).toMatchObject({ act: 'download', label: '下载方案', line: '您已购买，可随时再次下载' });
});

it('says how many unlocks a member has', () => {
  expect(refused({ kind: 'member_unlock', last: 4, all: 5 })).toMatchObject({
    act: 'download',
    label: '解锁下载',
    line: '您今日会员解锁次数5次，剩余解锁次数：5次',
  });
  expect(refused({ kind: 'tomorrow', limit: 5 })).toMatchObject({ act: 'membership', line: '原因' });
});

it('buys at the price of the offer, with what else would open it', () => {
  const buy = { kind: 'buy', price: 19.9, org_price: 19.9, member_price: false } as const;
  expect(refused({ kind: 'voucher', count: 2 }, buy, { kind: 'membership', vip_type: 1, price_then: 14.93 })).toEqual({
    act: 'buy',
    label: '¥19.90 购买',
    line: '方案会员价 ¥14.93',
    vouchers: 2,
  });
  expect(refused({ ...buy, price: 14.93, member_price: true })).toMatchObject({
    label: '¥14.93 购买',
    line: '已享会员价，一次购买随时再下载',
  });
});
