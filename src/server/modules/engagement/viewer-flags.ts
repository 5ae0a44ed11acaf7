import { FOCUS_USER } from '#contract/focus.ts';
import type { Ctx } from '../../app/ctx.ts';
import { type FlagRow, findFlags } from './repo.ts';

/** What this reader has marked: the item itself and its publisher. One statement, three look-ups by key. */
export function viewerFlags(
  ctx: Ctx,
  of: { user_id: number; type: number; like_type: number; rid: number; publisher_id: number },
): Promise<FlagRow> {
  return findFlags(ctx.db, { ...of, follow_type: FOCUS_USER });
}
