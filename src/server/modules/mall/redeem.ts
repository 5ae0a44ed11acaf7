import { NUM_MOST } from '#contract/mall.ts';
import type { MallQuote, Redemption } from '#contract/outputs/mall.ts';
import { type App, type Ctx, createCtx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { AppError, conflict, invalid, notFound, otherWish } from '../../kernel/errors.ts';
import { serialNumber } from '../../kernel/ids.ts';
import { emit } from '../../outbox/outbox.ts';
import { parcelAddress } from '../addresses/index.ts';
import { accountMobile } from '../identity/index.ts';
import { extendMembership } from '../membership/index.ts';
import { pointSums, spendPoints } from '../points/index.ts';
import { giveCards } from '../signin/index.ts';
import { giveByDefinition } from '../vouchers/index.ts';
import { goodsRow } from './goods.ts';
import { oneLine, redemptionDto } from './own-redemptions.ts';
import { noteCluster } from './redeemer-review.ts';
import {
  countRedeemed,
  findByKey,
  findGoods,
  type GoodsRecord,
  insertRedemption,
  lockRedeemer,
  type RedemptionRecord,
  setRedemption,
  takeStock,
} from './repo.ts';
import { mostOf, redeemRefusal } from './rules.ts';
import { receiveInTime } from './staff-redemptions.ts';

export function mallJobs(app: App): JobDefinition[] {
  return [
    {
      name: 'mall.receive',
      cron: '25 * * * *',
      async run() {
        await receiveInTime(createCtx(app, { kind: 'job', name: 'mall.receive' }, 'mall.receive'));
      },
    },
  ];
}

/** What so many would cost the signed-in user. @throws AppError 404 for what is not offered */
export async function quoteGoods(ctx: Ctx, { id, num }: { id: number; num: number }): Promise<MallQuote> {
  const user_id = requireUser(ctx);
  const goods = await findGoods(ctx.db, id);
  if (!goods?.is_on) throw notFound('商品不存在或已下架');
  const had = await countRedeemed(ctx.db, user_id, id);
  const { points } = await pointSums(ctx);
  return {
    goods: goodsRow(goods),
    ...{ num, total_points: goods.points * num, points, most: mostOf(goods, had, points) },
    needs_address: goods.kind === 'physical',
    refusal: redeemRefusal(goods, num, had, points),
  };
}

export interface RedeemInput {
  id: number;
  num: number;
  /** Of the own address book; 0 for what is not sent. */
  address_id: number;
  /** For who packs it. */
  remark?: string;
  /** What the reader agreed to; another price meanwhile is a conflict. */
  total_points: number;
  key: string;
}

/**
 * Redeems goods: takes the points, gives what can be given at once, takes the stock. The same key again answers the same redemption. Of many at
 * once as many succeed as there are. Locks the person's redemptions, their points, and the goods last.
 * @throws AppError 404, 409 with the reason, or where the key came with another wish, code 1 for an address
 */
export async function redeemGoods(ctx: Ctx, input: RedeemInput): Promise<Redemption> {
  const user_id = requireUser(ctx);
  const row = await inTransaction(ctx, async (tx) => {
    await lockRedeemer(tx.db, user_id);
    const before = await findByKey(tx.db, user_id, input.key);
    if (before) return sameOf(tx, before, input);
    const goods = await findGoods(tx.db, input.id);
    if (!goods?.is_on) throw notFound('商品不存在或已下架');
    const { num } = input;
    if (num > NUM_MOST) throw invalid({ num: `一次最多兑换 ${NUM_MOST} 件` });
    const refusal = redeemRefusal(goods, num, await countRedeemed(tx.db, user_id, goods.id), (await pointSums(tx)).points);
    if (refusal !== '') throw conflict(refusal);
    if (goods.points * num !== input.total_points) throw conflict('商品所需积分已变化，请确认后再兑换');
    const made = await insertRedemption(tx.db, await newRow(tx, user_id, goods, input));
    const { redeem_no: reference, total_points: points } = made;
    await spendPoints(tx, { user_id, points, reason: 'redeem', key: `redeem:${reference}`, reference });
    const given = await deliver(tx, goods, made);
    if (given !== '') await setRedemption(tx.db, made.id, { given });
    await noteCluster(tx, made);
    // last, because everybody shares the row
    if (!(await takeStock(tx.db, goods.id, num))) throw conflict('该商品已兑完');
    await emit(tx, 'mall.changed', { goods_id: goods.id });
    return { ...made, given };
  });
  return redemptionDto(row, ctx.app.clock.now());
}

/** What was redeemed already. @throws AppError 409 where it is something else than what is asked for */
async function sameOf(tx: TxCtx, row: RedemptionRecord, { id, num, address_id, remark = '' }: RedeemInput): Promise<RedemptionRecord> {
  const to = row.kind === 'physical' ? await parcelAddress(tx, row.user_id, address_id) : null;
  const elsewhere = to !== null && [to.receiver !== row.receiver, to.tel !== row.tel, to.address !== row.address].includes(true);
  const said = row.kind === 'physical' ? oneLine(remark) : '';
  if (row.goods_id !== id || row.num !== num || elsewhere || row.remark !== said) throw otherWish();
  return row;
}

async function newRow(tx: TxCtx, user_id: number, goods: GoodsRecord, { num, address_id, remark = '', key }: RedeemInput) {
  const now = tx.app.clock.now();
  const sent = goods.kind === 'physical';
  const to = sent && address_id > 0 ? await parcelAddress(tx, user_id, address_id) : null;
  if (sent && !to) throw invalid({ address_id: '请选择收货地址' });
  // a parcel goes to somebody whose phone was proven when the account was made
  if (sent && !/^1\d{10}$/.test((await accountMobile(tx, user_id)) ?? '')) throw new AppError('请先绑定手机号再兑换实物');
  return {
    ...{ redeem_no: serialNumber(now, 'R'), user_id, goods_id: goods.id, kind: goods.kind, title: goods.title, cover_src: goods.cover_src },
    ...{ num, points: goods.points, total_points: goods.points * num, key, created_at: now, ...(to ?? {}) },
    remark: sent ? oneLine(remark) : '',
    state: sent ? 'waiting' : 'received',
    received_at: sent ? null : now,
  };
}

/** Gives what is not sent. Returns what it was, in words. */
async function deliver(tx: TxCtx, { kind, terms }: GoodsRecord, { id, user_id, num }: RedemptionRecord): Promise<string> {
  if (kind === 'coupon') {
    let last = 0;
    for (let nth = 0; nth < num; nth++) last = (await giveByDefinition(tx, terms['definition_id'] ?? 0, [user_id]))[0]?.use_end_time ?? 0;
    return `${num} 张优惠券，有效期至 ${shanghaiDay(new Date(last * 1000))}`;
  }
  if (kind === 'membership') {
    const { vip_type = 0, days = 0, max_download_pre_day = 0 } = terms;
    const term = await extendMembership(tx, { user_id, vip_type, days: days * num, max_download_pre_day, source: { name: 'mall', id } });
    return `会员有效期至 ${shanghaiDay(term.to)}`;
  }
  if (kind === 'card') {
    const cards = (terms['cards'] ?? 1) * num;
    await giveCards(tx, { user_id, cards, key: `mall:${id}` });
    return `${cards} 张补签卡`;
  }
  return '';
}
