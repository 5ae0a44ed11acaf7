import { AGREEMENT_STATES, OFFER_STATES, offerPriceText } from '#contract/offer.ts';
import type { ReviewSubject } from '#contract/review.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { conflict, forbidden, notFound } from '../../kernel/errors.ts';
import { fenToYuan, yuan } from '../../kernel/money.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { demandOf } from '../demands/index.ts';
import { publicUsers } from '../identity/index.ts';
import { openReview, type Reviewable } from '../review/index.ts';
import { findAgreement, findBound, setAgreement } from './agreements.repo.ts';
import { callOff, DISPUTE, finish } from './agreements.ts';
import { reasonOf } from './judge-offers.ts';
import { type LockedAgreement, lockAgreed } from './lock-agreed.ts';
import { lockOffer } from './make-offer.ts';
import { forfeitDeposit } from './purse.ts';
import { findNow, setBoard, setOffer } from './repo.ts';
import { nounOf, stagesText } from './rules.ts';
import { findStages } from './stages.repo.ts';
import { giveAllBack } from './stages.ts';
import { announceChange, tell } from './talk.ts';

/** Type of the review of offers that an owner reported. */
export const REPORTED_OFFER = 'offer';

/**
 * The owner of a demand reports an offer for it: from then on staff may read that one, and no other. @throws AppError 404; 409 while it is
 * sealed; code 1 without a reason
 */
export async function reportOffer(ctx: Ctx, offer_id: number, reason: string): Promise<void> {
  const why = reasonOf(reason);
  await inTransaction(ctx, async (tx) => {
    const { demand, offer } = await lockOffer(tx, offer_id);
    if (demand.owner_id !== requireUser(tx)) throw notFound('报价不存在');
    if ((await findNow(tx.db, offer_id))?.now.price_fen == null) throw conflict(`这份${nounOf(demand)}还没有开启`);
    await openReview(tx, { type: REPORTED_OFFER, target_id: offer.id, detail: { reason: why } });
  });
}

/** What staff decide of a reported offer: it is taken away with a reason, or it stays. Reading it leaves a line in the audit log. */
export const offerReview: Reviewable = {
  type: REPORTED_OFFER,
  title: '被举报的报价',
  roles: ['reviewer'],
  load: loadOffers,
  lock: (tx, id) => lockOffer(tx, id),
  async owners(tx, id) {
    const { demand, offer } = await lockOffer(tx, id);
    return [demand.owner_id, offer.user_id];
  },
  subject: (id) => `offer#${id}`,
  actions: [
    {
      ...{ name: 'remove', text: '撤下报价', needs_reason: true, reason_label: '撤下的原因', leads_to: 'approved' },
      reasons: ['含有联系方式或站外引导', '内容与需求无关', '虚假报价', '违反法律法规'],
      run: (tx, { target_id, reason }) => removeOffer(tx, target_id, reason),
    },
    { name: 'dismiss', text: '没有问题', needs_reason: false, leads_to: 'dismissed', run: () => Promise.resolve() },
  ],
};

async function removeOffer(tx: TxCtx, id: number, reason: string): Promise<void> {
  const { demand, offer, offer_num } = await lockOffer(tx, id);
  if (offer.state !== 'made') throw conflict(`这份${nounOf(demand)}已有结果，不能撤下`);
  await setOffer(tx.db, id, { state: 'declined', short_listed: false, reason, updated_at: tx.app.clock.now() });
  await setBoard(tx.db, demand.id, { offer_num: offer_num - 1 });
  const content = `您为「${demand.title}」提交的${nounOf(demand)}被平台撤下，原因：${reason}。`;
  await tell(tx, [offer.user_id], demand, { key: `offer:${id}:removed`, title: `您的${nounOf(demand)}被撤下`, content });
  await announceChange(tx, demand.id);
}

async function loadOffers(ctx: Ctx, ids: readonly number[]): Promise<Map<number, ReviewSubject>> {
  const shown = new Map<number, ReviewSubject>();
  for (const id of ids) {
    const found = await findNow(ctx.db, id);
    const demand = found && (await demandOf(ctx.db, found.offer.demand_id));
    if (!found || !demand) continue;
    const { offer, now } = found;
    const people = await publicUsers(ctx, [offer.user_id]);
    shown.set(id, {
      ...{ title: `「${demand.title}」的${nounOf(demand)}`, byline: people.get(offer.user_id).nickname, cover_src: '', has_pages: false },
      note: OFFER_STATES[offer.state],
      facts: [
        { label: '报价', value: offerPriceText(yuan(now.price_fen), yuan(now.price_max_fen)) },
        { label: '说明', value: now.text },
        { label: '附件', value: now.files.map(({ name }) => name).join('、') || '无' },
      ],
    });
    await noteReading(ctx, `offer#${id}`);
  }
  return shown;
}

/** Staff read what two people wrote to each other: each time leaves a line. */
async function noteReading(ctx: Ctx, subject: string): Promise<void> {
  if (ctx.actor.kind === 'user') await inTransaction(ctx, (tx) => recordAudit(tx, 'offer.read', subject, {}));
}

/** What staff decide of a dispute: the work goes on, is done, or is called off. Staff cannot decide on their own. */
export const disputeReview: Reviewable = {
  type: DISPUTE,
  title: '合作争议',
  roles: ['operator'],
  load: loadDisputes,
  lock: (tx, id) => lockAgreed(tx, id),
  async owners(tx, id) {
    const { demand, agreement } = await lockAgreed(tx, id);
    return [demand.owner_id, agreement.user_id];
  },
  subject: (id) => `agreement#${id}`,
  actions: [
    {
      ...{ name: 'resume', text: '继续履行', needs_reason: true, reason_label: '给双方的说明', leads_to: 'dismissed' },
      run: (tx, { target_id, reason }) => resume(tx, target_id, reason),
    },
    {
      ...{ name: 'finish', text: '认定已完成，托管款放给接单方', needs_reason: true, reason_label: '给双方的说明', leads_to: 'approved' },
      run: async (tx, { target_id, reason }) => {
        const { locked } = await decidable(tx, target_id);
        await setAgreement(tx.db, target_id, { answer: reason });
        await finish(tx, locked, `平台认定完成：${reason}`);
      },
    },
    {
      ...{ name: 'cancel', text: '取消合作，托管款退回发布者', needs_reason: true, reason_label: '给双方的说明', leads_to: 'rejected' },
      run: async (tx, { target_id, reason }) => {
        const { locked, staff_id } = await decidable(tx, target_id);
        await callOff(tx, locked, { by: staff_id, reason: `平台处理：${reason}` });
      },
    },
    {
      ...{ name: 'forfeit', text: '认定接单方放弃中选：取消合作，保证金赔付发布者', needs_reason: true, reason_label: '给双方的说明' },
      leads_to: 'rejected',
      run: async (tx, { target_id, reason }) => {
        const { locked, staff_id } = await decidable(tx, target_id);
        // orders before accounts, as everywhere
        await giveAllBack(tx, locked, `平台认定接单方放弃中选：${reason}`);
        await forfeitDeposit(tx, locked, reason);
        await callOff(tx, locked, { by: staff_id, reason: `平台认定接单方放弃中选：${reason}` });
      },
    },
  ],
};

async function decidable(tx: TxCtx, id: number): Promise<{ locked: LockedAgreement; staff_id: number }> {
  const staff_id = requireUser(tx);
  const locked = await lockAgreed(tx, id);
  const { state, owner_id, user_id } = locked.agreement;
  if (state !== 'disputed' || locked.demand.state !== 'agreed') throw conflict('这项争议已经处理，请刷新队列');
  if (staff_id === owner_id || staff_id === user_id) throw forbidden('自己参与的合作须由另一位同事处理');
  return { locked, staff_id };
}

async function resume(tx: TxCtx, id: number, reason: string): Promise<void> {
  const { locked } = await decidable(tx, id);
  const { demand, agreement } = locked;
  await setAgreement(tx.db, id, { state: 'running', answer: reason });
  await tell(tx, [agreement.owner_id, agreement.user_id], demand, {
    key: `agreement:${id}:resumed:${tx.app.clock.now().getTime()}`,
    title: '争议已处理：合作继续',
    content: `「${demand.title}」：${reason}`,
  });
}

async function loadDisputes(ctx: Ctx, ids: readonly number[]): Promise<Map<number, ReviewSubject>> {
  const shown = new Map<number, ReviewSubject>();
  const bound = await findBound(ctx.db, ids);
  for (const id of ids) {
    const row = await findAgreement(ctx.db, id);
    const demand = row && (await demandOf(ctx.db, row.demand_id));
    if (!row || !demand) continue;
    const people = await publicUsers(ctx, [row.owner_id, row.user_id]);
    const name = (user_id: number) => people.get(user_id).nickname;
    const said = (at: Date | null) => (at ? '已确认完成' : '未确认完成');
    shown.set(id, {
      ...{ title: `「${demand.title}」的合作`, byline: `合作号 ${row.agree_no}`, cover_src: '', has_pages: false },
      note: AGREEMENT_STATES[row.state],
      facts: [
        { label: '发布者', value: `${name(row.owner_id)}，${said(row.owner_done_at)}` },
        { label: '接单方', value: `${name(row.user_id)}，${said(row.user_done_at)}` },
        { label: '约定价格', value: offerPriceText(row.price_fen / 100, row.price_max_fen === null ? null : row.price_max_fen / 100) },
        { label: '托管与放款', value: stagesText(await findStages(ctx.db, [id])) },
        { label: '投标保证金', value: bound.has(id) ? `占用中 ¥${fenToYuan(bound.get(id) ?? 0)}` : '没有占用' },
        { label: '争议原因', value: `${row.ended_by === null ? '' : `${name(row.ended_by)}：`}${row.reason}` },
      ],
    });
  }
  return shown;
}
