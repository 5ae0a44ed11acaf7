import { type Ctx, inTransaction } from '../../app/ctx.ts';
import { conflict } from '../../kernel/errors.ts';
import { serialNumber } from '../../kernel/ids.ts';
import { moveDemand } from '../demands/index.ts';
import { isAccountOpen } from '../identity/index.ts';
import { insertAgreement } from './agreements.repo.ts';
import { lockWaiting } from './judge-offers.ts';
import { findNow, moveOffers, setOffer } from './repo.ts';
import { beginTalk, offerCard, priceText } from './talk.ts';
import { announceChange, tell } from './tell.ts';

/**
 * The owner agrees to one offer, in the version that they saw: the demand is agreed in the same transaction, and of many at once exactly one
 * wins. The others are told with courtesy. @returns the agreement's id
 * @throws AppError 404; 409 when it changed meanwhile, is still sealed, its maker's account was blocked, or the demand is agreed already
 */
export async function agreeOffer(ctx: Ctx, offer_id: number, version: number): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const { demand, offer } = await lockWaiting(tx, offer_id);
    const found = await findNow(tx.db, offer.id);
    if (found?.now.price_fen == null) throw conflict('这份报价还没有开启');
    if (offer.version !== version) throw conflict('对方刚刚修改了报价，请看过之后再确认');
    if (!(await isAccountOpen(tx, offer.user_id))) throw conflict('对方的账号已停用，不能达成合作，请选择其他报价');
    await moveDemand(tx, { id: demand.id, to: 'agreed', by: demand.owner_id, why: '选定报价' });
    const now = tx.app.clock.now();
    const { price_fen, price_max_fen } = found.now;
    await setOffer(tx.db, offer.id, { state: 'agreed', updated_at: now });
    const others = await moveOffers(tx.db, demand.id, 'made', 'lost', now);
    const { id } = await insertAgreement(tx.db, {
      ...{ agree_no: serialNumber(now, 'A'), demand_id: demand.id, offer_id: offer.id, version, owner_id: demand.owner_id },
      ...{ user_id: offer.user_id, price_fen, price_max_fen, state: 'running', created_at: now },
    });
    await tell(tx, [offer.user_id], demand, {
      key: `agreement:${id}`,
      title: '您的报价被采用了',
      content: `「${demand.title}」的发布者选择了您的报价，请尽快与对方沟通后续安排。`,
    });
    await tell(tx, others, demand, {
      key: `agreement:${id}:others`,
      title: '这条需求已选定合作方',
      content: `感谢您为「${demand.title}」用心报价。发布者这次选择了另一份报价，期待下次合作。`,
    });
    // from now on the two have to talk
    const said = { text: `选定了报价：${priceText(found.now)}`, card: offerCard(demand, offer.id, found.now) };
    await beginTalk(tx, { demand, user_id: offer.user_id, by: demand.owner_id, type: 'offer.agreed', ...said });
    await announceChange(tx, demand.id);
    return id;
  });
}
