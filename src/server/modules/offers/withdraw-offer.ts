import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { type DemandFacts, lockDemand, moveDemand } from '../demands/index.ts';
import { publicUsers } from '../identity/index.ts';
import { findNow, findOffer, lockBoard, type OfferRow, setBoard, setOffer } from './repo.ts';
import { isSealed, offerEvent } from './talk.ts';
import { announceChange, tell } from './tell.ts';

/** A demand with its board and one of its offers, all held until the transaction ends. @throws AppError 404 */
export async function lockOffer(tx: TxCtx, offer_id: number): Promise<{ demand: DemandFacts; offer: OfferRow; offer_num: number }> {
  const seen = await findOffer(tx.db, offer_id);
  const demand = seen && (await lockDemand(tx.db, seen.demand_id));
  if (!seen || !demand) throw notFound('报价不存在');
  const { offer_num } = await lockBoard(tx.db, demand.id);
  return { demand, offer: (await findOffer(tx.db, offer_id)) as OfferRow, offer_num };
}

/**
 * Takes an own offer back; what was sealed stays sealed permanently. Without any offer left the demand is open again. Making an offer later is
 * another version of it. @throws AppError 404; 409 where it is not waiting
 */
export async function withdrawOffer(ctx: Ctx, offer_id: number): Promise<void> {
  const user_id = requireUser(ctx);
  await inTransaction(ctx, async (tx) => {
    const { demand, offer, offer_num } = await lockOffer(tx, offer_id);
    if (offer.user_id !== user_id) throw notFound('报价不存在');
    if (offer.state !== 'made') throw conflict('这份报价现在不能撤回');
    await setOffer(tx.db, offer.id, { state: 'withdrawn', short_listed: false, updated_at: tx.app.clock.now() });
    await setBoard(tx.db, demand.id, { offer_num: offer_num - 1 });
    const late = demand.closes_at !== null && tx.app.clock.now() >= demand.closes_at;
    if (offer_num === 1 && demand.state === 'choosing' && !late) {
      await moveDemand(tx, { id: demand.id, to: 'open', by: null, why: '报价已全部撤回' });
    }
    const now = await findNow(tx.db, offer.id);
    const sealed = now !== null && isSealed(now.now);
    const name = sealed ? '一位投标人' : (await publicUsers(tx, [user_id])).get(user_id).nickname;
    const key = `offer:${offer.id}:withdrawn:${offer.version}`;
    await tell(tx, [demand.owner_id], demand, { key, title: '一份报价已撤回', content: `${name} 撤回了对「${demand.title}」的报价。` });
    if (!sealed) await offerEvent(tx, { demand, user_id, by: user_id, type: 'offer.withdrawn', text: '撤回了报价' });
    await announceChange(tx, demand.id);
  });
}
