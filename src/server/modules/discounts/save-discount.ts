import { dayStart } from '#contract/days.ts';
import { DISCOUNTS_MOST, plainCode } from '#contract/discount.ts';
import { type Ctx, inTransaction, requireUser, requireVerb, type TxCtx } from '../../app/ctx.ts';
import { conflict, forbidden, invalid, notFound } from '../../kernel/errors.ts';
import type { Fen } from '../../kernel/money.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { getSaleItem } from '../catalog/index.ts';
import { sendNotices } from '../notices/index.ts';
import {
  countAlive,
  type DiscountRecord,
  deleteOfOwner,
  findByCode,
  insertDiscount,
  lockDiscount,
  lockSeller,
  setDiscount,
} from './repo.ts';

const DAY_MS = 86_400_000;
const GONE = '优惠码不存在或已删除';

export interface DiscountWish {
  id?: number | undefined;
  code: string;
  percent_off: number;
  amount: Fen;
  min_price: Fen;
  item_id?: number | undefined;
  /** Shanghai days, both included. */
  from: string;
  to: string;
  most: number;
  per_person: number;
  off: boolean;
}

/**
 * Makes a code for works and tickets of the signed-in user, or changes one of theirs; orders of before stay as they are.
 * @throws AppError 403 for a work of somebody else, 404 for their code, 409 for one that staff stopped or too many, code 1 for what is wrong in it
 */
export async function saveDiscount(ctx: Ctx, input: DiscountWish): Promise<DiscountRecord> {
  const owner_id = requireUser(ctx);
  const own = input.item_id === undefined || (await getSaleItem(ctx, input.item_id))?.publisher_id === owner_id;
  if (!own) throw forbidden('只能为自己发布的作品或沙龙设优惠码');
  const row = rowOf(input);
  return inTransaction(ctx, async (tx) => {
    await lockSeller(tx.db, owner_id);
    const now = tx.app.clock.now();
    const other = await findByCode(tx.db, owner_id, row.code);
    if (other && other.id !== input.id) throw invalid({ code: '您已有这个优惠码' });
    const before = input.id === undefined ? null : await lockDiscount(tx.db, input.id);
    if (input.id !== undefined && before?.owner_id !== owner_id) throw notFound(GONE);
    if (before && before.stopped_reason !== '') throw conflict('这个优惠码已被平台停用，不能修改');
    const is_alive = before !== null && before.stopped_at === null && before.ends_at > now;
    if (!input.off && !is_alive && (await countAlive(tx.db, owner_id, now)) >= DISCOUNTS_MOST)
      throw conflict(`最多同时有 ${DISCOUNTS_MOST} 个优惠码，请先停用用不到的`);
    const stopped_at = input.off ? (before?.stopped_at ?? now) : null;
    if (before) return setDiscount(tx.db, before.id, { ...row, stopped_at });
    return insertDiscount(tx.db, { ...row, stopped_at, owner_id, created_at: now });
  });
}

function rowOf({ code: typed, percent_off, amount, min_price, item_id, from, to, most, per_person }: DiscountWish) {
  const code = plainCode(typed);
  const [starts_at, last] = [dayStart(from), dayStart(to)];
  if (!/^[\p{L}\p{N}]+$/u.test(code)) throw invalid({ code: '优惠码只能用文字和数字' });
  if (percent_off > 0 === amount > 0) throw invalid({ amount: '折扣和减免金额填一项' });
  if (!starts_at || !last || last < starts_at) throw invalid({ to: '结束日期不能早于开始日期' });
  return {
    ...{ code, percent_off, amount_fen: amount, min_price_fen: min_price, item_id: item_id ?? null, most, per_person },
    ...{ starts_at, ends_at: new Date(last.getTime() + DAY_MS) },
  };
}

/** Staff stop a code, with a reason that its owner reads; or let it go on. Audited. @throws AppError 403, 404, 409 */
export async function stopDiscount(tx: TxCtx, id: number, reason: string, stopped: boolean): Promise<void> {
  requireVerb(tx, 'review.decide');
  const row = await lockDiscount(tx.db, id);
  if (!row) throw notFound(GONE);
  if ((row.stopped_reason !== '') === stopped) throw conflict(stopped ? '这个优惠码已经停用' : '这个优惠码没有被平台停用');
  await setDiscount(tx.db, id, { stopped_at: stopped ? tx.app.clock.now() : null, stopped_reason: stopped ? reason : '' });
  await recordAudit(tx, stopped ? 'discount.stop' : 'discount.resume', `discount:${id}`, { reason });
  await sendNotices(tx, [row.owner_id], {
    ...{ topic: 'sale', key: `discount:${id}:${tx.app.clock.now().getTime()}`, href: '/personalCenter/myDiscounts' },
    title: `优惠码“${row.code}”${stopped ? '已被停用' : '已恢复'}`,
    content: `原因：${reason}`,
  });
}

/** Codes go with the account of their owner. Idempotent. */
export async function forgetDiscounts(tx: TxCtx, user_id: number): Promise<void> {
  await deleteOfOwner(tx.db, user_id);
}
