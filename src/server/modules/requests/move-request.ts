import type { RequestState } from '#contract/request.ts';
import type { TxCtx } from '../../app/ctx.ts';
import { assert } from '../../kernel/assert.ts';
import { conflict } from '../../kernel/errors.ts';
import { emit } from '../../outbox/outbox.ts';
import { insertHistory, type RequestRecord, setRequest } from './repo.ts';
import { mayMove } from './rules.ts';

declare module '../../outbox/outbox.ts' {
  interface OutboxEvents {
    /** What the hall or the page of a request shows changed. */
    'request.changed': { request_id: number };
  }
}

export interface Move {
  to: RequestState;
  /** Null: the site. */
  by: number | null;
  why?: string;
  /** Of a settled one. */
  settled_with?: number;
}

const ENDS: readonly RequestState[] = ['settled', 'closed', 'expired'];

/**
 * The only writer of states: checks the move, writes it with its row of history. The caller holds the request's row under lock and hands
 * it over as it is. @throws AppError 409 for a move that there is not
 */
export async function moveRequest(tx: TxCtx, row: RequestRecord, { to, by, why = '', settled_with }: Move): Promise<RequestRecord> {
  if (!mayMove(row.state, to)) throw conflict('求单的状态已变化，请刷新后再试');
  assert((to === 'settled') === (settled_with !== undefined), 'a settled request names whom with');
  const now = tx.app.clock.now();
  const ended_at = ENDS.includes(to) ? now : null;
  const published_at = row.published_at ?? (to === 'open' ? now : null);
  const change = { state: to, ended_at, published_at, settled_with: settled_with ?? null, reason: ended_at ? why : '' };
  await setRequest(tx.db, row.id, change);
  await insertHistory(tx.db, { request_id: row.id, from: row.state, to, by, why, created_at: now });
  await emit(tx, 'request.changed', { request_id: row.id });
  return { ...row, ...change };
}
