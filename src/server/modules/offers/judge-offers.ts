import { OFFER_REASON_MAX } from '#contract/offer.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { conflict, invalid, notFound } from '../../kernel/errors.ts';
import { plainText } from '../../kernel/plain-text.ts';
import type { DemandFacts } from '../demands/index.ts';
import { findJudges } from './judges.repo.ts';
import { lockOffer } from './make-offer.ts';
import { type OfferRow, setOffer } from './repo.ts';
import { nounOf } from './rules.ts';
import { offerEvent, tell } from './talk.ts';

/** A reason that people wrote or chose. @throws AppError code 1 when it is missing or too long */
export function reasonOf(reason: string): string {
  const text = plainText(reason).replaceAll('\n', ' ');
  if (text === '') throw invalid({ reason: '请填写原因' });
  if ([...text].length > OFFER_REASON_MAX) throw invalid({ reason: `原因最多 ${OFFER_REASON_MAX} 个字` });
  return text;
}

/** An offer that waits for a decision of the signed-in owner, under lock. @throws AppError 404; 409 when it is sealed or decided */
export async function lockWaiting(tx: TxCtx, offer_id: number): Promise<{ demand: DemandFacts; offer: OfferRow }> {
  const { demand, offer } = await lockOffer(tx, offer_id);
  if (demand.owner_id !== requireUser(tx)) throw notFound('报价不存在');
  if (offer.state !== 'made') throw conflict(`这份${nounOf(demand)}已有结果，请刷新`);
  return { demand, offer };
}

/** Refuses while judges still mark: what they say would come too late. The board is locked. @throws AppError 409 */
export async function requireMarked(tx: TxCtx, demand_id: number): Promise<void> {
  const left = (await findJudges(tx.db, demand_id)).filter(({ state }) => state === 'asked').length;
  if (left > 0) throw conflict(`还有 ${left} 位评委没有提交评分，请等待，或解除后再操作`);
}

/** Puts an offer on the owner's short list, or takes it off; sends no notification. @throws AppError 404, 409 */
export async function shortList(ctx: Ctx, offer_id: number, on: boolean): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { offer } = await lockWaiting(tx, offer_id);
    await setOffer(tx.db, offer.id, { short_listed: on });
  });
}

/** Declines an offer with a reason that its maker reads. @throws AppError 404, 409; code 1 without a reason */
export async function declineOffer(ctx: Ctx, offer_id: number, reason: string): Promise<void> {
  const why = reasonOf(reason);
  await inTransaction(ctx, async (tx) => {
    const { demand, offer } = await lockWaiting(tx, offer_id);
    await requireMarked(tx, demand.id);
    await setOffer(tx.db, offer.id, { state: 'declined', short_listed: false, reason: why, updated_at: tx.app.clock.now() });
    await tell(tx, [offer.user_id], demand, {
      key: `offer:${offer.id}:declined`,
      title: `您的${nounOf(demand)}未被采用`,
      content: `感谢您为「${demand.title}」${nounOf(demand)}。发布者这次没有采用，原因：${why}。期待下次合作。`,
    });
    await offerEvent(tx, {
      demand,
      user_id: offer.user_id,
      by: demand.owner_id,
      type: 'offer.declined',
      text: `没有采用${nounOf(demand)}，原因：${why}`,
    });
  });
}
