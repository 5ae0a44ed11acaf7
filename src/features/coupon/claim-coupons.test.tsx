import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { ClaimableCoupon } from '#contract/coupon.ts';
import ClaimCoupons from './ClaimCoupons.island.tsx';

const card = (of: Partial<ClaimableCoupon>) => {
  const coupon = {
    id: 1,
    title: '年会券',
    noun: '方案',
    price: 30,
    percent_off: 0,
    min_price: 0,
    use_end_time: 1_800_000_000,
    refusal: '',
  };
  return renderToStaticMarkup(<ClaimCoupons coupons={[{ ...coupon, ...of } as ClaimableCoupon]} />).replaceAll(/<[^>]+>/g, ' ');
};

it('M12 a coupon says before it is claimed what it takes off at most', () => {
  expect(card({ percent_off: 20 })).toMatch(/8 折[\s\S]*最多减 ¥30/);
  expect(card({ percent_off: 20, min_price: 99 })).toMatch(/满 ¥99 使用[\s\S]*最多减 ¥30/);
  expect(card({})).toMatch(/¥30[\s\S]*无门槛/);
  expect(card({})).not.toContain('最多减');
});
