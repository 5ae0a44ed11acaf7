import { z } from 'zod';
import type { Order } from '#contract/order.ts';
import type { Ctx, TxCtx } from '../../app/ctx.ts';
import { AppError, conflict } from '../../kernel/errors.ts';
import type { Fen } from '../../kernel/money.ts';
import { type OrderRecord, type OrderSubject, placeOrder, type UseWay } from '../orders/index.ts';
import { defineSetting, fenSchema, getSetting } from '../settings/index.ts';
import { balances, FEN_PER_COIN, type Purpose, postTransfer, postTransfers, type Transfer, type TransferReason } from '../wallet/index.ts';

const packs = z.array(z.int().min(1).max(10_000)).max(12);

export const coinPacks = defineSetting('coin_packs', packs.default([10, 30, 50, 100, 200, 500]), {
  group: '交易',
  title: '猫币充值面额',
  about: '每行一个面额，1 元兑换 1 猫币；留空则不能充值。',
});

export const balancePacks = defineSetting('balance_packs', packs.default([50, 100, 200, 500, 1_000]), {
  group: '交易',
  title: '余额充值金额',
  about: '每行一个金额（元）；留空则不能充值余额，已有的余额照常使用。',
});

export const balanceMost = defineSetting('balance_most_fen', fenSchema(10_000, 10_000_000, 500_000), {
  group: '交易',
  title: '余额上限',
  about: '充值后余额不得超过这个金额；退款与收益转入不受限制。',
});

/** What an order brings, by its own terms: a yuan is so many units. */
interface Prepaid {
  /** Of the order's subject, and in the keys of its transfers. */
  name: 'coins' | 'balance';
  title: string;
  unit: 'coin' | 'fen';
  /** The account that is filled, and the platform's beside it. */
  account: Extract<Purpose, 'coin' | 'balance'>;
  source: Extract<Purpose, 'coin_source' | 'platform'>;
  per_yuan: number;
  reasons: { bought: TransferReason; back: TransferReason };
  way: UseWay;
  texts: { owned: string; used: string; part: string };
  titleOf(yuan: number): string;
  /** Why so many yuan cannot be bought now; null: they can. */
  refuse(ctx: Ctx, buyer_id: number, yuan: number): Promise<AppError | null>;
}

const FEN_PER_YUAN = 100;

/** What is bought to be spent later: the subject's id is how many yuan. Units are alike: as long as so many are left, these are. */
function prepaidSubject(what: Prepaid): OrderSubject {
  const { name, unit, account, source, per_yuan, reasons, texts } = what;
  const bought = ({ snapshot }: OrderRecord): number => Number(snapshot.terms?.[name]) * per_yuan;
  /** Those that were not taken back with a part of the price. */
  const leftOf = (order: OrderRecord): number =>
    bought(order) - ((order.refunded_pay_fen + order.refunded_balance_fen) / FEN_PER_YUAN) * per_yuan;
  const has = async (ctx: Ctx, order: OrderRecord): Promise<number> => {
    const all = await balances(ctx, order.buyer_id);
    return account === 'coin' ? all.coin : all.balance_fen;
  };
  const moved = (order: OrderRecord, units: number, key: string, reason: TransferReason): Transfer => ({
    ...{ key, reason, reference: order.orderid, unit, subject: order.subject },
    entries: [
      { owner_id: order.buyer_id, purpose: account, amount: units },
      { owner_id: null, purpose: source, amount: -units },
    ],
  });
  const takeBack = async (tx: TxCtx, order: OrderRecord, units: number, key: string): Promise<void> => {
    if (units === 0) return;
    try {
      await postTransfer(tx, moved(order, -units, key, reasons.back));
    } catch (error) {
      if (error instanceof AppError) throw conflict(texts.used);
      throw error;
    }
  };
  return {
    name,
    prepaid: true,
    title: what.title,
    links: () => ({ page: '/personalCenter/myWallet', pay: '/personalCenter/myWallet' }),
    async quote(ctx, buyer_id, yuan) {
      const price_fen = yuan * FEN_PER_YUAN;
      const refusal = await what.refuse(ctx, buyer_id, yuan);
      // what staff took off the list can still be paid while its order is open
      if (refusal) return { refusal, price_fen };
      const snapshot = { title: what.titleOf(yuan), cover_src: '', kind: 0, format: '', terms: { [name]: yuan } };
      return { offer: { list_price_fen: price_fen, price_fen, snapshot, publisher: null } };
    },
    couponType: () => 0,
    texts: () => ({ noun: what.title, owned: texts.owned, sold_out: '暂时不能充值' }),
    async fulfil(tx, orders) {
      await postTransfers(
        tx,
        orders.map((order) => moved(order, bought(order), `${name}:${order.orderid}`, reasons.bought)),
      );
      return orders.map(() => true);
    },
    isWanted: async () => true,
    revoke: (tx, order) => takeBack(tx, order, leftOf(order), `${name}-back:${order.orderid}`),
    usable: async () => new Set(),
    ways: [what.way],
    usedBy: async (ctx, order) => ((await has(ctx, order)) < leftOf(order) ? [what.way] : []),
    part: {
      text: texts.part,
      whyNot: (amount_fen) =>
        (amount_fen * per_yuan) % FEN_PER_YUAN === 0 ? null : `${what.title}订单的部分退款须为整元，并收回同样数量的${what.title}`,
      async take(tx, order, amount_fen) {
        const units = (amount_fen * per_yuan) / FEN_PER_YUAN;
        await takeBack(tx, order, units, `${name}-back:${order.orderid}:${leftOf(order) - units}`);
      },
      // what is set aside for something else is not there either
      unspent: async (ctx, order) =>
        Math.max(0, Math.floor((Math.min(leftOf(order), await has(ctx, order)) * FEN_PER_YUAN) / per_yuan)) as Fen,
    },
  };
}

/** Cat coins: a yuan buys one. */
export const coinSubject = prepaidSubject({
  ...{
    name: 'coins',
    title: '猫币',
    unit: 'coin',
    account: 'coin',
    source: 'coin_source',
    per_yuan: FEN_PER_YUAN / FEN_PER_COIN,
    way: 'coins',
  },
  reasons: { bought: 'coins_bought', back: 'coins_refunded' },
  texts: { owned: '猫币已到账', used: '这笔充值的猫币已被使用，不能退款', part: '收回同样数量的猫币' },
  titleOf: (yuan) => `${yuan} 猫币`,
  refuse: async (ctx, _buyer_id, yuan) =>
    (await getSetting(ctx, coinPacks)).includes(yuan) ? null : new AppError('没有这个充值面额，请重新选择'),
});

/** The own balance, which pays for whatever is sold here. */
export const balanceSubject: OrderSubject = {
  ...prepaidSubject({
    ...{ name: 'balance', title: '余额', unit: 'fen', account: 'balance', source: 'platform', per_yuan: FEN_PER_YUAN, way: 'balance' },
    reasons: { bought: 'balance_bought', back: 'balance_refunded' },
    texts: { owned: '余额已到账', used: '这笔充值的余额已被使用，不能退款', part: '从余额收回同样的金额' },
    titleOf: (yuan) => `余额充值 ¥${yuan}`,
    async refuse(ctx, buyer_id, yuan) {
      if (!(await balancesToBuy(ctx, buyer_id)).includes(yuan)) return new AppError('充值金额已变化或超过余额上限，请重新选择');
      return null;
    },
  }),
  // of two at once one would pass the most that a balance holds
  one_open: true,
};

/** Yuan that may be put into this person's balance now. */
export async function balancesToBuy(ctx: Ctx, user_id: number): Promise<number[]> {
  const { balance_fen, held_fen, purse_fen } = await balances(ctx, user_id);
  const room_fen = (await getSetting(ctx, balanceMost)) - balance_fen - held_fen - purse_fen;
  return (await getSetting(ctx, balancePacks)).filter((yuan) => yuan * FEN_PER_YUAN <= room_fen);
}

interface TopUp {
  /** The open order of the same amount is answered as it stands, so that two tabs show one QR; else a new one replaces it. */
  reuse_open: boolean;
  idempotency_key?: string;
}

/** Orders so many coins, paid by QR. @throws as `placeOrder`; code 1 for a denomination that is not offered */
export const topUp = (ctx: Ctx, { coins, ...how }: TopUp & { coins: number }): Promise<Order> => ordered(ctx, coinSubject, coins, how);

/** Orders so many yuan of balance. @throws as `topUp` */
export const topUpBalance = (ctx: Ctx, { yuan, ...how }: TopUp & { yuan: number }): Promise<Order> =>
  ordered(ctx, balanceSubject, yuan, how);

const ordered = (ctx: Ctx, subject: OrderSubject, subject_id: number, how: TopUp): Promise<Order> =>
  placeOrder(ctx, subject, { ...how, subject_id, use_balance: false, coupon_id: 0 });
