import type { KindFacts } from '#contract/kinds.ts';
import { LICENCES, type Licence } from '#contract/licence.ts';
import { type Ctx, readTogether } from '../../app/ctx.ts';
import { AppError, conflict, notFound } from '../../kernel/errors.ts';
import {
  companyOf,
  decide,
  grantAccessTo,
  hasLastingGrant,
  heldItems,
  isMember,
  priceFor,
  revokeAccess,
  vipTypesOf,
} from '../access/index.ts';
import { addToItemCounter, getSaleItem, kindOf, publicPicture, type SaleItem } from '../catalog/index.ts';
import { takeMembership } from '../membership/index.ts';
import type { Offer, OrderRecord, OrderSnapshot, OrderSubject, Quoting } from '../orders/index.ts';
import { getSetting } from '../settings/index.ts';
import { itemTexts, takingWord } from './rules.ts';
import { publisherShare } from './settings.ts';

/** An item of any kind on sale to one buyer. */
export interface ItemOffer extends Offer {
  item: SaleItem;
  licence: Licence;
  is_member: boolean;
}

/** The sale of items: what is bought is a right to the whole item. */
export const itemSubject: OrderSubject<ItemOffer> = {
  name: 'item',
  quote: (ctx, buyer_id, item_id) => quoteSale(ctx, buyer_id, item_id),
  couponType: ({ kind }) => kindOf(kind).sale?.coupon_type ?? 0,
  texts: ({ kind }) => itemTexts(kindOf(kind)),
  fulfil: (tx, orders) => grantAccessTo(tx, orders.map(grantOf)),
  isWanted: async (tx, order) => !(await ownerHas(tx, grantOf(order).user_id, order.buyer_id, order.subject_id)),
  revoke: (tx, order) => revokeAccess(tx, grantOf(order)),
  async count(tx, sold) {
    for (const [item_id, num] of sold) await addToItemCounter(tx, item_id, 'sale_num', num);
  },
  usable: heldItems,
  ways: ['pages', 'file', 'lesson'],
  // the code that hands any of it out records the use
  usedBy: async () => [],
  part: { text: '买家保留所购内容' },
  async takeOffer(ctx, user_id, { item, is_member, price_fen, list_price_fen }) {
    if (!is_member || price_fen >= list_price_fen) return true;
    return takeMembership(ctx, { user_id, way: 'member_price', vip_types: vipTypesOf(kindOf(item.kind)) });
  },
};

/** The same for the calls of one kind, and with a licence: an item of another kind is not there. */
export function saleOf(kind: KindFacts | undefined, licence: Licence): OrderSubject<ItemOffer> {
  return { ...itemSubject, quote: (ctx, buyer_id, item_id) => quoteSale(ctx, buyer_id, item_id, { only: kind, licence }) };
}

/** What is bought by the licence of a company is its company's: all of its people use it. */
function grantOf({ buyer_id, subject_id, id, snapshot: { terms } }: OrderRecord) {
  const source = terms?.licence === 'company' ? ('company' as const) : ('purchase' as const);
  return { user_id: Number(terms?.['owner_id'] ?? buyer_id), item_id: subject_id, source, source_id: id };
}

/** What a colleague bought a moment ago, or the company itself, is not bought again. */
const ownerHas = async (ctx: Ctx, owner_id: number, buyer_id: number, item_id: number): Promise<boolean> =>
  owner_id === buyer_id ? hasLastingGrant(ctx, buyer_id, item_id) : (await heldItems(ctx, owner_id, [item_id])).has(item_id);

interface Wanted {
  only?: KindFacts | undefined;
  licence?: Licence;
}

async function quoteSale(
  ctx: Ctx,
  buyer_id: number,
  item_id: number,
  { only, licence = 'personal' }: Wanted = {},
): Promise<Quoting<ItemOffer>> {
  const for_company = licence === 'company';
  const owner_id = (for_company ? await companyOf(ctx, buyer_id) : null) ?? buyer_id;
  const [item, has_it] = await readTogether(
    ctx,
    () => getSaleItem(ctx, item_id),
    () => ownerHas(ctx, owner_id, buyer_id, item_id),
  );
  if (!item || (only && item.kind !== only.code)) return { refusal: notFound(), price_fen: null };
  const kind = kindOf(item.kind);
  if (for_company && item.company_fen === 0) return { refusal: new AppError('该作品没有提供企业授权，请选择个人授权'), price_fen: null };
  const is_member = await isMember(ctx, item, buyer_id);
  // members have their price for themselves, not for a company
  const price_fen = for_company ? item.company_fen : priceFor(kind, item, is_member);
  const refusal = await refusalOf(ctx, kind, item, buyer_id, has_it);
  // what is taken down can be paid while its order is open; what they have already they need not pay
  if (refusal) return { refusal, price_fen: isOwned(refusal) ? null : price_fen };
  const publisher = { id: item.publisher_id, share_bp: await getSetting(ctx, publisherShare) };
  return {
    offer: {
      item,
      is_member,
      list_price_fen: for_company ? price_fen : item.price_fen,
      price_fen,
      licence,
      snapshot: snapshotOf(item, licence, owner_id),
      publisher,
    },
  };
}

const isOwned = ({ data }: AppError): boolean => (data as { owned?: boolean } | null)?.owned === true;

/** Why this buyer may not buy it: `data.owned` when there is nothing to buy because they may have it already. */
async function refusalOf(ctx: Ctx, kind: KindFacts, item: SaleItem, buyer_id: number, has_it: boolean): Promise<AppError | null> {
  const owned = { owned: true };
  if (item.publisher_id === buyer_id) return conflict(`这是您发布的${kind.noun}，可直接${takingWord(kind)}`, owned);
  if (has_it) return conflict(itemTexts(kind).owned, owned);
  if (item.status !== 'published' || !kind.sale) return notFound();
  // what a membership opens for its time can be bought as well, to have it afterwards (0236)
  if (item.price_fen > 0) return null;
  if (!item.vip_only) return conflict(`该${kind.noun}可免费${takingWord(kind)}，无需购买`, owned);
  const decision = await decide(ctx, item, buyer_id);
  if (decision.allowed && decision.right === 'member') return conflict(`您的会员可直接${takingWord(kind)}该${kind.noun}，无需购买`, owned);
  return new AppError(`该${kind.noun}为会员专享，不支持单独购买`);
}

/** The licence stands in the title, so that every list, receipt and message says it; by `terms` an open order is of one licence. */
function snapshotOf(item: SaleItem, licence: Licence, owner_id: number): OrderSnapshot {
  const cover_src = item.cover_key === '' ? '' : publicPicture(item.cover_key, item.cover_width, item.cover_height).src;
  const { title, kind, format } = item;
  if (licence === 'personal') return { title, cover_src, kind, format };
  return { title: `${title}（${LICENCES[licence].name}）`, cover_src, kind, format, terms: { licence, owner_id } };
}
