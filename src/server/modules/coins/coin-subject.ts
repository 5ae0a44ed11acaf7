import { z } from 'zod';
import type { Order } from '#contract/order.ts';
import type { Ctx, TxCtx } from '../../app/ctx.ts';
import { AppError, conflict } from '../../kernel/errors.ts';
import { type OrderRecord, type OrderSubject, placeOrder } from '../orders/index.ts';
import { defineSetting, getSetting } from '../settings/index.ts';
import { balances, FEN_PER_COIN, postTransfer, postTransfers, type Transfer } from '../wallet/index.ts';

export const coinPacks = defineSetting('coin_packs', z.array(z.int().min(1).max(10_000)).max(12).default([10, 30, 50, 100, 200, 500]), {
  group: '交易',
  title: '猫币充值面额',
  about: '每行一个面额，1 元兑换 1 猫币；留空则不能充值。',
});

/** Cat coins: the subject's id is how many, and a yuan buys one. */
export const coinSubject: OrderSubject = {
  name: 'coins',
  prepaid: true,
  title: '猫币',
  links: () => ({ page: '/personalCenter/myWallet', pay: '/personalCenter/myWallet' }),
  async quote(ctx, _buyer_id, coins) {
    const price_fen = coins * FEN_PER_COIN;
    const packs = await getSetting(ctx, coinPacks);
    // what staff took off the list can still be paid while its order is open
    if (!packs.includes(coins)) return { refusal: new AppError('没有这个充值面额，请重新选择'), price_fen };
    const snapshot = { title: `${coins} 猫币`, cover_src: '', kind: 0, format: '', terms: { coins } };
    return { offer: { list_price_fen: price_fen, price_fen, snapshot, publisher: null } };
  },
  couponType: () => 0,
  texts: () => ({ noun: '猫币', owned: '猫币已到账', sold_out: '暂时不能充值' }),
  async fulfil(tx, orders) {
    await postTransfers(tx, orders.map(coinsBought));
    return orders.map(() => true);
  },
  isWanted: async () => true,
  revoke: (tx, order) => takeBack(tx, order, { coins: coinsLeft(order), key: `coins-back:${order.orderid}` }),
  usable: async () => new Set(),
  ways: ['coins'],
  // coins are alike: as long as so many are left, these are
  usedBy: async (ctx, order) => ((await balances(ctx, order.buyer_id)).coin < coinsLeft(order) ? ['coins'] : []),
  part: {
    text: '收回同样数量的猫币',
    whyNot: (amount_fen) => (amount_fen % FEN_PER_COIN === 0 ? null : '猫币订单的部分退款须为整元，并收回同样数量的猫币'),
    async take(tx, order, amount_fen) {
      const rest = coinsLeft(order) - amount_fen / FEN_PER_COIN;
      await takeBack(tx, order, { coins: amount_fen / FEN_PER_COIN, key: `coins-back:${order.orderid}:${rest}` });
    },
  },
};

/**
 * Orders so many coins, paid by QR. With `reuse_open` the open order of the same denomination is
 * answered as it stands, so that two tabs show one QR; without, a new one replaces it.
 * @throws as `placeOrder`; code 1 for a denomination that is not offered
 */
export function topUp(ctx: Ctx, input: { coins: number; reuse_open: boolean; idempotency_key?: string }): Promise<Order> {
  const { coins, reuse_open, idempotency_key } = input;
  return placeOrder(ctx, coinSubject, {
    ...{ subject_id: coins, use_balance: false, coupon_id: 0, reuse_open },
    ...(idempotency_key ? { idempotency_key } : {}),
  });
}

const coinsOf = ({ snapshot }: OrderRecord): number => Number(snapshot.terms?.['coins']);

/** Those that were not taken back with a part of the price. */
const coinsLeft = (order: OrderRecord): number => coinsOf(order) - (order.refunded_pay_fen + order.refunded_balance_fen) / FEN_PER_COIN;

async function takeBack(tx: TxCtx, order: OrderRecord, { coins, key }: { coins: number; key: string }): Promise<void> {
  try {
    await postTransfer(tx, {
      ...{ key, reason: 'coins_refunded', reference: order.orderid, unit: 'coin', subject: order.subject },
      entries: [
        { owner_id: order.buyer_id, purpose: 'coin', amount: -coins },
        { owner_id: null, purpose: 'coin_source', amount: coins },
      ],
    });
  } catch (error) {
    if (error instanceof AppError && error.code === 8) throw conflict('这笔充值的猫币已被使用，不能退款');
    throw error;
  }
}

function coinsBought(order: OrderRecord): Transfer {
  const coins = coinsOf(order);
  return {
    ...{ key: `coins:${order.orderid}`, reason: 'coins_bought', reference: order.orderid, unit: 'coin', subject: order.subject },
    entries: [
      { owner_id: null, purpose: 'coin_source', amount: -coins },
      { owner_id: order.buyer_id, purpose: 'coin', amount: coins },
    ],
  };
}
