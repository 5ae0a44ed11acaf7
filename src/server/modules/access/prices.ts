import type { KindFacts } from '#contract/kinds.ts';
import { type Fen, portion, yuan } from '../../kernel/money.ts';

/** What prices depend on. */
export interface PricedItem {
  price_fen: Fen;
  org_price_fen: Fen;
  vip_only: boolean;
}

/** What a member pays for one item of a price, to the fen, half up: the only place of the member discount. */
export function memberPrice(kind: KindFacts, price_fen: Fen): Fen {
  return portion(price_fen, Math.round((kind.sale?.member_discount ?? 10) * 10), 100);
}

/** What an item costs. Null: not sold singly; members get nothing that others do not. */
export function pricesOf(
  kind: KindFacts,
  { price_fen, vip_only }: Omit<PricedItem, 'org_price_fen'>,
): { single_fen: Fen | null; member_fen: Fen | null } {
  const single_fen = price_fen > 0 ? price_fen : null;
  if (!kind.sale) return { single_fen, member_fen: null };
  if (vip_only) return { single_fen, member_fen: 0 };
  const member_fen = memberPrice(kind, price_fen);
  return { single_fen, member_fen: member_fen < price_fen ? member_fen : null };
}

/** What this reader pays for one item, fen. A member-only item is free for members, so who buys it pays its price. */
export function priceFor(kind: KindFacts, item: Omit<PricedItem, 'org_price_fen'>, is_member: boolean): Fen {
  return is_member && !item.vip_only ? memberPrice(kind, item.price_fen) : item.price_fen;
}

/** The price fields of a detail call, yuan; their meaning is docs/decisions/0021-member-price.md. */
export function priceFields(kind: KindFacts, item: PricedItem, is_member: boolean) {
  const { member_fen } = pricesOf(kind, item);
  const vip_fen = item.vip_only ? 0 : is_member ? memberPrice(kind, item.price_fen) : item.price_fen;
  return {
    price: yuan(item.price_fen),
    org_price: yuan(item.org_price_fen),
    vip_price: yuan(vip_fen),
    vip_discount: kind.sale?.member_discount ?? 10,
    show_vip_price: member_fen !== null && member_fen > 0 ? (1 as const) : (0 as const),
  };
}
