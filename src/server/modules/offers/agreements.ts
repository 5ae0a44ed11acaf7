import { contactDetailsText } from '#contract/contact-details.ts';
import { OWN_OFFERS_PATH } from '#contract/offer.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { conflict, invalid, notFound } from '../../kernel/errors.ts';
import { serialNumber } from '../../kernel/ids.ts';
import { fenToYuan } from '../../kernel/money.ts';
import { demandOf, lockDemand, moveDemand } from '../demands/index.ts';
import { isAccountOpen } from '../identity/index.ts';
import { rate } from '../ratings/index.ts';
import { openReview, withdrawReview } from '../review/index.ts';
import { agreementOfDemand, findAgreement, findBound, insertAgreement, setAgreement } from './agreements.repo.ts';
import { addToRecord } from './clarify.ts';
import { lockWaiting, reasonOf, requireMarked } from './judge-offers.ts';
import { type LockedAgreement, lockMine } from './lock-agreed.ts';
import { findNow, findSeals, moveOffers, setOffer } from './repo.ts';
import { binds, doneStep, mayCancel, nounOf } from './rules.ts';
import { giveAllBack, heldFen, releaseAll } from './stages.ts';
import { announceChange, beginTalk, OWN_DEMANDS_PATH, offerCard, offerEvent, priceText, tell } from './talk.ts';

/** Type of the review of disputes. */
export const DISPUTE = 'dispute';

/**
 * One side says that the work is done; with the second of the two the demand is done. Saying it twice is once.
 * @throws AppError 404; 409 where it is not running
 */
export async function confirmDone(ctx: Ctx, id: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { demand, agreement, user_id, is_owner, other_id } = await lockMine(tx, id);
    const step = doneStep(agreement, is_owner);
    if (!step) {
      if (agreement.state === 'running' || agreement.state === 'done') return;
      throw conflict('这次合作现在不能确认完成');
    }
    const now = tx.app.clock.now();
    // who paid is content: nothing is left to hold it for
    if (is_owner) await releaseAll(tx, { demand, agreement }, '对方确认合作已完成');
    await setAgreement(tx.db, id, is_owner ? { owner_done_at: now } : { user_done_at: now });
    await offerEvent(tx, { demand, user_id: agreement.user_id, by: user_id, type: 'agreement.done', text: '确认合作已完成' });
    if (step.ends) return finish(tx, { demand, agreement }, '双方确认完成');
    await tell(tx, [other_id], demand, {
      key: `agreement:${id}:half`,
      title: '对方确认合作已完成',
      content: `「${demand.title}」：对方已确认完成，请您也确认；如有问题可以提出争议。`,
    });
  });
}

/** Ends an agreement well: the demand is done, both are asked to rate. The caller holds the locks. */
export async function finish(tx: TxCtx, { demand, agreement }: LockedAgreement, why: string): Promise<void> {
  await releaseAll(tx, { demand, agreement }, why);
  await setAgreement(tx.db, agreement.id, { state: 'done', ended_at: tx.app.clock.now() });
  await withdrawReview(tx, { type: DISPUTE, target_id: agreement.id });
  await moveDemand(tx, { id: demand.id, to: 'done', by: tx.actor.kind === 'user' ? tx.actor.user_id : null, why });
  await tell(tx, [agreement.owner_id, agreement.user_id], demand, {
    key: `agreement:${agreement.id}:done`,
    title: '合作已完成',
    content: `「${demand.title}」已完成，请评价对方：双方都评价后，或 14 天后，评价才会公开。`,
  });
  await announceChange(tx, demand.id);
}

/**
 * One side leaves before either said that it is done: the demand is to be chosen for again, those who lost are back in it, and what is held goes
 * back. @throws AppError 404; 409 afterwards, and for the owner while money is held: that is a matter of dispute; code 1 without a reason
 */
export async function cancelAgreement(ctx: Ctx, id: number, reason: string): Promise<void> {
  const why = reasonOf(reason);
  await inTransaction(ctx, async (tx) => {
    const { demand, agreement, user_id, is_owner } = await lockMine(tx, id);
    if (demand.state !== 'agreed' || !mayCancel(agreement)) throw conflict('已有一方确认完成，或合作已结束，不能取消；有问题请提出争议');
    // what another works for is not taken back by a press
    const held_fen = is_owner ? await heldFen(tx, id) : 0;
    if (held_fen > 0) throw conflict(`还有 ¥${fenToYuan(held_fen)} 在托管，请先请对方退回，或提出争议`);
    // backing out is what a deposit is for: its owner lets go, or staff decide
    if (!is_owner && (await findBound(tx.db, [id])).size > 0)
      throw conflict('您的投标保证金还在占用中，不能自行取消：请对方取消（保证金随即释放），或提出争议');
    await callOff(tx, { demand, agreement }, { by: user_id, reason: why });
  });
}

/** Ends an agreement without a result. The caller holds the locks. */
export async function callOff(
  tx: TxCtx,
  { demand, agreement }: LockedAgreement,
  { by, reason }: { by: number; reason: string },
): Promise<void> {
  const now = tx.app.clock.now();
  await giveAllBack(tx, { demand, agreement }, `合作取消：${reason}`);
  await setAgreement(tx.db, agreement.id, { state: 'cancelled', ended_by: by, reason, ended_at: now });
  await withdrawReview(tx, { type: DISPUTE, target_id: agreement.id });
  await setOffer(tx.db, agreement.offer_id, { state: 'cancelled', reason, updated_at: now });
  const back = await moveOffers(tx.db, demand.id, 'lost', 'made', now);
  await moveDemand(tx, { id: demand.id, to: 'choosing', by, why: `合作取消：${reason}` });
  await offerEvent(tx, { demand, user_id: agreement.user_id, by, type: 'agreement.cancelled', text: `取消了合作，原因：${reason}` });
  const about = `「${demand.title}」的合作已取消，原因：${reason}。`;
  await tell(
    tx,
    [agreement.owner_id, agreement.user_id].filter((one) => one !== by),
    demand,
    { key: `agreement:${agreement.id}:cancelled`, title: '合作已取消', content: about },
  );
  await tell(tx, back, demand, {
    key: `agreement:${agreement.id}:back`,
    title: `您的${nounOf(demand)}重新进入选择`,
    content: `「${demand.title}」的发布者将重新选择，您的${nounOf(demand)}仍然有效；如不再有档期请撤回。`,
  });
  await announceChange(tx, demand.id);
}

/** One side asks staff to decide; nothing else moves until then. @throws AppError 404; 409 where it is not running; code 1 without a reason */
export async function disputeAgreement(ctx: Ctx, id: number, reason: string): Promise<void> {
  const why = reasonOf(reason);
  await inTransaction(ctx, async (tx) => {
    const { demand, agreement, user_id, other_id } = await lockMine(tx, id);
    if (agreement.state !== 'running') throw conflict('这次合作现在不能提出争议');
    await setAgreement(tx.db, id, { state: 'disputed', ended_by: user_id, reason: why, answer: '' });
    await openReview(tx, { type: DISPUTE, target_id: id });
    await offerEvent(tx, {
      demand,
      user_id: agreement.user_id,
      by: user_id,
      type: 'agreement.disputed',
      text: '提出了争议，平台将介入处理',
    });
    await tell(tx, [other_id], demand, {
      key: `agreement:${id}:dispute:${tx.app.clock.now().getTime()}`,
      title: '对方提出了争议',
      content: `「${demand.title}」：${why}。平台将介入处理，结果会通知双方。`,
    });
  });
}

/** Rates the other side once the work is done. @throws AppError 404; 409 before that and a second time; code 1 */
export async function rateAgreement(ctx: Ctx, id: number, { stars, text }: { stars: number; text: string }): Promise<{ shown: boolean }> {
  const contact = contactDetailsText(text);
  if (contact) throw invalid({ text: contact });
  return inTransaction(ctx, async (tx) => {
    const user_id = requireUser(tx);
    const agreement = await findAgreement(tx.db, id);
    if (!agreement || (user_id !== agreement.owner_id && user_id !== agreement.user_id)) throw notFound('合作不存在');
    if (agreement.state !== 'done') throw conflict('合作完成后才能评价');
    const to = user_id === agreement.owner_id ? agreement.user_id : agreement.owner_id;
    const { shown } = await rate(tx, { subject: { kind: 'demand', id: agreement.demand_id }, from: user_id, to, stars, text });
    const demand = await demandOf(tx.db, agreement.demand_id);
    if (demand) {
      await tell(tx, [to], demand, {
        key: `agreement:${id}:rated:${user_id}`,
        title: shown ? '双方评价已公开' : '对方已评价',
        content: shown ? `「${demand.title}」的评价已公开。` : `「${demand.title}」：对方已评价，您评价后双方同时可见。`,
      });
    }
    return { shown };
  });
}

/**
 * A demand was closed while it was agreed: what runs ends with it, a dispute too, and both are notified who closed it. Only the platform does
 * that; `by`: its owner, in what an older release wrote. Idempotent.
 */
export async function endWithDemand(ctx: Ctx, demand_id: number, { why, by }: { why: string; by: number | null }): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const demand = await lockDemand(tx.db, demand_id);
    const agreement = demand && (await agreementOfDemand(tx.db, demand_id));
    if (!demand || demand.state === 'agreed' || demand.state === 'done' || !agreement || agreement.state === 'done') return;
    const now = tx.app.clock.now();
    await giveAllBack(tx, { demand, agreement }, `需求已关闭：${why}`);
    await setAgreement(tx.db, agreement.id, { state: 'cancelled', ended_by: by, reason: why, ended_at: now });
    await withdrawReview(tx, { type: DISPUTE, target_id: agreement.id });
    await setOffer(tx.db, agreement.offer_id, { state: 'cancelled', reason: why, updated_at: now });
    const message = {
      key: `agreement:${agreement.id}:cancelled`,
      title: '合作已取消',
      content: `「${demand.title}」已由${by === null ? '平台' : '发布者'}关闭，合作随之取消，原因：${why}。`,
    };
    // what the platform closed has no page any more
    await tell(tx, [agreement.user_id], demand, { ...message, href: `${OWN_OFFERS_PATH}?tab=ended` });
    if (by === null) await tell(tx, [agreement.owner_id], demand, { ...message, href: OWN_DEMANDS_PATH });
    await announceChange(tx, demand_id);
  });
}

/**
 * The owner agrees to one offer, in the version that they saw: the demand is agreed in the same transaction, and of many at once exactly one
 * wins. The others are notified courteously. `reason`: of a
 * tender, for its record. @returns the agreement's id
 * @throws AppError 404; 409 when it changed meanwhile, is still sealed, its maker's account was blocked, or the demand is agreed already
 */
export async function agreeOffer(ctx: Ctx, offer_id: number, version: number, reason = ''): Promise<number> {
  const why = reason.trim() === '' ? '' : reasonOf(reason);
  const contact = contactDetailsText(why);
  if (contact) throw invalid({ reason: contact });
  return inTransaction(ctx, async (tx) => {
    const { demand, offer } = await lockWaiting(tx, offer_id);
    const found = await findNow(tx.db, offer.id);
    const noun = nounOf(demand);
    if (found?.now.price_fen == null) throw conflict(`这份${noun}还没有开启`);
    if (offer.version !== version) throw conflict(`对方刚刚修改了${noun}，请看过之后再确认`);
    if (!(await isAccountOpen(tx, offer.user_id))) throw conflict(`对方的账号已停用，不能达成合作，请选择其他${noun}`);
    await requireMarked(tx, demand.id);
    await moveDemand(tx, { id: demand.id, to: 'agreed', by: demand.owner_id, why: `选定${noun}` });
    const now = tx.app.clock.now();
    if (found.now.sealed !== '') {
      const no = (await findSeals(tx.db, demand.id)).findIndex((one) => one.now.id === found.now.id) + 1;
      await addToRecord(tx, demand, `已选定第 ${no} 号投标${why === '' ? '' : `，理由：${why}`}`);
    }
    const { price_fen, price_max_fen } = found.now;
    // what was free in between is not bound again by being chosen
    await setOffer(tx.db, offer.id, { state: 'agreed', updated_at: now, ...(binds(offer, demand) ? {} : { deposit_fen: 0 }) });
    const others = await moveOffers(tx.db, demand.id, 'made', 'lost', now);
    const { id } = await insertAgreement(tx.db, {
      ...{ agree_no: serialNumber(now, 'A'), demand_id: demand.id, offer_id: offer.id, version, owner_id: demand.owner_id },
      ...{ user_id: offer.user_id, price_fen, price_max_fen, state: 'running', created_at: now },
    });
    await tell(tx, [offer.user_id], demand, {
      key: `agreement:${id}`,
      title: `您的${noun}被采用了`,
      content: `「${demand.title}」的发布者选择了您的${noun}，请尽快与对方沟通后续安排。`,
    });
    await tell(tx, others, demand, {
      key: `agreement:${id}:others`,
      title: '这条需求已选定合作方',
      content: `感谢您为「${demand.title}」用心${noun}。发布者这次选择了另一份${noun}，期待下次合作。`,
    });
    // from now on the two have to talk
    const said = { text: `选定了${noun}：${priceText(found.now)}`, card: offerCard(demand, offer.id, found.now) };
    await beginTalk(tx, { demand, user_id: offer.user_id, by: demand.owner_id, type: 'offer.agreed', ...said });
    await announceChange(tx, demand.id);
    return id;
  });
}
