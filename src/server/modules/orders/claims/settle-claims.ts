import { CLAIM_KINDS, CLAIM_STATES, type ClaimKind } from '#contract/claim.ts';
import type { TxCtx } from '../../../app/ctx.ts';
import { conflict } from '../../../kernel/errors.ts';
import { fenToYuan } from '../../../kernel/money.ts';
import { sendNotices } from '../../notices/index.ts';
import { lockEarning, postTransfer } from '../../wallet/index.ts';
import { CHARGED_TEXT } from '../refunds/rules.ts';
import type { OrderRecord } from '../repo.ts';
import { SALES_PAGE } from '../sellers.ts';
import { type ClaimRow, findAliveOf, writeClaim } from './repo.ts';
import { type ClaimEvent, heldEntries, heldFen, moveClaim } from './rules.ts';

/** Holds the share of who sold it, as far as it is there, with a message to them. Locks their earnings; the caller holds the order. */
export async function holdShare(tx: TxCtx, order: OrderRecord, claim: ClaimRow): Promise<void> {
  const { publisher_id, orderid, subject } = order;
  if (publisher_id === null) return;
  const others = (await findAliveOf(tx.db, order.id)).reduce((sum, { held_fen }) => sum + held_fen, 0);
  const held_fen = heldFen(order, others, await lockEarning(tx, publisher_id));
  if (held_fen > 0) {
    await writeClaim(tx.db, claim, { held_fen });
    const entries = heldEntries(publisher_id, held_fen, 1);
    await postTransfer(tx, {
      key: `claim-held:${claim.claim_no}`,
      reason: 'claim_held',
      reference: orderid,
      unit: 'fen',
      subject,
      entries,
    });
  }
  const then = held_fen > 0 ? `，收益 ¥${fenToYuan(held_fen)} 暂时冻结` : '';
  await tell(tx, order, claim, 'begins', `被${verbOf(claim.kind)}${then}`);
}

/** One step to its end, under the lock of its order: what was held returns to the earnings. A lost share is said by the refund. */
export async function endClaim(
  tx: TxCtx,
  order: OrderRecord,
  claim: ClaimRow,
  event: Exclude<ClaimEvent, 'answer'>,
  result: string,
): Promise<void> {
  const { from, to } = moveClaim(claim.status, event);
  if (!(await writeClaim(tx.db, { id: claim.id, status: from }, { status: to, result, ended_at: tx.app.clock.now() })))
    throw conflict('这件拒付或投诉刚有变化，请刷新');
  const { publisher_id, orderid, subject } = order;
  if (publisher_id === null) return;
  const { claim_no, held_fen } = claim;
  if (held_fen > 0) {
    const entries = heldEntries(publisher_id, held_fen, -1);
    await postTransfer(tx, {
      key: `claim-released:${claim_no}`,
      reason: 'claim_released',
      reference: orderid,
      unit: 'fen',
      subject,
      entries,
    });
  }
  if (to === 'lost') return;
  const then = held_fen > 0 ? `，冻结的 ¥${fenToYuan(held_fen)} 已解冻` : '';
  await tell(tx, order, claim, 'ends', `的${CLAIM_KINDS[claim.kind]}${CLAIM_STATES[to]}${then}`);
}

/**
 * Money of the order goes back: that settles what its payer claims. While a bank may still take it, nothing else gives it back, or it would go twice.
 * @throws AppError 409 while a chargeback is alive and this is not its own loss
 */
export async function settleClaims(tx: TxCtx, order: OrderRecord, by: { lost_id: number | null; result: string }): Promise<void> {
  const alive = await findAliveOf(tx.db, order.id);
  if (by.lost_id === null && alive.some(({ kind }) => kind === 'chargeback')) throw conflict(CHARGED_TEXT);
  for (const claim of alive) await endClaim(tx, order, claim, claim.id === by.lost_id ? 'lost' : 'refunded', by.result);
}

const verbOf = (kind: ClaimKind) => (kind === 'chargeback' ? '买家拒付' : '买家投诉');

async function tell(tx: TxCtx, order: OrderRecord, { claim_no }: ClaimRow, step: string, text: string): Promise<void> {
  if (order.publisher_id === null) return;
  await sendNotices(tx, [order.publisher_id], {
    ...{ topic: 'sale', key: `claim-${step}:${claim_no}`, title: `「${order.snapshot.title}」${text}` },
    content: `订单号 ${order.orderid}。由平台处理，您不需要操作。`,
    href: SALES_PAGE,
  });
}
