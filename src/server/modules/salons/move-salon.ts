import { KINDS } from '#contract/kinds.ts';
import { SALON_STATE_TEXT, type SalonState } from '#contract/salon.ts';
import type { TxCtx } from '../../app/ctx.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { emit } from '../../outbox/outbox.ts';
import { showState } from '../posts/index.ts';
import { lockSalonRow, writeSalon } from './repo.ts';
import { itemStatusOf, mayMove, stateTerm } from './rules.ts';

declare module '../../outbox/outbox.ts' {
  interface OutboxEvents {
    /** A salon changed its state. */
    'salon.moved': { salon_id: number; from: SalonState; to: SalonState };
  }
}

/**
 * Moves a salon to another state: the only writer of states. Locks the salon's row and then its item's, and brings lists in line.
 * @returns the state it had
 * @throws AppError 404; 409 where the state does not lead there
 */
export async function moveSalon(tx: TxCtx, id: number, to: SalonState): Promise<SalonState> {
  const salon = await lockSalonRow(tx.db, id);
  if (!salon) throw notFound('沙龙不存在');
  const from = salon.state;
  if (!mayMove(from, to)) throw conflict(`这场沙龙${SALON_STATE_TEXT[from]}，不能变为${SALON_STATE_TEXT[to]}`);
  const opened_at = to === 'open' ? (salon.opened_at ?? tx.app.clock.now()) : salon.opened_at;
  await writeSalon(tx.db, id, { state: to, opened_at });
  await showState(tx, id, {
    ...{ kind: KINDS.salon, was: itemStatusOf(from), status: itemStatusOf(to), term: stateTerm(to) },
    ends_at: to === 'open' ? salon.starts_at : null,
  });
  await emit(tx, 'salon.moved', { salon_id: id, from, to });
  return from;
}
