import type { AreaPages } from './area.ts';

export const coupon: AreaPages = {
  name: 'coupon',
  screens: [
    { key: 'coupons', title: '优惠券', route: '/admin/coupons', verb: 'coupon.edit', group: '营销', order: 60 },
    { key: 'couponBatches', title: '兑换码', route: '/admin/couponBatches', verb: 'coupon.edit', group: '营销', order: 61 },
  ],
};
