import { OPEN_STATES } from '#contract/demand.ts';
import { DEPOSIT_RULE, OWN_OFFERS_PATH } from '#contract/offer.ts';
import { type Ctx, inTransaction } from '../../app/ctx.ts';
import { shanghaiTimeText } from '../../kernel/clock.ts';
import { fenToYuan } from '../../kernel/money.ts';
import type { OutboxEvents } from '../../outbox/outbox.ts';
import { demandOf, lockDemand, moveDemand } from '../demands/index.ts';
import { endWithDemand } from './agreements.ts';
import { findPublished } from './clarify.repo.ts';
import { addToRecord } from './clarify.ts';
import { followDeadline } from './open-tenders.ts';
import { findOffering, lockBoard } from './repo.ts';
import { didOf, nounOf, TENDER } from './rules.ts';
import { tell } from './talk.ts';

/** Changes so close together are one message. */
const EDITS_TOLD_MS = 600_000;

/** An open demand was changed: bidders look again. One notice for repeated deliveries and for several changes of the same ten minutes. */
export async function tellEdited(ctx: Ctx, { demand_id, at, minor }: OutboxEvents['demand.edited']): Promise<void> {
  await followDeadline(ctx, demand_id);
  await recordDeposit(ctx, demand_id);
  const demand = minor ? undefined : await demandOf(ctx.db, demand_id);
  if (!demand) return;
  await inTransaction(ctx, async (tx) =>
    tell(tx, await findOffering(tx.db, demand_id, ['made']), demand, {
      key: `demand:${demand_id}:edited:${Math.floor(at / EDITS_TOLD_MS)}`,
      title: `您${didOf(demand)}的需求有修改`,
      content: `「${demand.title}」的内容有修改，请看看您的${nounOf(demand)}是否需要调整。`,
    }),
  );
}

/** An open demand takes offers for longer: bidders are notified of the new end, and a tender stays sealed until then. Idempotent. */
export async function tellExtended(ctx: Ctx, demand_id: number): Promise<void> {
  await followDeadline(ctx, demand_id);
  const demand = await demandOf(ctx.db, demand_id);
  if (!demand?.closes_at || !OPEN_STATES.includes(demand.state)) return;
  const until = shanghaiTimeText(demand.closes_at);
  const stands = demand.label_type === TENDER ? '您的投标仍然有效，到新的截止时间才会开启' : '您的报价仍然有效，截止前可以修改';
  const message = {
    key: `demand:${demand_id}:extended:${demand.closes_at.getTime()}`,
    title: `您${didOf(demand)}的需求延长了截止时间`,
    content: `「${demand.title}」的截止时间延长至 ${until}，${stands}。`,
  };
  await inTransaction(ctx, async (tx) => tell(tx, await findOffering(tx.db, demand_id, ['made']), demand, message));
}

/** What a tender asks as a deposit stands in its record from the start. Idempotent. */
async function recordDeposit(ctx: Ctx, demand_id: number): Promise<void> {
  if (!(await demandOf(ctx.db, demand_id))?.deposit_fen) return;
  await inTransaction(ctx, async (tx) => {
    const demand = await lockDemand(tx.db, demand_id);
    await lockBoard(tx.db, demand_id);
    if (!demand || demand.deposit_fen === 0) return;
    const text = `本次招标要求投标保证金 ¥${fenToYuan(demand.deposit_fen)}，投标前由投标人转入。${DEPOSIT_RULE}`;
    if ((await findPublished(tx.db, demand_id)).some((note) => note.text === text)) return;
    await addToRecord(tx, demand, text, false, demand.opened_at ?? undefined);
  });
}

/** A demand ended without an agreement, or is open again: who offered is notified, and a tender waits for its new deadline. */
export async function followMove(
  ctx: Ctx,
  { demand_id, from, to, by_user_id, by_staff = false, why }: OutboxEvents['demand.moved'],
): Promise<void> {
  const by_platform = by_staff || by_user_id === null;
  if (from === 'agreed' && to === 'closed') await endWithDemand(ctx, demand_id, { why, by: by_platform ? null : by_user_id });
  if (to === 'open' || to === 'choosing') {
    await followDeadline(ctx, demand_id);
    await recordDeposit(ctx, demand_id);
    return from === 'agreed' || OPEN_STATES.includes(from) ? undefined : takeUpAgain(ctx, demand_id);
  }
  if (to !== 'closed' && to !== 'expired') return;
  const demand = await demandOf(ctx.db, demand_id);
  if (!demand) return;
  await inTransaction(ctx, async (tx) =>
    tell(tx, await findOffering(tx.db, demand_id, ['made']), demand, {
      key: `demand:${demand_id}:${to}:${demand.closes_at?.getTime() ?? 0}`,
      title: `您${didOf(demand)}的需求${to === 'closed' ? '已关闭' : '已过期'}`,
      content: `「${demand.title}」${to === 'closed' ? `已由${by_platform ? '平台' : '发布者'}关闭，原因：${why}` : '到期没有选定'}。感谢您的${nounOf(demand)}。`,
      // what the platform closed has no page to be read on
      ...(to === 'closed' && by_platform ? { href: OWN_OFFERS_PATH } : {}),
    }),
  );
}

/** A demand that was over is open again: what was offered before stands, so it is to be chosen from, and bidders are notified. Idempotent. */
async function takeUpAgain(ctx: Ctx, demand_id: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const demand = await lockDemand(tx.db, demand_id);
    const offering = demand && OPEN_STATES.includes(demand.state) ? await findOffering(tx.db, demand_id, ['made']) : [];
    if (!demand || offering.length === 0) return;
    if (demand.state === 'open') await moveDemand(tx, { id: demand_id, to: 'choosing', by: null, why: `之前的${nounOf(demand)}仍然有效` });
    await tell(tx, offering, demand, {
      key: `demand:${demand_id}:again:${demand.closes_at?.getTime() ?? 0}`,
      title: `您${didOf(demand)}的需求重新开放`,
      content: `「${demand.title}」重新开放，您的${nounOf(demand)}仍然有效，发布者可以直接选定；如内容有变请修改，不再有档期请撤回。${demand.deposit_fen > 0 ? '之前占用的保证金已经释放，重新提交一次才会再占用。' : ''}`,
    });
  });
}
