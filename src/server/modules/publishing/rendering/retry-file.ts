import type { FileState } from '#contract/publish.ts';
import { type Ctx, createCtx, inTransaction, requireUser, type TxCtx } from '../../../app/ctx.ts';
import { rowByRow } from '../../../app/timed-job.ts';
import { AppError, conflict, notFound } from '../../../kernel/errors.ts';
import { recordAudit } from '../../../outbox/outbox.ts';
import { getItem, kindOf } from '../../catalog/index.ts';
import { completeWaiting } from '../drafts/complete-waiting.ts';
import { submitItem } from '../drafts/submit-item.ts';
import { fileState } from '../list-mine.ts';
import { findDraft, findFile, findFinishedFilesWaitedFor, findIdleRenderings, restartRendering } from '../repo.ts';
import { RENDER_SILENT_MS } from '../rules.ts';
import { queueRendering } from './render-file.ts';

/**
 * Makes the pages of an own file that failed again. With the `id` of a work: its file, and the work is submitted again with what was
 * typed last.
 * @throws AppError 404 when it is not the caller's; 409 when it has not failed
 */
export async function retryFile(ctx: Ctx, of: { file_id: number } | { id: number }): Promise<FileState> {
  const owner_id = requireUser(ctx);
  const file_id = 'file_id' in of ? of.file_id : await fileOfWork(ctx, of.id, owner_id);
  const file = file_id === null ? null : await findFile(ctx.db, file_id);
  if (file?.owner_id !== owner_id) throw notFound('文件不存在，请重新上传');
  await inTransaction(ctx, (tx) => beginAgain(tx, file.id));
  if ('id' in of) await submitAgain(ctx, of.id);
  return fileState(ctx, file.id);
}

/** The same by staff, for the file of a work, in its publisher's name. @throws AppError 404; 409 when it has not failed */
export async function retryByStaff(tx: TxCtx, item_id: number, reason: string): Promise<void> {
  const file_id = await fileOfWork(tx, item_id);
  const file = file_id === null ? null : await findFile(tx.db, file_id);
  if (!file) throw conflict('这个作品没有需要处理的文件');
  await beginAgain(tx, file.id);
  await recordAudit(tx, 'work.retry', `item:${item_id}`, { reason, file_id: file.id });
  const { app, request_id } = tx;
  const publisher = { kind: 'user', user_id: file.owner_id, token_id: 0, roles: [], address: '' } as const;
  tx.afterCommit(() => submitAgain(createCtx(app, { ...publisher, roles: [] }, request_id), item_id));
}

async function fileOfWork(ctx: Ctx, item_id: number, owner_id?: number): Promise<number | null> {
  const draft = await findDraft(ctx.db, item_id);
  if (!draft || (owner_id !== undefined && draft.owner_id !== owner_id)) return null;
  return draft.submitted?.file_id ?? draft.file_id;
}

async function beginAgain(tx: TxCtx, file_id: number): Promise<void> {
  if (!(await restartRendering(tx.db, file_id, tx.app.clock.now()))) throw conflict('这个文件没有失败，不需要重试');
  await queueRendering(tx, { file_id, background: false }, tx.db);
}

/** A work that failed with its file goes on as if its pages had only been late; a form that may not be submitted any more stays. */
async function submitAgain(ctx: Ctx, item_id: number): Promise<void> {
  const [item, draft] = [await getItem(ctx, item_id), await findDraft(ctx.db, item_id)];
  if (item?.status !== 'failed' || !draft) return;
  try {
    await submitItem(ctx, { kind: kindOf(item.kind), id: item_id, draft_key: draft.draft_key, form: draft.form, asks_note: false });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    ctx.log.info({ item_id, err: error }, 'a work is not submitted again with its file');
  }
}

/** Puts renderings whose worker died, or whose job was lost, back into the queue, and completes submits that a crash left waiting. */
export async function resumeRenderings(ctx: Ctx): Promise<void> {
  const dead_since = new Date(ctx.app.clock.now().getTime() - RENDER_SILENT_MS);
  for (const idle of await findIdleRenderings(ctx.db, dead_since)) await queueRendering(ctx, idle);
  const finished = await findFinishedFilesWaitedFor(ctx.db);
  await rowByRow(ctx, finished, 'what waits for a file was not completed', (file_id) => completeWaiting(ctx, file_id));
}
