import { requireVerb, type TxCtx } from '../../app/ctx.ts';
import { notFound } from '../../kernel/errors.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { setHandled } from './staff.repo.ts';

/** Marks a question that was answered weakly as dealt with, wherever it was asked in these words until now; or takes the mark back. Audited. @throws AppError 403, 404 */
export async function handleQuestion(tx: TxCtx, id: number, handled: boolean): Promise<void> {
  requireVerb(tx, 'assistant.handle');
  if (!(await setHandled(tx.db, id, handled ? tx.app.clock.now() : null))) throw notFound('问题不存在或已删除');
  await recordAudit(tx, handled ? 'assistant.handle' : 'assistant.unhandle', `assistant:${id}`, {});
}
