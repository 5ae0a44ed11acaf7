import { KINDS } from '#contract/kinds.ts';
import { SALON_STATE_TEXT, type SalonState } from '#contract/salon.ts';
import type { TxCtx } from '../../app/ctx.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { emit } from '../../outbox/outbox.ts';
import { ensureTermOnce, lockItem, moveLockedItem, termsById } from '../catalog/index.ts';
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
  const item = await lockItem(tx, id);
  if (!salon || !item) throw notFound('沙龙不存在');
  const from = salon.state;
  if (!mayMove(from, to)) throw conflict(`这场沙龙${SALON_STATE_TEXT[from]}，不能变为${SALON_STATE_TEXT[to]}`);
  const now = tx.app.clock.now();
  await writeSalon(tx.db, id, { state: to, ...(to === 'open' && !salon.opened_at ? { opened_at: now } : {}) });
  const used = await termsById(tx, item.term_ids);
  const others = item.term_ids.filter((term_id) => used.get(term_id)?.facet !== 'state');
  const name = stateTerm(to);
  const term = name === null ? [] : [await ensureTermOnce(tx, KINDS.salon, { facet: 'state', parent_id: null, name })];
  // what was taken off while it ran does not come back with its end
  const status = to === 'over' && item.status === 'taken_down' ? 'taken_down' : itemStatusOf(to);
  await moveLockedItem(tx, item, status, {
    term_ids: [...others, ...term],
    ends_at: to === 'open' ? salon.starts_at : null,
    ...(to === 'open' || to === 'over' ? { published_at: item.published_at ?? now } : {}),
  });
  await emit(tx, 'salon.moved', { salon_id: id, from, to });
  return from;
}
