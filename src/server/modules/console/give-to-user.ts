import { KINDS, type KindFacts } from '#contract/kinds.ts';
import { type Ctx, can, inTransaction, requireVerb, type TxCtx } from '../../app/ctx.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { forbidden, invalid, notFound } from '../../kernel/errors.ts';
import { fenToYuan } from '../../kernel/money.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { publicUsers, usersByMobile } from '../identity/index.ts';
import { sendNotices } from '../notices/index.ts';
import { refundConfirmAbove } from '../orders/index.ts';
import { getSetting } from '../settings/index.ts';
import { giveByDefinition, issueCoupon, issueVoucher, mostGiven } from '../vouchers/index.ts';

export interface CouponGift {
  user_id: number;
  /** Key of a kind whose items may be bought with it. */
  kind: string;
  title: string;
  amount_fen: number;
  min_price_fen: number;
  days: number;
  reason: string;
}

/** A coupon for a user, who hears of it, with an audit row. Ends that many days from now. @throws AppError 403 also above `bound`, 404, code 1 */
export async function giveCoupon(ctx: Ctx, gift: CouponGift): Promise<number> {
  requireVerb(ctx, 'user.gift');
  const type = soldKind(gift.kind).sale?.coupon_type;
  if (!type) throw invalid({ kind: '这一类内容不能使用优惠券' });
  return inTransaction(ctx, async (tx) => {
    await existing(tx, gift.user_id);
    const { user_id, title, amount_fen, min_price_fen, reason } = gift;
    const use_end_time = after(tx, gift.days);
    const id = await issueCoupon(tx, { user_id, type, title, amount_fen, min_price_fen, use_end_time });
    await bound(tx, [user_id], null);
    await recordAudit(tx, 'user.give_coupon', `user:${user_id}`, {
      coupon_id: id,
      kind: gift.kind,
      amount_fen,
      min_price_fen,
      days: gift.days,
      reason,
    });
    await tellGiven(tx, [user_id], { key: `coupon:${id}:given`, title: `${title}（¥${fenToYuan(amount_fen)}）`, use_end_time });
    return id;
  });
}

/** A voucher for one item of a kind. @throws as `giveCoupon` */
export async function giveVoucher(ctx: Ctx, gift: { user_id: number; kind: string; days: number; reason: string }): Promise<number> {
  requireVerb(ctx, 'user.gift');
  const kind = soldKind(gift.kind);
  return inTransaction(ctx, async (tx) => {
    await existing(tx, gift.user_id);
    const use_end_time = after(tx, gift.days);
    const id = await issueVoucher(tx, { user_id: gift.user_id, kind: kind.code, use_end_time });
    await recordAudit(tx, 'user.give_voucher', `user:${gift.user_id}`, {
      voucher_id: id,
      kind: gift.kind,
      days: gift.days,
      reason: gift.reason,
    });
    await tellGiven(tx, [gift.user_id], { key: `voucher:${id}:given`, title: `${kind.noun}下载券`, use_end_time });
    return id;
  });
}

/**
 * One coupon of a definition to each of these phones, all or none, with an audit row; they hear of it.
 * @returns how many got one, and the phones that have no account
 * @throws AppError 403 also above `bound`, 404, 409 for a definition that ended
 */
export async function issueToPhones(
  ctx: Ctx,
  input: { definition_id: number; mobiles: readonly string[]; reason: string },
): Promise<{ given: number; unknown: string[] }> {
  requireVerb(ctx, 'user.gift');
  const mobiles = [...new Set(input.mobiles)];
  const users = await usersByMobile(ctx, mobiles);
  return inTransaction(ctx, async (tx) => {
    const given = await giveByDefinition(tx, input.definition_id, [...users.values()]);
    await bound(tx, [...users.values()], input.definition_id);
    await recordAudit(tx, 'coupon.issue', `coupon:${input.definition_id}`, { num: given.length, reason: input.reason });
    const [first] = given;
    if (first) {
      const use_end_time = new Date(first.use_end_time * 1000);
      // the first one's number names this giving
      await tellGiven(tx, [...users.values()], { key: `${first.sort}:${first.id}:issued`, title: first.title, use_end_time });
    }
    return { given: given.length, unknown: mobiles.filter((mobile) => !users.has(mobile)) };
  });
}

const BOUND_DAYS = 30;

/**
 * What one person got by staff in 30 days is at most what staff may refund alone: a gift is worth money too. Beyond it an admin gives,
 * who could name a second person anyway. After the giving, so that it counts.
 */
async function bound(tx: TxCtx, user_ids: readonly number[], definition_id: number | null): Promise<void> {
  if (can(tx.actor, 'user.roles')) return;
  const above_fen = await getSetting(tx, refundConfirmAbove);
  const since = after(tx, -BOUND_DAYS);
  if ((await mostGiven(tx, user_ids, { since, definition_id })) <= above_fen) return;
  throw forbidden(`一位用户 30 天内获赠的优惠券合计不超过 ¥${fenToYuan(above_fen)}，超过的请由管理员发放`);
}

/** Last in its transaction: it locks the messages of these users. */
async function tellGiven(tx: TxCtx, user_ids: readonly number[], of: { key: string; title: string; use_end_time: Date }): Promise<void> {
  await sendNotices(tx, user_ids, {
    ...{ topic: 'coupon', key: of.key, title: `您收到一张券：${of.title}` },
    content: `有效期至 ${shanghaiDay(of.use_end_time)}，请及时使用。`,
    href: '/personalCenter/myCoupon',
  });
}

function soldKind(key: string): KindFacts {
  const kind = Object.values<KindFacts>(KINDS).find((one) => one.key === key && one.sale);
  if (!kind) throw invalid({ kind: '种类无效' });
  return kind;
}

async function existing(ctx: Ctx, user_id: number): Promise<void> {
  if (!(await publicUsers(ctx, [user_id])).has(user_id)) throw notFound('用户不存在');
}

const after = (ctx: Ctx, days: number) => new Date(ctx.app.clock.now().getTime() + days * 86_400_000);
