import type { Ctx, TxCtx } from '../../app/ctx.ts';
import { assert } from '../../kernel/assert.ts';
import { findActive, upsertTerm } from './repo.ts';

export interface ActiveVip {
  end_time: Date;
  /** Unlocks a day; 0 unlimited. */
  max_download_pre_day: number;
}

/** Memberships that run at this moment, by vip type. Decided by the clock at each call: nothing has to be switched off when one ends. */
export async function activeVips(ctx: Ctx, user_id: number): Promise<Map<number, ActiveVip>> {
  const rows = await findActive(ctx.db, user_id, ctx.app.clock.now());
  return new Map(rows.map(({ vip_type, end_time, max_download_pre_day }) => [vip_type, { end_time, max_download_pre_day }]));
}

export interface MembershipTerm {
  user_id: number;
  vip_type: number;
  days: number;
  max_download_pre_day: number;
}

/**
 * Adds days to the end of a running membership, or from now. While one runs the better of both daily limits holds, so that a
 * renewal never takes something away; an ended one starts with the new limit. One statement: parallel extensions add up.
 */
export async function extendMembership(tx: TxCtx, term: MembershipTerm): Promise<void> {
  assert(Number.isInteger(term.days) && term.days > 0 && term.max_download_pre_day >= 0, 'a term has days');
  await upsertTerm(tx.db, term, tx.app.clock.now());
}
