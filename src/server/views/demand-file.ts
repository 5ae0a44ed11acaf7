import { TENDER } from '#contract/demand.ts';
import { VIP_BIDDING } from '#contract/kinds.ts';
import { type Ctx, can, requireUser } from '../app/ctx.ts';
import { AppError, notFound } from '../kernel/errors.ts';
import { demandFiles, demandOf } from '../modules/demands/index.ts';
import { takeMembership } from '../modules/membership/index.ts';
import { TENDER_VIPS } from '../modules/offers/index.ts';
import { attachmentLink } from '../modules/publishing/index.ts';

/**
 * A link to an attachment of a public demand. Documents of tenders are for their owner, staff and holders of a membership that opens tenders.
 * @throws AppError code 2; 404; 403 with `data.vip_type` for who needs the membership
 */
export async function demandFileLink(ctx: Ctx, { id, file_id }: { id: number; file_id: number }): Promise<{ url: string; name: string }> {
  const user_id = requireUser(ctx);
  const [demand, files] = [await demandOf(ctx.db, id), await demandFiles(ctx, id)];
  const file = files.find((one) => one.id === file_id);
  const hidden = demand?.state === 'draft' || demand?.state === 'review';
  if (!demand || !file || (hidden && demand.owner_id !== user_id)) throw notFound('附件不存在');
  const opened = demand.label_type !== TENDER || demand.owner_id === user_id || can(ctx.actor, 'demand.see');
  if (!opened && !(await takeMembership(ctx, { user_id, way: 'member_quota', vip_types: TENDER_VIPS }))) {
    throw new AppError('招标文件仅竞标会员可以下载', { status: 403, data: { vip_type: VIP_BIDDING } });
  }
  return { url: attachmentLink(ctx, file_id), name: file.name };
}
