import { KINDS, type KindFacts } from '#contract/kinds.ts';
import { type Ctx, inTransaction, requireVerb, type TxCtx } from '../../app/ctx.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import { fenToYuan } from '../../kernel/money.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { type ActValue, confirmAbove, defineStaffAct, performAct } from '../countersign/index.ts';
import { publicUsers, usersByMobile } from '../identity/index.ts';
import { sendNotices } from '../notices/index.ts';
import { getSetting } from '../settings/index.ts';
import {
  definitionFace,
  definitionTitle,
  giveByDefinition,
  issueCoupon,
  issueVoucher,
  mostGiven,
  voucherWorth,
} from '../vouchers/index.ts';

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

const couponAct = defineStaffAct<CouponGift, number>({
  name: 'user.give_coupon',
  title: '发放优惠券',
  verb: 'user.gift',
  concerns: (_ctx, { user_id }) => [user_id],
  value: (ctx, { user_id, amount_fen }) => worthTo(ctx, [user_id], amount_fen, null),
  about: async (ctx, gift) =>
    `给「${await nameOf(ctx, gift.user_id)}」一张 ¥${fenToYuan(gift.amount_fen)} 优惠券「${gift.title}」，${gift.days} 天有效（${gift.reason}）`,
  run: writeCoupon,
});

/** A coupon for a user, who gets a message, with an audit row. Ends that many days from now. @throws AppError 404, code 1, and as `performAct` */
export function giveCoupon(ctx: Ctx, gift: CouponGift): Promise<number> {
  return performAct(ctx, couponAct, gift);
}

async function writeCoupon(ctx: Ctx, gift: CouponGift): Promise<number> {
  requireVerb(ctx, 'user.gift');
  const type = soldKind(gift.kind).sale?.coupon_type;
  if (!type) throw invalid({ kind: '这一类内容不能使用优惠券' });
  return inTransaction(ctx, async (tx) => {
    await existing(tx, gift.user_id);
    const { user_id, title, amount_fen, min_price_fen, reason } = gift;
    const use_end_time = after(tx, gift.days);
    const id = await issueCoupon(tx, { user_id, type, title, amount_fen, min_price_fen, use_end_time });
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

interface VoucherGift {
  user_id: number;
  kind: string;
  days: number;
  reason: string;
}

const voucherAct = defineStaffAct<VoucherGift, number>({
  name: 'user.give_voucher',
  title: '发放下载券',
  verb: 'user.gift',
  concerns: (_ctx, { user_id }) => [user_id],
  value: (ctx, { kind }) => voucherWorth(ctx, soldKind(kind).code),
  about: async (ctx, { user_id, kind, days, reason }) =>
    `给「${await nameOf(ctx, user_id)}」一张${soldKind(kind).noun}下载券，${days} 天有效（${reason}）`,
  run: writeVoucher,
});

/** A voucher for one item of a kind. @throws as `giveCoupon` */
export function giveVoucher(ctx: Ctx, gift: VoucherGift): Promise<number> {
  return performAct(ctx, voucherAct, gift);
}

async function writeVoucher(ctx: Ctx, gift: VoucherGift): Promise<number> {
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

interface Issue {
  definition_id: number;
  mobiles: readonly string[];
  reason: string;
}

const issueAct = defineStaffAct<Issue, { given: number; unknown: string[] }>({
  name: 'coupon.issue',
  title: '批量发放优惠券',
  verb: 'user.gift',
  concerns: usersOf,
  async value(ctx, { definition_id, mobiles }) {
    const users = await usersOf(ctx, { definition_id, mobiles, reason: '' });
    return worthTo(ctx, users, await definitionFace(ctx, definition_id), definition_id);
  },
  about: async (ctx, { definition_id, mobiles, reason }) =>
    `给 ${new Set(mobiles).size} 个手机号各发一张「${await definitionTitle(ctx, definition_id)}」，每张 ¥${fenToYuan(await definitionFace(ctx, definition_id))}（${reason}）`,
  run: writeIssue,
});

async function usersOf(ctx: Ctx, { mobiles }: Issue): Promise<number[]> {
  return [...(await usersByMobile(ctx, [...new Set(mobiles)])).values()];
}

/**
 * One coupon of a definition to each of these phones, all or none, with an audit row; they get a message.
 * @returns how many got one, and the phones that have no account
 * @throws AppError 404, 409 for a definition that ended, and as `performAct`
 */
export function issueToPhones(ctx: Ctx, input: Issue): Promise<{ given: number; unknown: string[] }> {
  return performAct(ctx, issueAct, input);
}

async function writeIssue(ctx: Ctx, input: Issue): Promise<{ given: number; unknown: string[] }> {
  requireVerb(ctx, 'user.gift');
  const mobiles = [...new Set(input.mobiles)];
  const users = await usersByMobile(ctx, mobiles);
  return inTransaction(ctx, async (tx) => {
    const given = await giveByDefinition(tx, input.definition_id, [...users.values()]);
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

/** What these people get together; `always` where one of them got more than the bound in 30 days, whichever staff member gave it. */
async function worthTo(tx: TxCtx, user_ids: readonly number[], each_fen: number, definition_id: number | null): Promise<ActValue> {
  const given = await mostGiven(tx, user_ids, { since: after(tx, -BOUND_DAYS), definition_id });
  return given + each_fen > (await getSetting(tx, confirmAbove)) ? 'always' : each_fen * user_ids.length;
}

const nameOf = async (ctx: Ctx, user_id: number) => (await publicUsers(ctx, [user_id])).get(user_id).nickname;

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
  if ((await publicUsers(ctx, [user_id])).get(user_id).closed) throw notFound('用户不存在');
}

const after = (ctx: Ctx, days: number) => new Date(ctx.app.clock.now().getTime() + days * 86_400_000);
