import type { Readable } from 'node:stream';
import { CLAIM_FILES_MOST, CLAIM_KINDS, type ClaimResult, type StaffClaim } from '#contract/claim.ts';
import { PAY_CHANNELS } from '#contract/order.ts';
import { rolesMay } from '#contract/staff.ts';
import { type App, type Ctx, inTransaction, requireVerb } from '../../../app/ctx.ts';
import { sweeperOf } from '../../../app/sweeper.ts';
import { rowByRow, timedJob } from '../../../app/timed-job.ts';
import type { JobDefinition } from '../../../db/jobs.ts';
import { unixSeconds } from '../../../kernel/clock.ts';
import { conflict, invalid, notFound } from '../../../kernel/errors.ts';
import { fenToYuan } from '../../../kernel/money.ts';
import { recordAudit } from '../../../outbox/outbox.ts';
import { newStorageKey } from '../../../providers/storage/port.ts';
import { defineStaffAct, performAct, refuseOwn } from '../../countersign/index.ts';
import { staffAccounts } from '../../identity/index.ts';
import { sendNotices } from '../../notices/index.ts';
import { findOrdersById } from '../staff.repo.ts';
import { findClaim, findDue, findPaymentNo, namedKeys, writeClaim } from './repo.ts';
import { moveClaim, REMINDED_MS, reminderOf } from './rules.ts';
import { endClaim } from './settle-claims.ts';
import { lockAlive, lose, partiesOf } from './take-claim.ts';

/** Staff answered the provider; may be answered again. @throws AppError 403, 404, 409 when it is over */
export async function answerClaim(ctx: Ctx, { id, reason }: { id: number; reason: string }): Promise<void> {
  requireVerb(ctx, 'claim.handle');
  await inTransaction(ctx, async (tx) => {
    const { claim, order } = await lockAlive(tx, id);
    await refuseOwn(tx, partiesOf(order));
    const { to } = moveClaim(claim.status, 'answer');
    await writeClaim(tx.db, claim, { status: to, answer: reason, answered_at: tx.app.clock.now() });
    await recordAudit(tx, 'claim.answer', `claim#${id}`, { reason });
  });
}

const proofs = sweeperOf('claims.sweep', namedKeys);

/** The first bytes of what may be a proof, by the end of its name. */
const TYPES: ReadonlyArray<readonly [magic: string, end: string, type: string]> = [
  ['%PDF-', 'pdf', 'application/pdf'],
  ['\u0089PNG', 'png', 'image/png'],
  ['\u00ff\u00d8\u00ff', 'jpg', 'image/jpeg'],
];

/** Staff keep a proof with it. @throws as `answerClaim`; code 1 for another kind of file or too many */
export async function keepProof(ctx: Ctx, { id, name, file }: { id: number; name: string; file: Uint8Array }): Promise<void> {
  requireVerb(ctx, 'claim.handle');
  const head = Buffer.from(file.subarray(0, 8)).toString('latin1');
  const end = TYPES.find(([magic]) => head.startsWith(magic))?.[1];
  if (!end) throw invalid({ file: '请上传 PDF、PNG 或 JPG 文件' });
  const key = await proofs.newKey(ctx, `claims/${newStorageKey()}.${end}`);
  await ctx.app.providers.storage.putPrivate(key, file);
  await inTransaction(ctx, async (tx) => {
    const { claim, order } = await lockAlive(tx, id);
    await refuseOwn(tx, partiesOf(order));
    if (claim.files.length >= CLAIM_FILES_MOST) throw conflict(`最多 ${CLAIM_FILES_MOST} 份材料`);
    await writeClaim(tx.db, claim, { files: [...claim.files, { key, name }] });
    await recordAudit(tx, 'claim.file', `claim#${id}`, { name });
  });
}

/** @throws AppError 403, 404 */
export async function openProof(
  ctx: Ctx,
  { id, n }: { id: number; n: number },
): Promise<{ name: string; type: string; size_bytes: number; data: Readable }> {
  requireVerb(ctx, 'claim.handle');
  const found = (await findClaim(ctx.db, id))?.files[n];
  const { storage } = ctx.app.providers;
  const stored = found && (await storage.statPrivate(found.key));
  if (!stored) throw notFound('材料不存在');
  const type = TYPES.find(([, end]) => found.key.endsWith(end))?.[2] ?? 'application/octet-stream';
  return { name: found.name, type, size_bytes: stored.size_bytes, data: await storage.readPrivate(found.key) };
}

interface EndInput {
  id: number;
  reason: string;
}

/** As a refund of the same amount: above the bound of a day another person confirms that the money is gone. */
const loseAct = defineStaffAct<EndInput, void>({
  name: 'claim.lose',
  title: '拒付或投诉成立',
  verb: 'claim.end',
  async concerns(ctx, { id }) {
    const claim = await findClaim(ctx.db, id);
    const [order] = claim ? await findOrdersById(ctx.db, [claim.order_id]) : [];
    return order ? partiesOf(order) : [];
  },
  value: async (tx, { id }) => (await findClaim(tx.db, id))?.amount_fen ?? 0,
  async about(ctx, { id, reason }) {
    const claim = await findClaim(ctx.db, id);
    const [order] = claim ? await findOrdersById(ctx.db, [claim.order_id]) : [];
    return claim
      ? `${CLAIM_KINDS[claim.kind]}成立，支付方已退 ¥${fenToYuan(claim.amount_fen)}，订单 ${order?.orderid ?? ''} 收回：${reason}`
      : '';
  },
  async run(tx, { id, reason }) {
    const { claim, order } = await lockAlive(tx, id);
    await lose(tx, order, claim, reason);
    await recordAudit(tx, 'claim.end', `claim#${id}`, { reason, result: 'lost' });
  },
});

/** What the provider decided. @throws as `answerClaim`; for a loss as `performAct` */
export async function recordResult(ctx: Ctx, { result, ...input }: EndInput & { result: ClaimResult }): Promise<void> {
  if (result === 'lost') return performAct(ctx, loseAct, input);
  requireVerb(ctx, 'claim.end');
  await inTransaction(ctx, async (tx) => {
    const { claim, order } = await lockAlive(tx, input.id);
    await refuseOwn(tx, partiesOf(order));
    await endClaim(tx, order, claim, result, input.reason);
    await recordAudit(tx, 'claim.end', `claim#${input.id}`, { reason: input.reason, result });
  });
}

const seconds = (at: Date | null) => (at ? unixSeconds(at) : 0);

/** A claim as staff see it, without who did what. @throws AppError 403, 404 */
export async function claimForStaff(ctx: Ctx, id: number): Promise<Omit<StaffClaim, 'audit'>> {
  requireVerb(ctx, 'claim.handle');
  const claim = await findClaim(ctx.db, id);
  const [order] = claim ? await findOrdersById(ctx.db, [claim.order_id]) : [];
  if (!claim || !order) throw notFound('没有这件拒付或投诉');
  const { claim_no, kind, status, provider_no, words, answer, result } = claim;
  return {
    ...{ id, claim_no, kind, state: status, provider_no, words, answer, result },
    overdue: status === 'open' && claim.due_at < ctx.app.clock.now(),
    channel: PAY_CHANNELS[claim.channel] ?? claim.channel,
    payment_no: await findPaymentNo(ctx.db, claim.payment_id),
    ...{ orderid: order.orderid, title: order.snapshot.title },
    ...{ amount: claim.amount_fen / 100, held: claim.held_fen / 100 },
    files: claim.files.map(({ name }) => name),
    ...{ came_at: unixSeconds(claim.came_at), due_at: unixSeconds(claim.due_at) },
    ...{ answered_at: seconds(claim.answered_at), ended_at: seconds(claim.ended_at) },
  };
}

const DUE_MOST = 500;

/** Three days and a day before an answer is due, once each, to all who may answer. */
export async function remindOfClaims(ctx: Ctx, stopping?: AbortSignal): Promise<void> {
  const now = ctx.app.clock.now();
  const due = await findDue(ctx.db, new Date(now.getTime() + REMINDED_MS), DUE_MOST);
  if (due.length === 0) return;
  const staff = (await staffAccounts(ctx)).filter(({ roles }) => rolesMay(roles, 'claim.handle')).map(({ id }) => id);
  const remind = ({ id, claim_no, kind, due_at }: (typeof due)[number]) => {
    const days = reminderOf(due_at, now);
    return sendNotices(ctx, staff, {
      ...{ topic: 'wallet', key: `claim-due:${claim_no}:${days}`, title: `${CLAIM_KINDS[kind]}须在 ${days} 天内答复` },
      ...{ content: `编号 ${claim_no}，逾期未答复通常按付款人的主张处理。`, href: `/admin/claim?id=${id}` },
    });
  };
  await rowByRow(ctx, due, 'staff were not reminded of a claim', remind, stopping);
}

export const claimJobs = (app: App): JobDefinition[] => [timedJob(app, 'orders.claims', '20 * * * *', remindOfClaims), proofs.job(app)];
