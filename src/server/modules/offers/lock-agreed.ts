import { requireUser, type TxCtx } from '../../app/ctx.ts';
import { notFound } from '../../kernel/errors.ts';
import { type DemandFacts, lockDemand } from '../demands/index.ts';
import { type AgreementRow, findAgreement, lockAgreement } from './agreements.repo.ts';

export interface LockedAgreement {
  demand: DemandFacts;
  agreement: AgreementRow;
}

/** An agreement with its demand, both held. @throws AppError 404 */
export async function lockAgreed(tx: TxCtx, id: number): Promise<LockedAgreement> {
  const seen = await findAgreement(tx.db, id);
  const demand = seen && (await lockDemand(tx.db, seen.demand_id));
  const agreement = demand && (await lockAgreement(tx.db, id));
  if (!demand || !agreement) throw notFound('合作不存在');
  return { demand, agreement };
}

/** The same for one of the two; `is_owner`: which. @throws AppError 404 for anybody else */
export async function lockMine(tx: TxCtx, id: number): Promise<LockedAgreement & { user_id: number; is_owner: boolean; other_id: number }> {
  const user_id = requireUser(tx);
  const locked = await lockAgreed(tx, id);
  const { owner_id, user_id: offerer_id } = locked.agreement;
  if (user_id !== owner_id && user_id !== offerer_id) throw notFound('合作不存在');
  const is_owner = user_id === owner_id;
  return { ...locked, user_id, is_owner, other_id: is_owner ? offerer_id : owner_id };
}
