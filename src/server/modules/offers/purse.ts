import { demandPath } from '#contract/demand.ts';
import { PURSE_PATH } from '#contract/offer.ts';
import type { Purse } from '#contract/outputs/offer.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { conflict, otherWish } from '../../kernel/errors.ts';
import { fenToYuan } from '../../kernel/money.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { type DemandFacts, demandsById } from '../demands/index.ts';
import { amountMoved, balances, lockPurseOf, postTransfer } from '../wallet/index.ts';
import type { LockedAgreement } from './lock-agreed.ts';
import { findDeposits, findOffer, type OfferRow } from './repo.ts';
import { binds } from './rules.ts';
import { tell } from './talk.ts';

/** Own offers that bind something of the purse now, with their tenders. Read, never written: no line says when one bid. */
async function boundBy(ctx: Ctx, user_id: number): Promise<Array<{ offer: OfferRow; demand: DemandFacts }>> {
  const offers = await findDeposits(ctx.db, user_id);
  const found = await demandsById(
    ctx.db,
    offers.map(({ demand_id }) => demand_id),
  );
  return offers.flatMap((offer) => {
    const demand = found.get(offer.demand_id);
    return demand && binds(offer, demand) ? [{ offer, demand }] : [];
  });
}

const sumOf = (bound: ReadonlyArray<{ offer: OfferRow }>): number => bound.reduce((sum, { offer }) => sum + offer.deposit_fen, 0);

/** What the purse lacks for an offer for this demand beside the other offers, fen. True until it moves only under its lock. */
export async function depositShort(ctx: Ctx, user_id: number, { id, deposit_fen }: DemandFacts): Promise<number> {
  if (deposit_fen === 0) return 0;
  const others = (await boundBy(ctx, user_id)).filter(({ demand }) => demand.id !== id);
  return Math.max(0, sumOf(others) + deposit_fen - (await balances(ctx, user_id)).purse_fen);
}

/** The signed-in user's purse, and by which of their own offers it is bound. */
export async function ownPurse(ctx: Ctx): Promise<Purse> {
  const user_id = requireUser(ctx);
  const { purse_fen, balance_fen } = await balances(ctx, user_id);
  const bound = await boundBy(ctx, user_id);
  const bound_fen = sumOf(bound);
  return {
    ...{ amount: purse_fen / 100, bound: bound_fen / 100, free: (purse_fen - bound_fen) / 100, balance: balance_fen / 100 },
    offers: bound.map(({ offer, demand }) => ({
      ...{ id: offer.id, title: demand.title, path: `${demandPath(demand.id)}#offers`, deposit: offer.deposit_fen / 100 },
      until: offer.state === 'made' && demand.closes_at ? unixSeconds(demand.closes_at) : 0,
    })),
  };
}

/** Puts so much of the balance into the purse, for no tender; the same key is once. @throws AppError 余额不足, 409 for a key of another amount */
export async function fillPurse(ctx: Ctx, amount_fen: number, key: string): Promise<void> {
  const user_id = requireUser(ctx);
  await inTransaction(ctx, (tx) => move(tx, 'filled', { user_id, amount_fen: -amount_fen, key: `${user_id}:${key}` }, user_id));
}

/** Takes back what no offer binds; the same key is once. Locks the purse, as offers do. @throws AppError 409 */
export async function takeFromPurse(ctx: Ctx, amount_fen: number, key: string): Promise<void> {
  const user_id = requireUser(ctx);
  await inTransaction(ctx, async (tx) => {
    const purse_fen = await lockPurseOf(tx, user_id);
    const taking = { user_id, amount_fen, key: `${user_id}:${key}` };
    if (await isMoved(tx, 'taken', taking)) return;
    const bound = await boundBy(tx, user_id);
    const free_fen = purse_fen - sumOf(bound);
    const why = bound.length > 0 ? `，另有 ¥${fenToYuan(sumOf(bound))} 被您的 ${bound.length} 份投标占用` : '';
    if (amount_fen > free_fen) throw conflict(`最多可取回 ¥${fenToYuan(Math.max(0, free_fen))}${why}`);
    await move(tx, 'taken', taking, user_id);
  });
}

type PurseMove = 'filled' | 'taken' | 'forfeited';
interface Moving {
  user_id: number;
  amount_fen: number;
  key: string;
}
const keyOf = (kind: PurseMove, { key }: Moving) => `purse-${kind}:${key}`;

/** @throws AppError 409 where the key moved another amount */
async function isMoved(tx: TxCtx, kind: PurseMove, of: Moving): Promise<boolean> {
  const moved_fen = await amountMoved(tx, keyOf(kind, of));
  if (moved_fen !== null && moved_fen !== Math.abs(of.amount_fen)) throw otherWish();
  return moved_fen !== null;
}

/** From a purse to a balance; below zero: the other way. A key that is known was done. */
async function move(tx: TxCtx, kind: PurseMove, of: Moving, balance_of: number): Promise<void> {
  const fresh = await postTransfer(tx, {
    ...{ key: keyOf(kind, of), reason: `purse_${kind}`, reference: '', unit: 'fen' },
    entries: [
      { owner_id: of.user_id, purpose: 'purse', amount: -of.amount_fen },
      { owner_id: balance_of, purpose: 'balance', amount: of.amount_fen },
    ],
  });
  if (!fresh) await isMoved(tx, kind, of);
}

/** The deposit of who was chosen and backs out goes to the owner's balance, by staff alone, and both are notified. The agreement is locked. @throws AppError 409 */
export async function forfeitDeposit(tx: TxCtx, { demand, agreement }: LockedAgreement, reason: string): Promise<void> {
  const { id, offer_id, owner_id, user_id } = agreement;
  const offer = await findOffer(tx.db, offer_id);
  if (!offer || !binds(offer, demand)) throw conflict('这次合作没有占用中的投标保证金');
  const amount_fen = offer.deposit_fen;
  await move(tx, 'forfeited', { user_id, amount_fen, key: String(id) }, owner_id);
  await recordAudit(tx, 'deposit.forfeit', `agreement#${id}`, { amount_fen, from: user_id, to: owner_id, reason });
  const about = `「${demand.title}」：平台认定接单方放弃中选，投标保证金 ¥${fenToYuan(amount_fen)} `;
  await tell(tx, [user_id], demand, {
    ...{ key: `deposit:${id}`, title: '投标保证金已赔付给发布者', content: `${about}赔付给发布者，原因：${reason}。`, href: PURSE_PATH },
  });
  await tell(tx, [owner_id], demand, {
    ...{ key: `deposit:${id}`, title: '投标保证金已赔付给您', content: `${about}已进入您的余额，原因：${reason}。` },
    href: '/personalCenter/myWallet',
  });
}
