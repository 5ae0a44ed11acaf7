import type { CampaignForm, CampaignPage } from '#contract/campaign.ts';
import { type Ctx, inTransaction, requireVerb, type TxCtx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import { emit, recordAudit } from '../../outbox/outbox.ts';
import { type CampaignRow, findCampaign, findShownCampaign, insertCampaign, updateCampaign } from './repo.ts';

declare module '../../outbox/outbox.ts' {
  interface OutboxEvents {
    /** An activity page is wrong. */
    'campaign.changed': Record<string, never>;
  }
}

const OWN_PATH = /^\/(?![/\\])/;

/** What a page shows at this moment: the campaign that runs, else the next, else the last; null: none was ever made. */
export async function shownCampaign(
  ctx: Ctx,
  page: CampaignPage,
): Promise<(CampaignForm & { state: 'before' | 'running' | 'over' }) | null> {
  const now = ctx.app.clock.now();
  const row = await findShownCampaign(ctx.db, page, now);
  if (!row) return null;
  return { ...formOf(row), state: now < row.starts_at ? 'before' : now < row.ends_at ? 'running' : 'over' };
}

function formOf(row: CampaignRow): CampaignForm {
  const { id, title, summary, content, rules, picture, coupon_ids, with_plans, with_draw, is_on } = row;
  const times = { starts_at: unixSeconds(row.starts_at), ends_at: unixSeconds(row.ends_at) };
  return {
    id,
    page: row.page as CampaignPage,
    title,
    summary,
    content,
    rules,
    picture,
    coupon_ids,
    with_plans,
    with_draw,
    is_on,
    ...times,
  };
}

/** @throws AppError 403, 404 */
export async function campaignForm(ctx: Ctx, id: number): Promise<CampaignForm> {
  requireVerb(ctx, 'campaign.edit');
  const row = await findCampaign(ctx.db, id);
  if (!row) throw notFound('没有这个活动');
  return formOf(row);
}

/** Makes a campaign or changes it. Jobs (seed) may too. @throws AppError 403, 404, code 1 with the wrong fields */
export async function saveCampaign(ctx: Ctx, form: CampaignForm): Promise<number> {
  const staff_id = ctx.actor.kind === 'job' ? null : requireVerb(ctx, 'campaign.edit');
  if (form.ends_at <= form.starts_at) throw invalid({ ends_at: '结束时间应晚于开始时间' });
  if (form.picture !== '' && !OWN_PATH.test(form.picture)) throw invalid({ picture: '请填写本站图片的路径，以 / 开头' });
  const { id, starts_at, ends_at, ...texts } = form;
  const now = ctx.app.clock.now();
  const values = { ...texts, starts_at: new Date(starts_at * 1000), ends_at: new Date(ends_at * 1000), updated_at: now };
  return inTransaction(ctx, async (tx) => {
    if (id > 0 && !(await updateCampaign(tx.db, id, values))) throw notFound('没有这个活动');
    const saved = id > 0 ? id : await insertCampaign(tx.db, values, now);
    if (staff_id !== null) await recordAudit(tx, 'campaign.save', `campaign:${saved}`, { page: form.page, title: form.title });
    await emit(tx, 'campaign.changed', {});
    return saved;
  });
}

/** Shows a campaign or hides it. @throws AppError 403, 404 */
export async function switchCampaign(tx: TxCtx, id: number, is_on: boolean, reason: string): Promise<void> {
  requireVerb(tx, 'campaign.edit');
  if (!(await updateCampaign(tx.db, id, { is_on, updated_at: tx.app.clock.now() }))) throw notFound('没有这个活动');
  await recordAudit(tx, is_on ? 'campaign.on' : 'campaign.off', `campaign:${id}`, { reason });
  await emit(tx, 'campaign.changed', {});
}
