import { REDOS_MAX, STAGES_MAX, type StageAct } from '#contract/offer.ts';
import type { Order } from '#contract/order.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../app/ctx.ts';
import { shanghaiTimeText } from '../../kernel/clock.ts';
import { conflict, invalid, notFound } from '../../kernel/errors.ts';
import { fenToYuan } from '../../kernel/money.ts';
import { plainText } from '../../kernel/plain-text.ts';
import { orderids, placeOrder, refundPartOf, supersedeOrder } from '../orders/index.ts';
import { getSetting } from '../settings/index.ts';
import type { AgreementRow } from './agreements.repo.ts';
import { type LockedAgreement, lockAgreed, lockMine } from './lock-agreed.ts';
import { isHeld, openFen } from './rules.ts';
import { stageReleaseDays } from './settings.ts';
import { releaseEscrow, stageSubject } from './stage-subject.ts';
import {
  deleteAsked,
  findDue,
  findStage,
  findStages,
  insertStages,
  markDelivered,
  markReleased,
  markUndelivered,
  type StageRow,
} from './stages.repo.ts';
import { offerEvent, tell } from './talk.ts';

const DAY_MS = 86_400_000;

/**
 * One of the two says in which stages the rest of the price is paid; what is paid stays. The other hears it.
 * @throws AppError 404; 409 where it is not running; code 1 for more than was agreed
 */
export async function planStages(ctx: Ctx, id: number, wishes: ReadonlyArray<{ title: string; price: number }>): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { demand, agreement, user_id, other_id } = await lockMine(tx, id);
    if (agreement.state !== 'running') throw conflict('合作不在进行中，不能修改付款阶段');
    const paid = await dropAsked(tx, agreement);
    const stages = wishes.map(({ title, price }) => ({ title: plainText(title).replaceAll('\n', ' '), price_fen: price }));
    if (stages.some(({ title }) => title === '')) throw invalid({ stages: '请填写阶段名称' });
    if (paid.length + stages.length > STAGES_MAX) throw invalid({ stages: `最多 ${STAGES_MAX} 个阶段` });
    const open = openFen(agreement, paid);
    if (stages.reduce((sum, { price_fen }) => sum + price_fen, 0) > open)
      throw invalid({ stages: `合计不能超过约定价格，还可以安排 ¥${fenToYuan(open)}` });
    const created_at = tx.app.clock.now();
    await insertStages(
      tx.db,
      stages.map((stage) => ({ ...stage, agreement_id: id, created_at })),
    );
    const text = stages.length > 0 ? `安排了 ${stages.length} 个付款阶段` : '取消了还没有支付的付款阶段';
    await offerEvent(tx, { demand, user_id: agreement.user_id, by: user_id, type: 'agreement.stages', text });
    await tell(tx, [other_id], demand, {
      key: `agreement:${id}:stages:${created_at.getTime()}`,
      title: '付款阶段有更新',
      content: `「${demand.title}」：对方${text}，款项支付后由平台托管。`,
    });
  });
}

/** What is not paid goes, its open orders first: a payment locks its order before its stage. @returns what is paid */
async function dropAsked(tx: TxCtx, { id, owner_id }: AgreementRow): Promise<StageRow[]> {
  for (const stage of await findStages(tx.db, [id])) {
    if (stage.state === 'asked') await supersedeOrder(tx, owner_id, { subject: stageSubject.name, subject_id: stage.id });
  }
  await deleteAsked(tx.db, id);
  return findStages(tx.db, [id]);
}

/** Places the order of a stage. @throws as `placeOrder` */
export function payStage(
  ctx: Ctx,
  input: { id: number; balance: boolean; cache: boolean; idempotency_key?: string | undefined },
): Promise<Order> {
  const { id: subject_id, balance: use_balance, cache: reuse_open, idempotency_key } = input;
  return placeOrder(ctx, stageSubject, {
    subject_id,
    use_balance,
    coupon_id: 0,
    reuse_open,
    ...(idempotency_key ? { idempotency_key } : {}),
  });
}

/** What the two do with a stage that is paid; doing it twice is once. @throws AppError 404; 409 where it is not theirs to do now; code 1 without what is to be changed */
export async function moveStage(ctx: Ctx, stage_id: number, act: StageAct, reason = ''): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const seen = await findStage(tx.db, stage_id);
    if (!seen) throw notFound('付款阶段不存在');
    const locked = await lockMine(tx, seen.agreement_id);
    const stage = (await findStages(tx.db, [locked.agreement.id])).find(({ id }) => id === stage_id);
    if (!stage) throw notFound('付款阶段不存在');
    if ((act === 'release' || act === 'redo') !== locked.is_owner) throw conflict('这一步由对方操作');
    const { state } = locked.agreement;
    if (state !== 'running' && !(state === 'disputed' && (act === 'release' || act === 'back'))) throw conflict('合作现在不能进行这一步');
    if (!isHeld(stage)) {
      if (stage.state === (act === 'release' ? 'released' : act === 'back' ? 'refunded' : '')) return;
      throw conflict('这个阶段没有托管中的款项');
    }
    if (act === 'deliver') return deliver(tx, locked, stage);
    if (act === 'redo') return redo(tx, locked, stage, plainText(reason));
    if (act === 'back') return giveStagesBack(tx, locked, [stage], '合作方退回');
    await releaseStages(tx, locked, [stage], '对方已放款');
  });
}

async function deliver(tx: TxCtx, { demand, agreement }: LockedAgreement, stage: StageRow): Promise<void> {
  const now = tx.app.clock.now();
  if (!(await markDelivered(tx.db, stage.id, now))) return;
  const until = shanghaiTimeText(new Date(now.getTime() + (await getSetting(tx, stageReleaseDays)) * DAY_MS));
  const { user_id } = agreement;
  await offerEvent(tx, { demand, user_id, by: user_id, type: 'agreement.stages', text: `交付了「${stage.title}」` });
  await tell(tx, [agreement.owner_id], demand, {
    key: `stage:${stage.id}:delivered:${now.getTime()}`,
    title: `「${stage.title}」已交付，请确认`,
    content: `「${demand.title}」：满意请放款 ¥${fenToYuan(stage.price_fen)}；到 ${until} 没有操作会自动放款，${stage.redos < REDOS_MAX ? '要改的请在此之前点“请修改”' : '有异议的请在此之前提出争议'}。`,
  });
}

/** What was delivered is worked on again, so often at most: the days after which it is released begin with the next delivery. */
async function redo(
  tx: TxCtx,
  { demand, agreement }: LockedAgreement,
  { id, title, redos, delivered_at }: StageRow,
  reason: string,
): Promise<void> {
  if (reason === '') throw invalid({ reason: '请写明要修改什么' });
  const ends_ms = (delivered_at?.getTime() ?? Number.POSITIVE_INFINITY) + (await getSetting(tx, stageReleaseDays)) * DAY_MS;
  if (ends_ms <= tx.app.clock.now().getTime()) throw conflict('确认的期限已过，款项即将放给对方');
  if (delivered_at && redos >= REDOS_MAX) throw conflict(`一个阶段最多请对方修改 ${REDOS_MAX} 次，请放款，或提出争议由平台处理`);
  if (!(await markUndelivered(tx.db, id))) return;
  const text = `请对方修改「${title}」：${reason}`;
  await offerEvent(tx, { demand, user_id: agreement.user_id, by: agreement.owner_id, type: 'agreement.stages', text });
  await tell(tx, [agreement.user_id], demand, {
    key: `stage:${id}:redo:${tx.app.clock.now().getTime()}`,
    title: `对方请您修改「${title}」`,
    content: `「${demand.title}」：${reason}。改好后请再次点“已交付”，自动放款的时间从那时重新算。不认可这些意见的，可以提出争议由平台处理。`,
  });
}

/** Pays out what of these is held. The caller holds the agreement. */
export async function releaseStages(
  tx: TxCtx,
  { demand, agreement }: LockedAgreement,
  stages: readonly StageRow[],
  why: string,
): Promise<void> {
  const ids = stages.filter(isHeld).map(({ id }) => id);
  const released = await markReleased(tx.db, ids, tx.app.clock.now());
  const numbers = await orderids(
    tx,
    released.flatMap(({ order_id }) => order_id ?? []),
  );
  const { user_id } = agreement;
  await releaseEscrow(
    tx,
    released.map(({ id, escrow_fen, order_id }) => ({ id, escrow_fen, user_id, orderid: numbers.get(order_id ?? 0) ?? '' })),
  );
  for (const { id, title, escrow_fen } of released) {
    await tell(tx, [user_id], demand, {
      key: `stage:${id}:released`,
      title: `「${title}」已放款 ¥${fenToYuan(escrow_fen)}`,
      content: `「${demand.title}」：${why}，款项已进入您的收益。`,
      href: '/personalCenter/myWallet',
    });
  }
}

/** Gives back what of these is held, the way it came. Locks their orders; the caller holds the agreement. @throws AppError 409 while their payer's bank claims it */
async function giveStagesBack(
  tx: TxCtx,
  { demand, agreement }: LockedAgreement,
  stages: readonly StageRow[],
  reason: string,
): Promise<void> {
  for (const { id, title, order_id } of stages.filter(isHeld)) {
    await refundPartOf(tx, order_id as number, 'job', async () => ({ amount_fen: null, ends: true, reason }));
    await tell(tx, [agreement.user_id], demand, {
      key: `stage:${id}:back`,
      title: `「${title}」的款项已退回对方`,
      content: `「${demand.title}」：${reason}。`,
    });
  }
}

/** The two are done: what is held is paid out, what is not paid goes. */
export async function releaseAll(tx: TxCtx, locked: LockedAgreement, why: string): Promise<void> {
  await releaseStages(tx, locked, await dropAsked(tx, locked.agreement), why);
}

/** It was called off: what is held goes back, what is not paid goes. */
export async function giveAllBack(tx: TxCtx, locked: LockedAgreement, why: string): Promise<void> {
  await giveStagesBack(tx, locked, await dropAsked(tx, locked.agreement), why);
}

/** What of an agreement is held, fen. */
export async function heldFen(tx: TxCtx, agreement_id: number): Promise<number> {
  return (await findStages(tx.db, [agreement_id])).filter(isHeld).reduce((sum, { price_fen }) => sum + price_fen, 0);
}

const BATCH = 100;

/** Pays out what was delivered days ago without a dispute; one that fails is tried at the next run. Safe in parallel and after a crash. @returns how many */
export async function releaseDue(ctx: Ctx): Promise<number> {
  const days = await getSetting(ctx, stageReleaseDays);
  const before = new Date(ctx.app.clock.now().getTime() - days * DAY_MS);
  let released = 0;
  for (let after = 0; ; ) {
    const due = await findDue(ctx.db, { before, after, limit: BATCH });
    for (const stage of due) {
      after = stage.id;
      try {
        released += await releaseOne(ctx, stage, days);
      } catch (error) {
        ctx.log.error({ err: error, stage_id: stage.id }, 'a stage could not be released');
      }
    }
    if (due.length < BATCH) return released;
  }
}

/** @returns 1, or 0 where it was released, given back or disputed meanwhile */
function releaseOne(ctx: Ctx, { id, agreement_id, delivered_at }: StageRow, days: number): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const locked = await lockAgreed(tx, agreement_id);
    const stage = (await findStages(tx.db, [agreement_id])).find((one) => one.id === id && one.state === 'delivered');
    // it was changed and delivered again meanwhile
    if (stage?.delivered_at?.getTime() !== delivered_at?.getTime()) return 0;
    if (!stage || locked.agreement.state !== 'running') return 0;
    await releaseStages(tx, locked, [stage], `交付后 ${days} 天没有异议`);
    await tell(tx, [locked.agreement.owner_id], locked.demand, {
      key: `stage:${id}:by-time`,
      title: '托管的款项已自动放款',
      content: `「${locked.demand.title}」：交付后 ${days} 天没有异议，「${stage.title}」的款项已放给对方。`,
    });
    return 1;
  });
}
