import { type ItemStatus, SCHEDULE_MAX_S } from '#contract/publish.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../../app/ctx.ts';
import { unixSeconds } from '../../../kernel/clock.ts';
import { conflict, invalid } from '../../../kernel/errors.ts';
import { dueItems, setItemStatus, updateItem } from '../../catalog/index.ts';
import { SCHEDULE_TOO_FAR } from './check-submission.ts';
import { copiesAfterCommit } from './public-copies.ts';
import { setDraftTime } from './repo.ts';
import { lockOwnItem } from './save-draft.ts';

/** Works that appear by one run of the job; the next minute takes the rest. */
const BATCH = 200;

/**
 * Sets the time at which an own work appears, moves it, or clears it (null): a work that waits for nothing else then appears at once.
 * @throws AppError 404; 409 for what was on the site already; code 1 for a time that is over or too far
 */
export async function scheduleItem(ctx: Ctx, id: number, publish_at: number | null): Promise<{ id: number; status: ItemStatus }> {
  const owner_id = requireUser(ctx);
  const now = unixSeconds(ctx.app.clock.now());
  if (publish_at !== null && publish_at <= now) throw invalid({ publish_at: '请选择现在以后的时间' });
  if (publish_at !== null && publish_at > now + SCHEDULE_MAX_S) throw invalid({ publish_at: SCHEDULE_TOO_FAR });
  return inTransaction(ctx, async (tx) => {
    const item = await lockOwnItem(tx, owner_id, id);
    if (item.published_at !== null) throw conflict('发布过的作品不能再定时，可以直接下架或恢复上架');
    await updateItem(tx, id, { publish_at: publish_at === null ? null : new Date(publish_at * 1000) });
    await setDraftTime(tx.db, id, publish_at);
    if (publish_at === null && item.status === 'scheduled') await appear(tx, id);
    return { id, status: publish_at === null && item.status === 'scheduled' ? 'published' : item.status };
  });
}

/** Publishes the works whose time has come, each once however many do this. @returns how many appeared */
export async function publishDue(ctx: Ctx): Promise<number> {
  let appeared = 0;
  for (const id of await dueItems(ctx, BATCH)) {
    if (await inTransaction(ctx, (tx) => appear(tx, id))) appeared++;
  }
  return appeared;
}

async function appear(tx: TxCtx, id: number): Promise<boolean> {
  if (!(await setItemStatus(tx, id, ['scheduled'], 'published', { publish_at: null }))) return false;
  copiesAfterCommit(tx, id);
  return true;
}
