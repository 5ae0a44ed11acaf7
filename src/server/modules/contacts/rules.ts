/** Coins for a contact: nothing for certified companies, else the resource's own price, else the site's. */
export function contactPrice(of: { item_id: number; base: number; special: readonly string[]; is_company: boolean }): number {
  if (of.is_company) return 0;
  const own = of.special.map((line) => line.split('=').map(Number)).find(([id]) => id === of.item_id);
  return own?.[1] ?? of.base;
}

/** What the button says, by what it does for this reader. */
export function buttonText(of: { unlocked: boolean; price: number; is_company: boolean }): string {
  if (of.unlocked) return '拨打电话';
  if (of.price > 0) return `${of.price} 猫币联系供应商（24 小时有效）`;
  return of.is_company ? '认证企业免费联系供应商' : '免费联系供应商';
}

/** How an unlock is paid. */
export type PaidBy = 'free' | 'company' | 'coin' | 'coupon';

export function paidBy(of: { price: number; is_company: boolean; use_coupon: boolean }): PaidBy {
  if (of.price === 0) return of.is_company ? 'company' : 'free';
  return of.use_coupon ? 'coupon' : 'coin';
}
