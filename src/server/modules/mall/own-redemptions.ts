import { type GoodsKind, type OwnRedemptions, REDEMPTION_STATES, type RedemptionState } from '#contract/mall.ts';
import type { Redemption } from '#contract/outputs/mall.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { conflict, invalid, notFound } from '../../kernel/errors.ts';
import { plainText } from '../../kernel/plain-text.ts';
import { emit } from '../../outbox/outbox.ts';
import { sendNotices } from '../notices/index.ts';
import { refundPoints } from '../points/index.ts';
import { withdrawReview } from '../review/index.ts';
import {
  clearReceiver,
  countToShip,
  findOwn,
  findRedemption,
  lockRedemption,
  putStock,
  type RedemptionRecord,
  setRedemption,
} from './repo.ts';
import { mayReturn, REDEEMERS } from './rules.ts';

const GONE = '兑换记录不存在';
const at = (time: Date | null): number => (time ? unixSeconds(time) : 0);

export function redemptionDto(row: RedemptionRecord, now: Date): Redemption {
  const { id, redeem_no, goods_id, title, num, total_points, receiver, tel, address, carrier, tracking_no, given, reason, answer } = row;
  const { remark, back_parcel } = row;
  const state = row.state as RedemptionState;
  return {
    ...{ id, redeem_no, goods_id, kind: row.kind as GoodsKind, title, cover: row.cover_src, num, total_points },
    ...{ state, state_text: REDEMPTION_STATES[state], receiver, tel, address, carrier, tracking_no, remark, back_parcel },
    ...{ given, reason, answer },
    ...{ created_at: at(row.created_at), shipped_at: at(row.shipped_at), received_at: at(row.received_at), ended_at: at(row.ended_at) },
    can_cancel: state === 'waiting',
    can_receive: state === 'shipped',
    can_return: mayReturn(row, now),
  };
}

/** The signed-in user's redemptions of a state ('' for all), the newest first. */
export async function ownRedemptions(
  ctx: Ctx,
  { state, page, limit }: { state: RedemptionState | ''; page: number; limit: number },
): Promise<OwnRedemptions> {
  const user_id = requireUser(ctx);
  const { rows, total } = await findOwn(ctx.db, { user_id, states: state === '' ? [] : [state], offset: (page - 1) * limit, limit });
  const now = ctx.app.clock.now();
  return { list: rows.map((row) => redemptionDto(row, now)), total, page, limit };
}

/** One of them. @throws AppError 404 for what is not theirs */
export async function ownRedemption(ctx: Ctx, id: number): Promise<Redemption> {
  const row = await findRedemption(ctx.db, id);
  if (row?.user_id !== requireUser(ctx)) throw notFound(GONE);
  return redemptionDto(row, ctx.app.clock.now());
}

/** As it stands in a line of a file. */
export const oneLine = (text: string): string => plainText(text).replaceAll('\n', ' ');

/** Acts on one's own, locked. */
async function onOwn(
  ctx: Ctx,
  id: number,
  act: (tx: TxCtx, row: RedemptionRecord, now: Date) => Promise<Partial<RedemptionRecord>>,
): Promise<Redemption> {
  const user_id = requireUser(ctx);
  return inTransaction(ctx, async (tx) => {
    const row = await lockRedemption(tx.db, id);
    if (row?.user_id !== user_id) throw notFound(GONE);
    const now = tx.app.clock.now();
    const change = await act(tx, row, now);
    await setRedemption(tx.db, id, change);
    return redemptionDto({ ...row, ...change }, now);
  });
}

/** Points back to the lots they came from; what is `back` can be had again. The caller locked the row and writes its state. */
export async function undoRedemption(tx: TxCtx, row: RedemptionRecord, back: number): Promise<void> {
  const { user_id, total_points: points, redeem_no, goods_id, num } = row;
  await refundPoints(tx, { user_id, spent_key: `redeem:${redeem_no}`, points, key: `redeem:${redeem_no}`, reference: redeem_no });
  await putStock(tx.db, goods_id, { back, num });
  await emit(tx, 'mall.changed', { goods_id });
}

/**
 * The platform does not send it: points and stock go back, its owner receives the reason. The row is locked. @throws AppError 409 once it is sent
 */
export async function cancelWaiting(tx: TxCtx, row: RedemptionRecord, reason: string): Promise<void> {
  if (row.state !== 'waiting') throw conflict('只能取消待寄出的兑换');
  await undoRedemption(tx, row, row.num);
  await setRedemption(tx.db, row.id, { state: 'cancelled', answer: reason, ended_at: tx.app.clock.now() });
  await tellRedeemer(tx, row, 'cancelled', '兑换已取消，积分已退回', `${row.title}：${reason}`);
}

/** Notifies its owner of a redemption's progress, once each `what`. */
export const tellRedeemer = (tx: TxCtx, row: RedemptionRecord, what: string, title: string, content: string) =>
  sendNotices(tx, [row.user_id], {
    ...{ topic: 'points' as const, key: `redemption:${row.id}:${what}`, title, content },
    href: `/integral/settleResults?id=${row.id}`,
  });

/** Cancels what waits to be sent: points and stock go back. @throws AppError 404, 409 once it is sent */
export function cancelRedemption(ctx: Ctx, id: number, reason: string): Promise<Redemption> {
  return onOwn(ctx, id, async (tx, row, ended_at) => {
    if (row.state !== 'waiting') throw conflict('该兑换已不能取消');
    await undoRedemption(tx, row, row.num);
    await withdrawReview(tx, { type: REDEEMERS, target_id: id });
    return { state: 'cancelled', reason, ended_at };
  });
}

/** Says that the parcel is there. @throws AppError 404, 409 when none is on its way */
export function receiveRedemption(ctx: Ctx, id: number): Promise<Redemption> {
  return onOwn(ctx, id, async (_tx, row, received_at) => {
    if (row.state !== 'shipped') throw conflict('没有待收货的包裹');
    return { state: 'received', received_at };
  });
}

/**
 * Asks staff to take the parcel back, once and until seven days after it was received; by which parcel it comes is said at once or until they
 * answer. @throws AppError 404, 409, code 1 without a reason
 */
export function askReturn(ctx: Ctx, id: number, reason: string, parcel = ''): Promise<Redemption> {
  return onOwn(ctx, id, async (_tx, row, asked_at) => {
    const back_parcel = oneLine(parcel);
    if (row.state === 'asked' && back_parcel !== '') return { back_parcel };
    if (!mayReturn(row, asked_at)) throw conflict('该兑换不能申请退货');
    if (reason === '') throw invalid({ reason: '请输入退货原因' });
    return { state: 'asked', reason, back_parcel, asked_at };
  });
}

/** How many redemptions of the user wait for staff. */
export function parcelsToShip(ctx: Ctx, user_id: number): Promise<number> {
  return countToShip(ctx.db, user_id);
}

/** Somebody is gone: their redemptions stay as books of points, without where parcels went. */
export function forgetParcels(tx: TxCtx, user_id: number): Promise<void> {
  return clearReceiver(tx.db, user_id);
}
