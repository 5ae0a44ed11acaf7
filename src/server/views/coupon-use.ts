import { VIP_COUPON_TYPES } from '#contract/coupon.ts';
import { paths } from '#contract/paths.ts';
import { allKinds } from '../modules/catalog/index.ts';

/** What a coupon pays for, or a voucher opens, in words, and where it is used. */
export function couponUse(use: string, type: number): { noun: string; url: string } {
  if (use === 'membership') return { noun: type === VIP_COUPON_TYPES.scheme ? '方案会员' : '全站会员', url: paths.openVip('') };
  if (use === 'contact') return { noun: '联系方式', url: '/resources' };
  if (use === 'salon') return { noun: '沙龙门票', url: '/' };
  const kind = allKinds().find(({ code, sale }) => (use === 'voucher' ? code : sale?.coupon_type) === type);
  return { noun: kind?.noun ?? '内容', url: kind?.paths.list ?? '/' };
}

/** Everything that a definition can be for, for the console's form. */
export function couponUses(): Array<{ use: string; type: number; title: string }> {
  const sold = allKinds().filter(({ sale }) => sale);
  return [
    ...sold.flatMap(({ noun, sale }) => (sale?.coupon_type ? [{ use: 'item', type: sale.coupon_type, title: `购买${noun}` }] : [])),
    { use: 'membership', type: VIP_COUPON_TYPES.scheme, title: '开通方案会员' },
    { use: 'membership', type: VIP_COUPON_TYPES.all, title: '开通全站会员' },
    { use: 'contact', type: 0, title: '解锁联系方式' },
    ...sold.map(({ noun, code }) => ({ use: 'voucher', type: code, title: `下载券：任意${noun}` })),
  ];
}
