import type { CouponUse } from './coupon.ts';
import { KINDS, type KindFacts } from './kinds.ts';
import { VIPS } from './membership.ts';
import { paths } from './paths.ts';

/** What a coupon pays for, or a voucher opens, in words, and where it is used. */
export function couponUse(use: string, type: number): { noun: string; measure: string; url: string } {
  if (use === 'membership') {
    const vip = VIPS.find(({ coupon_type }) => coupon_type === type);
    return { noun: vip?.name ?? '会员', measure: '个', url: paths.openVip(vip?.vip_text ?? '') };
  }
  if (use === 'contact') return { noun: '联系方式', measure: '个', url: '/resources' };
  if (use === 'salon') return { noun: '沙龙门票', measure: '张', url: '/salon' };
  const kind = Object.values<KindFacts>(KINDS).find(({ code, sale }) => (use === 'voucher' ? code : sale?.coupon_type) === type);
  return { noun: kind?.noun ?? '内容', measure: kind?.measure ?? '个', url: kind?.paths.list ?? '/' };
}

/** Everything that a definition can be for, for the console's form. */
export function couponUses(): Array<{ use: string; type: number; title: string }> {
  const sold = Object.values<KindFacts>(KINDS).filter(({ sale }) => sale);
  return [
    ...sold.flatMap(({ noun, sale }) => (sale?.coupon_type ? [{ use: 'item', type: sale.coupon_type, title: `购买${noun}` }] : [])),
    ...VIPS.flatMap(({ name, coupon_type }) => (coupon_type ? [{ use: 'membership', type: coupon_type, title: `开通${name}` }] : [])),
    { use: 'contact', type: 0, title: '解锁联系方式' },
    { use: 'salon', type: 0, title: '购买沙龙门票' },
    ...sold.map(({ noun, code }) => ({ use: 'voucher', type: code, title: `下载券：任意${noun}` })),
  ];
}

/** Which coupons a call means that names the use, the type, or neither: an item's first, as in the purchase dialog. */
export function couponKey(use: CouponUse | undefined, type: number | undefined): { use: CouponUse; type: number } {
  if (type === undefined) return { use: use ?? 'item', type: couponUses().find((one) => one.use === (use ?? 'item'))?.type ?? 0 };
  if (use !== undefined) return { use, type };
  const fits = (of: string) => couponUses().some((one) => one.use === of && one.type === type);
  return { use: !fits('item') && fits('membership') ? 'membership' : 'item', type };
}
