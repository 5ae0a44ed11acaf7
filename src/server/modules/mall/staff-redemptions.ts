import { type GoodsKind, RECEIVED_DAYS, REDEMPTION_STATES, type RedemptionState, readShipLines, SHIP_LINES_MOST } from '#contract/mall.ts';
import type { RevealedParcel, StaffRedemption } from '#contract/outputs/mall.ts';
import { type Ctx, inTransaction, requireVerb, type TxCtx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { AppError, conflict, invalid, notFound } from '../../kernel/errors.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { refuseOwn } from '../countersign/index.ts';
import { hiddenStaff, maskMobile, publicUsers, refuseStaffData } from '../identity/index.ts';
import { reviewOf, withdrawReview } from '../review/index.ts';
import { cancelWaiting, tellRedeemer, undoRedemption } from './own-redemptions.ts';
import { findRedemption, findWaiting, lockByNumber, lockRedemption, type RedemptionRecord, receiveShipped, setRedemption } from './repo.ts';
import { REDEEMERS } from './rules.ts';

const GONE = '兑换记录不存在';
const BEHIND = '查看收货地址后显示';
const at = (time: Date | null): number => (time ? unixSeconds(time) : 0);
const maskName = (name: string): string => (name === '' ? '' : `${[...name][0]}*`);

/** A redemption on the desk, its address masked. @throws AppError 403, 404 */
export async function redemptionForStaff(ctx: Ctx, id: number): Promise<StaffRedemption> {
  requireVerb(ctx, 'points.see');
  const row = await findRedemption(ctx.db, id);
  if (!row) throw notFound(GONE);
  const nickname = (await publicUsers(ctx, [row.user_id])).get(row.user_id).nickname;
  const { redeem_no, user_id, title, num, total_points, carrier, tracking_no, remark, back_parcel, given, reason, answer } = row;
  const state = row.state as RedemptionState;
  return {
    ...{
      id,
      redeem_no,
      user_id,
      nickname,
      kind: row.kind as GoodsKind,
      title,
      num,
      total_points,
      state,
      state_text: REDEMPTION_STATES[state],
    },
    ...{ receiver: maskName(row.receiver), tel: row.tel === '' ? '' : maskMobile(row.tel), carrier, tracking_no },
    // people write telephones and when they are at home there
    ...{ remark: remark && BEHIND, back_parcel: back_parcel && BEHIND, given, reason, answer },
    ...{ created_at: at(row.created_at), shipped_at: at(row.shipped_at), received_at: at(row.received_at) },
    ...{ asked_at: at(row.asked_at), ended_at: at(row.ended_at) },
  };
}

/** The address, revealed to staff once they give a reason. @throws AppError 403, 404 */
export async function revealParcel(ctx: Ctx, id: number, reason: string): Promise<RevealedParcel> {
  requireVerb(ctx, 'mall.ship');
  return inTransaction(ctx, async (tx) => {
    const row = await findRedemption(tx.db, id);
    if (!row) throw notFound(GONE);
    await refuseStaffData(tx, [row.user_id]);
    await recordAudit(tx, 'redemption.reveal', `redemption:${id}`, { reason });
    const { receiver, tel, address, remark, back_parcel } = row;
    return { receiver, tel, address, remark, back_parcel };
  });
}

interface ShippedBy {
  carrier: string;
  tracking_no: string;
}

async function ship(tx: TxCtx, row: RedemptionRecord, { carrier, tracking_no }: ShippedBy): Promise<void> {
  await refuseOwn(tx, [row.user_id]);
  if (row.state !== 'waiting')
    throw conflict(row.state === 'shipped' ? '该兑换已寄出' : `该兑换${REDEMPTION_STATES[row.state as RedemptionState]}`);
  if ((await reviewOf(tx, { type: REDEEMERS, target_id: row.id }))?.status === 'open') throw conflict('该兑换正在审核台核实，处理后再寄出');
  await setRedemption(tx.db, row.id, { state: 'shipped', carrier, tracking_no, shipped_at: tx.app.clock.now() });
  await recordAudit(tx, 'redemption.ship', `redemption:${row.id}`, { carrier, tracking_no });
  await tellRedeemer(tx, row, 'shipped', '兑换的商品已寄出', `${row.title} 已由${carrier}寄出，单号 ${tracking_no}。`);
}

/** What staff typed of a parcel on its way was wrong: its owner reads the right one and is notified. */
async function correct(tx: TxCtx, row: RedemptionRecord, { carrier, tracking_no }: ShippedBy): Promise<void> {
  await refuseOwn(tx, [row.user_id]);
  if (row.state !== 'shipped') throw conflict('只能更正运送中的快递');
  if (row.carrier === carrier && row.tracking_no === tracking_no) return;
  await setRedemption(tx.db, row.id, { carrier, tracking_no });
  await recordAudit(tx, 'redemption.parcel', `redemption:${row.id}`, {
    ...{ carrier, tracking_no, before: `${row.carrier} ${row.tracking_no}` },
  });
  await tellRedeemer(
    tx,
    row,
    `parcel:${tx.app.clock.now().getTime()}`,
    '快递信息已更正',
    `${row.title} 由${carrier}运送，单号 ${tracking_no}。`,
  );
}

/** Staff sent it, never their own; `correct`: it was by another parcel than they said. @throws AppError 403, 404, 409 when it does not wait, or is not on its way */
export async function shipRedemption(
  ctx: Ctx,
  id: number,
  { correct: corrects = false, ...by }: ShippedBy & { correct?: boolean },
): Promise<void> {
  requireVerb(ctx, 'mall.ship');
  await inTransaction(ctx, async (tx) => {
    const row = await lockRedemption(tx.db, id);
    if (!row) throw notFound(GONE);
    await (corrects ? correct : ship)(tx, row, by);
  });
}

/**
 * Takes a file of what was sent, a transaction a line: what is wrong with one does not stop the others.
 * @returns how many were sent, and the lines that were not
 * @throws AppError 403, code 1 for more than 500 lines or none
 */
export async function importShipped(ctx: Ctx, text: string): Promise<{ shipped: number; faults: Array<{ line: string; fault: string }> }> {
  requireVerb(ctx, 'mall.ship');
  const { lines, faults } = readShipLines(text);
  if (lines.length + faults.length > SHIP_LINES_MOST) throw invalid({ text: `一次最多 ${SHIP_LINES_MOST} 行` });
  if (lines.length + faults.length === 0) throw invalid({ text: '文件里没有可以导入的行' });
  const wrong = faults.map(({ line, fault }) => ({ line: `第 ${line} 行`, fault }));
  let shipped = 0;
  for (const { redeem_no, ...by } of lines) {
    try {
      await inTransaction(ctx, async (tx) => {
        const row = await lockByNumber(tx.db, redeem_no);
        if (!row) throw notFound(GONE);
        await ship(tx, row, by);
      });
      shipped += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      wrong.push({ line: redeem_no, fault: error.message });
    }
  }
  return { shipped, faults: wrong };
}

const EXPORT_MOST = 5_000;
const STAFF_ADDRESS = '工作人员的地址由管理员查看';

/** What waits to be sent with its addresses, as rows of a file to fill in and import; staff's are masked (`hiddenStaff`). Writes an audit row. @throws AppError 403 */
export async function exportWaiting(ctx: Ctx): Promise<Array<ReadonlyArray<string | number>>> {
  requireVerb(ctx, 'mall.ship');
  return inTransaction(ctx, async (tx) => {
    const rows = await findWaiting(tx.db, EXPORT_MOST);
    const hidden = await hiddenStaff(
      tx,
      rows.map(({ user_id }) => user_id),
    );
    await recordAudit(tx, 'redemption.export', 'redemptions', { num: rows.length });
    return [
      ['兑换单号', '商品', '数量', '收件人', '手机号', '地址', '备注', '快递公司', '快递单号'],
      ...rows.map(({ redeem_no, user_id, title, num, receiver, tel, address, remark }) => {
        const to = hidden.has(user_id) ? [maskName(receiver), maskMobile(tel), STAFF_ADDRESS, ''] : [receiver, tel, address, remark];
        return [redeem_no, title, num, ...to, '', ''];
      }),
    ];
  });
}

/** Staff cannot send it: points and stock go back, and its owner receives the reason. @throws AppError 403, 404, 409 once it is sent */
export async function cancelByStaff(ctx: Ctx, id: number, reason: string): Promise<void> {
  requireVerb(ctx, 'mall.ship');
  await inTransaction(ctx, async (tx) => {
    const row = await lockRedemption(tx.db, id);
    if (!row) throw notFound(GONE);
    await refuseOwn(tx, [row.user_id]);
    await cancelWaiting(tx, row, reason);
    await withdrawReview(tx, { type: REDEEMERS, target_id: id });
    await recordAudit(tx, 'redemption.cancel', `redemption:${id}`, { reason });
  });
}

/**
 * Staff answer a wish to return: accepted, the points go back to their lots, and the goods to the stock if they can be sent again; refused, it
 * counts as received. @throws AppError 403, 404, 409 when no return was asked for
 */
export async function decideReturn(ctx: Ctx, input: { id: number; accept: boolean; restock: boolean; answer: string }): Promise<void> {
  requireVerb(ctx, 'mall.ship');
  const { id, accept, restock, answer } = input;
  await inTransaction(ctx, async (tx) => {
    const row = await lockRedemption(tx.db, id);
    if (!row) throw notFound(GONE);
    await refuseOwn(tx, [row.user_id]);
    if (row.state !== 'asked') throw conflict('没有待处理的退货申请');
    const now = tx.app.clock.now();
    if (accept) {
      await undoRedemption(tx, row, restock ? row.num : 0);
      await setRedemption(tx.db, id, { state: 'returned', answer, ended_at: now });
    } else {
      await setRedemption(tx.db, id, { state: 'received', answer, received_at: row.received_at ?? now });
    }
    await recordAudit(tx, accept ? 'redemption.return' : 'redemption.refuse', `redemption:${id}`, { restock, reason: answer });
    const title = accept ? '退货已完成，积分已退回' : '退货申请未通过';
    await tellRedeemer(tx, row, 'answered', title, answer === '' ? row.title : `${row.title}：${answer}`);
  });
}

/** What was sent 15 days ago counts as received. Returns how many. Repeating it is harmless. */
export function receiveInTime(ctx: Ctx): Promise<number> {
  const now = ctx.app.clock.now();
  return receiveShipped(ctx.db, new Date(now.getTime() - RECEIVED_DAYS * 86_400_000), now);
}
