import type { CouponStatus, OwnCoupon, OwnCoupons, SalesList } from '#contract/center.ts';
import { couponUse } from '#contract/coupon-use.ts';
import { KINDS } from '#contract/kinds.ts';
import type { WalletMoney } from '#contract/wallet.ts';
import { type Ctx, requireUser } from '../app/ctx.ts';
import { unixSeconds } from '../kernel/clock.ts';
import { kindOf } from '../modules/catalog/index.ts';
import { coinPacks } from '../modules/coins/index.ts';
import { listSales } from '../modules/orders/index.ts';
import { publisherShare } from '../modules/sales/index.ts';
import { organiserShare } from '../modules/salons/index.ts';
import { getSetting } from '../modules/settings/index.ts';
import { ownedCoupons } from '../modules/vouchers/index.ts';
import { balances } from '../modules/wallet/index.ts';

interface PageWish {
  page: number;
  limit: number;
}

/** What the signed-in user can spend, yuan and coins, and what may be topped up. */
export async function walletMoney(ctx: Ctx): Promise<WalletMoney> {
  const { balance_fen, held_fen, coin, held_coin, earning_fen, withdrawing_fen } = await balances(ctx, requireUser(ctx));
  const packs = await getSetting(ctx, coinPacks);
  return {
    ...{ balance: balance_fen / 100, held: held_fen / 100, coin, held_coin, money: coin },
    money_list: packs.map((coins) => ({ id: coins, cat_price: coins })),
    ...{ earning: earning_fen / 100, withdrawing: withdrawing_fen / 100 },
  };
}

/** What the signed-in publisher sold, the newest first, and what it came to. */
export async function salesOfPublisher(ctx: Ctx, { page, limit }: PageWish): Promise<SalesList> {
  const { rows, sold_num, sold_fen, earned_fen } = await listSales(ctx, requireUser(ctx), { page, limit });
  return {
    list: rows.map(({ orderid, subject_id, snapshot, paid_at, price_fen, publisher_fen }) => ({
      orderid,
      item_id: subject_id,
      title: snapshot.title,
      // a ticket is no item of a kind; its id is the salon's
      kind: snapshot.kind === 0 ? KINDS.salon.key : kindOf(snapshot.kind).key,
      paid_at: unixSeconds(paid_at),
      price: price_fen / 100,
      earned: publisher_fen / 100,
    })),
    total: sold_num,
    sold_num,
    sold: sold_fen / 100,
    earned: earned_fen / 100,
    share_percent: (await getSetting(ctx, publisherShare)) / 100,
    ticket_share_percent: (await getSetting(ctx, organiserShare)) / 100,
    page,
    limit,
  };
}

/** Coupons and vouchers of the signed-in user in one status, with what they are good for. */
export async function couponsOf(ctx: Ctx, { status, page, limit }: PageWish & { status: CouponStatus }): Promise<OwnCoupons> {
  const { rows, counts } = await ownedCoupons(ctx, { user_id: requireUser(ctx), status, page, limit });
  const list = rows.map((row): OwnCoupon => {
    const { noun, measure, url } = couponUse(row.use, row.good_for);
    return {
      id: row.id,
      sort: row.sort,
      title: row.title || `${noun}下载券`,
      price: row.amount_fen / 100,
      min_price: row.min_price_fen / 100,
      noun,
      measure,
      url,
      percent_off: row.percent_off,
      use_end_time: unixSeconds(row.use_end_time),
      held: row.status === 'held',
    };
  });
  return { list, total: counts[status], counts, page, limit };
}
