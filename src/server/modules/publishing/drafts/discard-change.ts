import type { KindFacts } from '#contract/kinds.ts';
import type { OwnItem } from '#contract/publish.ts';
import { type Ctx, inTransaction, requireUser } from '../../../app/ctx.ts';
import { conflict } from '../../../kernel/errors.ts';
import { getOwnItem } from '../get-own.ts';
import { formOfItem } from './form-of-item.ts';
import { resetDraft } from './repo.ts';
import { lockOwnItem } from './save-draft.ts';

/**
 * Throws away what was typed about an own item since it was last submitted, and a new file that still becomes pages. What readers see
 * stays as it is; files that were given up are cleaned away later.
 * @throws AppError 404; 409 for what was never on the site: that is deleted instead
 */
export async function discardChange(ctx: Ctx, kind: KindFacts, id: number): Promise<OwnItem> {
  const owner_id = requireUser(ctx);
  await inTransaction(ctx, async (tx) => {
    const item = await lockOwnItem(tx, owner_id, id, kind);
    if (item.published_at === null || (item.status !== 'published' && item.status !== 'taken_down')) {
      throw conflict('没有发布过的内容请直接删除草稿');
    }
    await resetDraft(tx.db, id, await formOfItem(tx, item), tx.app.clock.now());
  });
  return getOwnItem(ctx, kind, id);
}
