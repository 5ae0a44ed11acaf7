import { CONTACT_COUPON } from '#contract/contact.ts';
import type { Order } from '#contract/order.ts';
import type { Ctx, TxCtx } from '#server/app/ctx.ts';
import { AppError } from '#server/kernel/errors.ts';
import { adFilms } from '#server/modules/ads/index.ts';
import { getItem } from '#server/modules/catalog/index.ts';
import { topUp, topUpBalance } from '#server/modules/coins/index.ts';
import { settlePayment } from '#server/modules/orders/index.ts';
import { requestWithdrawal } from '#server/modules/payouts/index.ts';
import { addToCart, ownCart } from '#server/modules/sales/index.ts';
import { getSetting, setSetting } from '#server/modules/settings/index.ts';
import { issueCoupon } from '#server/modules/vouchers/index.ts';
import { isSandboxPayment } from '#server/providers/payment/sandbox.ts';
import { asUser } from './at-time.ts';
import { worldState } from './world-state.ts';

const DAY_MS = 86_400_000;
/** Works that are advertised: as many as a demo needs to show that they take turns. */
const FILMS = 3;
/** Works in the buyer's cart. */
const CART = 3;
/** A publisher's first request, yuan. */
const WITHDRAWS = 120;

/** A coupon for one contact, so that the question about it can be seen. */
export async function giveContactCoupon(tx: TxCtx, user_id: number): Promise<void> {
  await issueCoupon(tx, {
    ...{ user_id, ...CONTACT_COUPON, title: '供应商联系券', amount_fen: 1_000, min_price_fen: 0 },
    use_end_time: new Date(tx.app.clock.now().getTime() + 365 * DAY_MS),
  });
}

/** Coins that the buyer topped up, a withdrawal that waits for staff, works that are advertised. Again changes nothing. */
export async function tellOfMoney(ctx: Ctx): Promise<void> {
  const { people, works } = await worldState.read(ctx);
  await topUpOnce(asUser(ctx, people.buyer_id));
  await fillCart(asUser(ctx, people.buyer_id), Object.values(works));
  const publisher_id = people.publisher_ids[0];
  if (publisher_id !== undefined) await withdrawOnce(asUser(ctx, publisher_id));
  if ((await getSetting(ctx, adFilms)).length > 0) return;
  const items = await Promise.all(Object.values(works).map((id) => getItem(ctx, id)));
  const shown = items.flatMap((item) => (item?.status === 'published' && item.cover_key !== '' ? [item.id] : []));
  if (shown.length > 0) await setSetting(ctx, adFilms.key, shown.slice(0, FILMS));
}

/** A few works that the buyer means to take together. What they have or may not buy is passed over. */
async function fillCart(buyer: Ctx, item_ids: readonly number[]): Promise<void> {
  let left = CART - (await ownCart(buyer)).list.length;
  for (const id of item_ids) {
    if (left <= 0) return;
    try {
      await addToCart(buyer, id);
      left -= 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
}

/** Coins for contacts, and balance as people put it in. */
async function topUpOnce(buyer: Ctx): Promise<void> {
  if (!isSandboxPayment(buyer.app.providers.payment)) return;
  await payOnPhone(buyer, await topUp(buyer, { coins: 30, reuse_open: true, idempotency_key: 'demo-top-up' }));
  await payOnPhone(buyer, await topUpBalance(buyer, { yuan: 50, reuse_open: true, idempotency_key: 'demo-balance' }));
}

/** Pays on the simulated phone; false: there is none. */
export async function payOnPhone(buyer: Ctx, order: Order): Promise<boolean> {
  const { payment } = buyer.app.providers;
  if (!isSandboxPayment(payment)) return false;
  const payment_no = order.pay_qrcode === '' ? null : new URL(order.pay_qrcode).searchParams.get('pay');
  const facts = payment_no && (await payment.pay(payment_no, 'wechat', 'success', buyer.app.clock.now()));
  if (facts) await settlePayment(buyer, payment.name, facts);
  return true;
}

/** Who sold too little to ask for anything asks for nothing. */
async function withdrawOnce(publisher: Ctx): Promise<void> {
  try {
    const payee = { method: 'alipay', name: '林一舟', account: '13800001001' } as const;
    await requestWithdrawal(publisher, { ...payee, amount: WITHDRAWS, idempotency_key: 'demo-withdrawal' });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}
