import { REPORT_SITE } from '#contract/kinds.ts';
import { type Ctx, requireUser, userId } from '../../kernel/ctx.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import { getItem, kindByType } from '../catalog/index.ts';
import { insertReport } from './repo.ts';
import { ownUrl } from './rules.ts';

export interface ReportInput {
  type: number;
  rid: number;
  url: string;
  mobile: string;
  content: string;
  /** The reported publisher as the page knew it; kept beside, the item decides. */
  ruid: number;
}

/**
 * Keeps a report about an item for staff (shell spec 5 and 7).
 * @throws AppError 404 for a thing that is not there, code 1 for a foreign address
 */
export async function reportContent(ctx: Ctx, input: ReportInput): Promise<void> {
  const user_id = requireUser(ctx);
  const url = requireOwn(ctx, input.url);
  if (input.type !== REPORT_SITE) {
    const item = await getItem(ctx, input.rid);
    if (!item || item.kind !== kindByType('report', input.type)?.code || item.status !== 'published') throw notFound();
  }
  const { type, rid, mobile, content, ruid } = input;
  await insertReport(ctx.db, { user_id, type, rid, url, mobile, content, detail: { ruid }, created_at: ctx.app.clock.now() });
}

/** Keeps what somebody has to say about the site: a report of type 99 about thing 0; visitors may too. */
export async function sendFeedback(ctx: Ctx, input: { url: string; mobile: string; content: string; platform: number }): Promise<void> {
  const { mobile, content, platform } = input;
  const url = requireOwn(ctx, input.url);
  const row = { user_id: userId(ctx), type: REPORT_SITE, rid: 0, url, mobile, content, detail: { platform } };
  await insertReport(ctx.db, { ...row, created_at: ctx.app.clock.now() });
}

function requireOwn(ctx: Ctx, url: string): string {
  if (url === '') return '';
  const own = ownUrl(ctx.app.config.site_url, url);
  if (own === null) throw invalid({ url: '链接无效' });
  return own;
}
