import { CART_MAX, type Cart, type CartLine, type CartOrderInput } from '#contract/cart.ts';
import type { Order } from '#contract/order.ts';
import { type Ctx, inTransaction, requireUser } from '../../app/ctx.ts';
import { AppError, conflict, notFound } from '../../kernel/errors.ts';
import { type Fen, yuan } from '../../kernel/money.ts';
import { getSaleItem, kindOf, publicPicture, type SaleItem, seriesOnSale } from '../catalog/index.ts';
import { type CartInput, type CartPart, type Offer, placeCart } from '../orders/index.ts';
import { spendableBalance } from '../wallet/index.ts';
import { countCart, deleteCartItem, findCartItems, insertCartItem, lockCart } from './cart.repo.ts';
import { type ItemOffer, itemSubject } from './item-subject.ts';

/** @throws AppError why this reader cannot buy it; 409 when the cart is full */
export async function addToCart(ctx: Ctx, item_id: number): Promise<void> {
  const user_id = requireUser(ctx);
  await offerOf(ctx, user_id, item_id);
  await inTransaction(ctx, async (tx) => {
    await lockCart(tx.db, user_id);
    await insertCartItem(tx.db, { user_id, item_id, created_at: tx.app.clock.now() });
    if ((await countCart(tx.db, user_id)) > CART_MAX) throw conflict(`购物车最多放 ${CART_MAX} 件作品，请先结算或移除几件`);
  });
}

/** What is not in it is no fault: it was bought or taken out before. */
export async function takeFromCart(ctx: Ctx, user_id: number, item_id: number): Promise<void> {
  await deleteCartItem(ctx.db, { user_id, item_id });
}

/** @throws AppError why it is not sold to them */
async function offerOf(ctx: Ctx, buyer_id: number, item_id: number): Promise<ItemOffer> {
  const quoting = await itemSubject.quote(ctx, buyer_id, item_id);
  if ('refusal' in quoting) throw quoting.refusal;
  if (quoting.offer.price_fen === 0) throw conflict('无需购买，可在作品页直接获取');
  return quoting.offer;
}

/** What is in it, with what of it can be bought now and what not, and why. */
export async function ownCart(ctx: Ctx): Promise<Cart> {
  const user_id = requireUser(ctx);
  return summed(ctx, user_id, await Promise.all((await findCartItems(ctx.db, user_id)).map((id) => cartLine(ctx, user_id, id))));
}

async function summed(ctx: Ctx, user_id: number, list: CartLine[]): Promise<Cart> {
  const sold = list.filter(({ refusal }) => refusal === '');
  const sum = (of: (line: CartLine) => number) => yuan(sold.reduce((fen, line) => fen + Math.round(of(line) * 100), 0));
  return {
    list,
    list_price: sum((line) => line.list_price),
    price: sum((line) => line.price),
    balance: yuan(await spendableBalance(ctx, user_id)),
  };
}

async function cartLine(ctx: Ctx, user_id: number, id: number): Promise<CartLine> {
  const item = await getSaleItem(ctx, id);
  if (!item) return { id, kind: '', title: '作品已不存在', cover: null, list_price: 0, price: 0, refusal: '已不存在，不能购买' };
  const offer = await offerOf(ctx, user_id, id).catch(refusalText);
  const { title, cover_key, cover_width, cover_height, price_fen } = item;
  return {
    ...{ id, kind: kindOf(item.kind).key, title },
    cover: cover_key === '' ? null : publicPicture(cover_key, cover_width, cover_height),
    list_price: yuan(price_fen),
    price: yuan(typeof offer === 'string' ? price_fen : offer.price_fen),
    refusal: typeof offer === 'string' ? offer : '',
  };
}

function refusalText(error: unknown): string {
  if (!(error instanceof AppError)) throw error;
  return error.status === notFound().status ? '已下架，不能购买' : error.message;
}

const NO_BUNDLE_TEXT = '这个系列不再整套出售';

/** All works of a series: what is missing costs its share of the price, or less where the reader would pay less singly. @throws AppError 409 when it is not sold */
export async function ownBundle(ctx: Ctx, series_id: number): Promise<Cart> {
  const user_id = requireUser(ctx);
  const bundle = await seriesOnSale(ctx, series_id);
  if (!bundle) throw conflict(NO_BUNDLE_TEXT);
  const list = await Promise.all(
    [...bundle.shares].map(async ([id, share_fen]) => {
      const line = await cartLine(ctx, user_id, id);
      return line.refusal === '' ? { ...line, price: Math.min(line.price, yuan(share_fen)) } : line;
    }),
  );
  return summed(ctx, user_id, list);
}

type Change = (offer: ItemOffer) => ItemOffer;

/** What the works cost as those of a series. @throws AppError 409 when they are not all that the buyer can get of it */
async function inBundle(ctx: Ctx, series_id: number, item_ids: readonly number[]): Promise<{ title: CartInput['title']; change: Change }> {
  const [bundle, { list }] = [await seriesOnSale(ctx, series_id), await ownBundle(ctx, series_id)];
  if (!bundle) throw conflict(NO_BUNDLE_TEXT);
  const missing = list.flatMap(({ id, refusal }) => (refusal === '' ? [id] : []));
  if (missing.length !== item_ids.length || !item_ids.every((id) => missing.includes(id))) throw conflict('套装刚有变化，请刷新后重新购买');
  const change: Change = (offer) => {
    const share_fen = bundle.shares.get(offer.item.id) as Fen;
    const { snapshot } = offer;
    return {
      ...offer,
      // a membership is used where its price is
      is_member: offer.is_member && offer.price_fen <= share_fen,
      price_fen: Math.min(offer.price_fen, share_fen),
      snapshot: { ...snapshot, title: `${snapshot.title}（套装：${bundle.title}）`, saved_by: 'series', terms: { series: series_id } },
    };
  };
  return { title: () => `套装：${bundle.title}`, change };
}

/** A work beside others. @throws AppError with its name why it cannot be bought */
function cartPart(ctx: Ctx, buyer_id: number, item_id: number, change: Change): CartPart {
  return {
    subject: itemSubject as CartPart['subject'],
    subject_id: item_id,
    offer: (): Promise<Offer> =>
      offerOf(ctx, buyer_id, item_id).then(change, async (error) => refuseNamed(error, await getSaleItem(ctx, item_id))),
  };
}

function refuseNamed(error: unknown, item: SaleItem | null): never {
  const why = refusalText(error);
  throw conflict(`「${item?.title ?? '作品'}」${why}`);
}

/** Orders these works, paid together; with a series all that is missing of it, at its price. @throws as `placeCart` */
export async function orderCart(ctx: Ctx, { ids, series, balance, cache, idempotency_key }: CartOrderInput): Promise<Order> {
  const buyer_id = requireUser(ctx);
  const item_ids = [...new Set(ids)];
  const singly = { title: (first: string, count: number) => `${first}等 ${count} 件`, change: (offer: ItemOffer) => offer };
  const { title, change } = series === undefined ? singly : await inBundle(ctx, series, item_ids);
  return placeCart(ctx, {
    parts: item_ids.map((id) => cartPart(ctx, buyer_id, id, change)),
    ...{ title, use_balance: balance, reuse_open: cache },
    ...(idempotency_key ? { idempotency_key } : {}),
  });
}
