import type { z } from 'zod';
import type { engagementCalls } from '#contract/engagement/calls.ts';
import { REPORT_SITE } from '#contract/kinds.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx, userId } from '../../app/ctx.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import { kindByType, lockItem } from '../catalog/index.ts';
import { contactMobile } from '../identity/index.ts';
import { hideUntilDecided, takePicture } from '../publishing/index.ts';
import { openReview, reviewOf } from '../review/index.ts';
import { getSetting } from '../settings/index.ts';
import { insertReport } from './repo.ts';
import { FEEDBACK } from './reports/feedback-review.ts';
import { bindReports, findRecords, findReporters } from './reports/repo.ts';
import { hiddenReason, REPORT } from './reports/report-review.ts';
import { reportScore } from './reports/rules.ts';
import { ownUrl } from './rules.ts';
import { reportHideScore } from './toggle-mark.ts';

export type ReportInput = z.output<typeof engagementCalls.report.input>;

/**
 * Keeps a report about an item and puts the item before staff (shell spec 5 and 7). Who has reported counts by their record; above the site's
 * threshold the item is hidden until people decide.
 * @throws AppError 404 for an item that is not there, code 1 for a foreign address
 */
export async function reportContent(ctx: Ctx, input: ReportInput): Promise<void> {
  const user_id = requireUser(ctx);
  const { type, rid, content, ruid } = input;
  const mobile = await requireMobile(ctx, input.mobile);
  const report = { user_id, type, rid, url: requireOwn(ctx, input.url), mobile, content, detail: { ruid } };
  if (type === REPORT_SITE) return keepFeedback(ctx, report);
  const hide_from = await getSetting(ctx, reportHideScore);
  await inTransaction(ctx, async (tx) => {
    const item = await lockItem(tx, rid);
    if (!item || item.kind !== kindByType('report', type)?.code || item.status !== 'published') throw notFound();
    await insertReport(tx.db, { ...report, created_at: tx.app.clock.now() });
    const score = await scoreOf(tx, rid);
    // what a reviewer let back while reports are open is not hidden a second time
    const before = await reviewOf(tx, { type: REPORT, target_id: rid });
    const was_hidden = before?.status === 'open' && before.detail['hidden'] === true;
    const hides = !was_hidden && hide_from > 0 && score >= hide_from;
    const { id } = await openReview(tx, { type: REPORT, target_id: rid, score, detail: { hidden: was_hidden || hides } });
    await bindReports(tx.db, rid, id);
    if (hides) await hideUntilDecided(tx, item, hiddenReason(item));
  });
}

async function scoreOf(tx: TxCtx, item_id: number): Promise<number> {
  const reporters = await findReporters(tx.db, item_id);
  const records = await findRecords(tx.db, reporters);
  return reportScore(reporters.map((id) => records.get(id) ?? { upheld: 0, dismissed: 0 }));
}

/**
 * Keeps what somebody has to say about the site: a report of type 99 about id 0; visitors may too, without a picture. `image`: the number of a
 * picture that they uploaded; 0 for none.
 * @throws AppError code 2 for a visitor's picture, 404 for a picture that is not theirs, code 1 for a foreign address
 */
export async function sendFeedback(
  ctx: Ctx,
  input: { url: string; mobile: string; content: string; platform: number; image?: number },
): Promise<void> {
  const { content, platform, image = 0 } = input;
  const mobile = await requireMobile(ctx, input.mobile);
  const url = requireOwn(ctx, input.url);
  const detail = { platform, ...(image === 0 ? {} : { image: await takePicture(ctx, image) }) };
  const row = { user_id: userId(ctx), type: REPORT_SITE, rid: 0, url, mobile, content, detail };
  await keepFeedback(ctx, row);
}

/** What is about the site goes before staff by itself, one row a message. */
async function keepFeedback(ctx: Ctx, row: Omit<Parameters<typeof insertReport>[1], 'created_at'>): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const id = await insertReport(tx.db, { ...row, created_at: tx.app.clock.now() });
    await openReview(tx, { type: FEEDBACK, target_id: id });
  });
}

async function requireMobile(ctx: Ctx, given: string): Promise<string> {
  const mobile = await contactMobile(ctx, userId(ctx), given);
  if (mobile === null) throw invalid({ mobile: '请输入正确的手机号' });
  return mobile;
}

function requireOwn(ctx: Ctx, url: string): string {
  if (url === '') return '';
  const own = ownUrl(ctx.app.config.site_url, url);
  if (own === null) throw invalid({ url: '链接无效' });
  return own;
}
