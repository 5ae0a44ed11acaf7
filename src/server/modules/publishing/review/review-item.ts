import type { PrivatePage, ReviewRow } from '#contract/publish.ts';
import { recordAudit } from '../../../db/outbox.ts';
import { unixSeconds } from '../../../kernel/clock.ts';
import { type Ctx, inTransaction, requireStaff, type TxCtx } from '../../../kernel/ctx.ts';
import { conflict, invalid, notFound } from '../../../kernel/errors.ts';
import { fenToYuan } from '../../../kernel/money.ts';
import { countItemsIn, getItem, type Item, itemPages, itemsIn, lockItem, setItemStatus, termsById } from '../../catalog/index.ts';
import { publicUsers } from '../../identity/index.ts';
import { syncPublicCopies } from '../drafts/public-copies.ts';
import { plainText } from '../rules.ts';
import { signPages, signPicture } from '../sign-picture.ts';

const COVER_WIDTH = 640;

/** Held schemes, the longest waiting first. @throws AppError 403 for anybody but reviewers */
export async function listHeld(ctx: Ctx, input: { page: number; limit: number }): Promise<{ list: ReviewRow[]; total: number }> {
  requireStaff(ctx, 'reviewer');
  const [items, total] = await Promise.all([
    itemsIn(ctx, { status: 'reviewing', offset: (input.page - 1) * input.limit, limit: input.limit }),
    countItemsIn(ctx, 'reviewing'),
  ]);
  const term_ids = items.flatMap((item) => [item.category_id, item.category_sub_id, ...item.tag_ids]).filter((id) => id !== null);
  const [terms, users] = await Promise.all([
    termsById(ctx, term_ids),
    publicUsers(ctx, [...new Set(items.map((item) => item.publisher_id))]),
  ]);
  const name = (id: number | null) => (id === null ? '' : (terms.get(id)?.name ?? ''));
  const list = items.map((item) => {
    const user = users.get(item.publisher_id);
    return {
      id: item.id,
      title: item.title,
      introduction: item.introduction,
      category: [name(item.category_id), name(item.category_sub_id)].filter(Boolean).join(' / '),
      tags: item.tag_ids.map(name).filter(Boolean),
      price: Number(fenToYuan(item.price_fen)),
      vip_only: item.vip_only,
      format: item.format,
      pages: item.page_count,
      free_pages: item.free_pages,
      cover_src: item.cover_key === '' ? '' : signPicture(ctx, coverBox(item), COVER_WIDTH).src,
      publisher: { id: item.publisher_id, nickname: user?.nickname ?? '', headimgurl: user?.headimgurl ?? '' },
      updated_at: unixSeconds(item.updated_at),
    };
  });
  return { list, total };
}

/** All pages of a held scheme. @throws AppError 403 for anybody but reviewers, 404 when it is not held */
export async function heldPages(ctx: Ctx, id: number): Promise<PrivatePage[]> {
  requireStaff(ctx, 'reviewer');
  const item = await getItem(ctx, id);
  if (item?.status !== 'reviewing') throw notFound('这份方案不在审核队列中');
  return signPages(ctx, await itemPages(ctx, id, 1, item.page_count));
}

/**
 * Publishes a held scheme; one audit row. `seen_at`: `updated_at` of the row the reviewer looked at, so that nothing is published that
 * its publisher put in the place of it since.
 * @throws AppError 403; 409 when another reviewer was quicker, or the scheme changed
 */
export async function approveItem(ctx: Ctx, id: number, seen_at?: number): Promise<void> {
  requireStaff(ctx, 'reviewer');
  await decide(ctx, id, 'scheme.approve', {}, (tx, item) => {
    if (seen_at !== undefined && unixSeconds(item.updated_at) > seen_at) throw conflict('发布者刚修改了这份方案，请重新查看后再决定');
    return setItemStatus(tx, id, ['reviewing'], 'published', {
      reject_reason: '',
      ...(item.published_at ? { published_at: item.published_at } : {}),
    });
  });
}

/** Gives a held scheme back with a reason its publisher reads; one audit row. @throws AppError 403, 409, code 1 without a reason */
export async function rejectItem(ctx: Ctx, id: number, words: string): Promise<void> {
  requireStaff(ctx, 'reviewer');
  const reason = plainText(words);
  if (reason === '') throw invalid({ reason: '请填写未通过的原因' });
  await decide(ctx, id, 'scheme.reject', { reason }, (tx) => setItemStatus(tx, id, ['reviewing'], 'rejected', { reject_reason: reason }));
}

async function decide(
  ctx: Ctx,
  id: number,
  action: string,
  detail: Record<string, unknown>,
  change: (tx: TxCtx, item: Item) => Promise<boolean>,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const item = await lockItem(tx, id);
    if (!item) throw notFound('方案不存在');
    if (!(await change(tx, item))) throw conflict('这份方案已被处理，请刷新队列');
    await syncPublicCopies(tx, id, []);
    await recordAudit(tx, action, `item:${id}`, { title: item.title, ...detail });
  });
}

function coverBox(item: Item) {
  return { key: item.cover_key, width: item.cover_width, height: item.cover_height };
}
