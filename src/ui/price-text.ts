/** Yuan for people: 39.9 as 39.90, 40 as 40, from 10,000 on as 1.2万 with two decimals at most (spec 5 and 9). */
export function priceText(yuan: number): string {
  if (yuan > 10_000) return `${Number((yuan / 10_000).toFixed(2))}万`;
  return amountText(yuan);
}

/** Yuan to the fen, from five digits on in groups (12,345.60), whatever the sum: for what is paid, held and owed. */
export function amountText(yuan: number): string {
  const digits = Number.isInteger(yuan) ? String(yuan) : yuan.toFixed(2);
  return yuan < 10_000 ? digits : digits.replace(/\B(?=(\d{3})+\b)/g, ',');
}

/** Counters for people: above 10,000 as 1.23万. */
export function countText(count: number): string {
  return count > 10_000 ? `${Number((count / 10_000).toFixed(2))}万` : String(count);
}

/** 免费, 会员 or the price with its sign. */
export function priceLabel({ price, vip_only }: { price: number; vip_only: boolean }): string {
  if (vip_only) return '会员';
  return price === 0 ? '免费' : `¥${priceText(price)}`;
}

/** The same where kinds that are sold stand among others: of what has no price of its own there is nothing to say. */
export function soldLabel(kind: { sold: boolean } | undefined, row: { price: number; vip_only: boolean }): string {
  return kind?.sold ? priceLabel(row) : '';
}
