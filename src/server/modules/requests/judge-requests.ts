import { budgetText, REQUEST_MAX, REQUEST_OPEN, REQUEST_STATES, requestPath } from '#contract/request.ts';
import type { ReviewSubject } from '#contract/review.ts';
import { areaName } from '#contract/shop.ts';
import { type Ctx, inTransaction, requireUser, requireVerb, type TxCtx, userId } from '../../app/ctx.ts';
import { conflict, invalid, notFound } from '../../kernel/errors.ts';
import { plainText } from '../../kernel/plain-text.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { publicUsers } from '../identity/index.ts';
import { sendNotices } from '../notices/index.ts';
import { openReview, passOrSendBack, type Reviewable, settleReview } from '../review/index.ts';
import { GONE, REQUEST, tellPlanners } from './ask-request.ts';
import { moveRequest } from './move-request.ts';
import { findReports, findRequests, insertReport, lockRequest, type RequestRecord, setRequest } from './repo.ts';

/** Requests that wait for staff, because the site holds them or because readers reported them. */
export const requestReview: Reviewable = {
  type: REQUEST,
  title: '求单',
  roles: ['reviewer', 'operator'],
  load,
  lock: (tx, id) => lockRequest(tx.db, id),
  owners: async (tx, id) => [(await lockRequest(tx.db, id))?.asker_id],
  subject: (id) => `request:${id}`,
  actions: passOrSendBack(
    { reasons: ['含有联系方式或广告', '内容与领域不符', '涉嫌违法违规', '重复发布'], approve, reject: endByStaff },
    { name: 'close', text: '关闭求单', reason_label: '关闭的原因' },
  ),
};

async function approve(tx: TxCtx, id: number): Promise<void> {
  const row = await lockRequest(tx.db, id);
  if (!row) throw notFound(GONE);
  // a reported one goes on as it is
  if (row.state !== 'review') return tellReporters(tx, row, 'kept', '经核查暂未发现违规，感谢您的监督。');
  // its days begin when the hall shows it, not while it waits for the desk
  const open_ms = row.closes_at.getTime() - row.created_at.getTime();
  await setRequest(tx.db, id, { closes_at: new Date(tx.app.clock.now().getTime() + open_ms) });
  await moveRequest(tx, row, { to: 'open', by: userId(tx), why: '审核通过' });
  await tellAsker(tx, row, 'open', '求单已通过审核', '已出现在接单大厅。');
}

async function endByStaff(tx: TxCtx, id: number, reason: string): Promise<void> {
  const row = await lockRequest(tx.db, id);
  if (!row) throw notFound(GONE);
  const moved = await moveRequest(tx, row, { to: 'closed', by: userId(tx), why: reason });
  await tellAsker(tx, row, 'closed', '求单被关闭', `原因：${reason}`);
  await tellPlanners(tx, moved, { key: 'closed', text: '求单已关闭', why: '', by: null });
  await tellReporters(tx, row, 'closed', `举报成立，求单已关闭：${reason}`);
}

/** Notifies reporters of the outcome; each result once. */
async function tellReporters(tx: TxCtx, row: RequestRecord, result: string, content: string): Promise<void> {
  const user_ids = (await findReports(tx.db, [row.id])).map(({ user_id }) => user_id);
  const title = `您举报的求单「${row.title}」已有处理结果`;
  await sendNotices(tx, user_ids, { topic: 'report', key: `request:${row.id}:reported:${result}`, title, content });
}

const tellAsker = (tx: TxCtx, row: RequestRecord, what: string, title: string, content: string) =>
  sendNotices(tx, [row.asker_id], {
    ...{ topic: 'request', key: `request:${row.id}:staff:${what}`, title: `${title}：${row.title}`, content, href: requestPath(row.id) },
  });

/** Staff close a request with a reason that its asker reads, whatever the desk says of it. Audited. @throws AppError 403, 404, 409 */
export async function closeByStaff(tx: TxCtx, id: number, reason: string): Promise<void> {
  requireVerb(tx, 'request.judge');
  await endByStaff(tx, id, reason);
  await settleReview(tx, { type: REQUEST, target_id: id, status: 'rejected', reason });
  await recordAudit(tx, 'request.close', `request:${id}`, { reason });
}

/** Staff let a held request into the hall. Audited. @throws AppError 403, 404, 409 when it does not wait */
export async function openByStaff(tx: TxCtx, id: number, reason: string): Promise<void> {
  requireVerb(tx, 'request.judge');
  const row = await lockRequest(tx.db, id);
  if (!row) throw notFound(GONE);
  if (row.state !== 'review') throw conflict('这个求单没有在等待审核');
  await approve(tx, id);
  await settleReview(tx, { type: REQUEST, target_id: id, status: 'approved', reason });
  await recordAudit(tx, 'request.open', `request:${id}`, { reason });
}

/**
 * A reader says that something is wrong with a request; staff look at it. Once a person. @throws AppError 404 for what the hall does not
 * show, code 1 without a reason, 409 for one's own and a second one
 */
export async function reportRequest(ctx: Ctx, id: number, given: string): Promise<void> {
  const user_id = requireUser(ctx);
  const reason = plainText(given);
  if (reason === '') throw invalid({ reason: '请填写举报的原因' });
  if ([...reason].length > REQUEST_MAX.reason) throw invalid({ reason: `最多 ${REQUEST_MAX.reason} 个字` });
  await inTransaction(ctx, async (tx) => {
    const row = await lockRequest(tx.db, id);
    if (!row || !REQUEST_OPEN.includes(row.state)) throw notFound(GONE);
    if (row.asker_id === user_id) throw conflict('这是您自己发布的求单');
    if (!(await insertReport(tx.db, { request_id: id, user_id, reason, created_at: tx.app.clock.now() }))) {
      throw conflict('您已举报过，我们会尽快处理');
    }
    await openReview(tx, { type: REQUEST, target_id: id, score: 1 });
  });
}

async function load(ctx: Ctx, ids: readonly number[]): Promise<Map<number, ReviewSubject>> {
  const rows = await findRequests(ctx.db, ids);
  const reports = await findReports(ctx.db, ids);
  const people = await publicUsers(
    ctx,
    rows.map(({ asker_id }) => asker_id),
  );
  return new Map(
    rows.map((row) => {
      const said = reports.filter(({ request_id }) => request_id === row.id);
      return [
        row.id,
        {
          title: row.title,
          byline: people.get(row.asker_id).nickname,
          cover_src: '',
          note: REQUEST_STATES[row.state],
          facts: [
            { label: '说明', value: row.detail || '未填写' },
            { label: '预算', value: budgetText((row.budget_fen ?? 0) / 100) },
            { label: '地区', value: areaName(row.province, row.city) || '不限' },
            ...said.map(({ reason }, i) => ({ label: `举报 ${i + 1}`, value: reason })),
          ],
          has_pages: false,
        },
      ];
    }),
  );
}
