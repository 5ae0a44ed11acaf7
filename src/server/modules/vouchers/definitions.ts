import type { ClaimableCoupon, CouponForm, CouponFormFacts, CouponUse, GotCoupon } from '#contract/coupon.ts';
import { VOUCHER_FEN } from '#contract/staff-bounds.ts';
import { type Ctx, inTransaction, requireUser, requireVerb, type TxCtx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { conflict, invalid, notFound } from '../../kernel/errors.ts';
import { yuanToFen } from '../../kernel/money.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { dearestPrice } from '../catalog/index.ts';
import { defineStaffAct, performAct } from '../countersign/index.ts';
import {
  countGiven,
  countHad,
  type DefinitionRow,
  findClaimable,
  findDefinition,
  findDefinitions,
  findForNew,
  insertDefinition,
  lockGiven,
  takeStock,
  updateDefinition,
} from './definitions.repo.ts';
import { insertCoupon, insertVoucher } from './repo.ts';
import { CLAIM_TEXTS, claimRefusal, definitionGrowth, endOf, faceOf, GIFT_MINIMUM_TEXT, isGiftWhole } from './rules.ts';

/** Makes one of a definition for somebody. The caller decided that they may have it, and holds the lock of `lockGiven`. */
async function give(tx: TxCtx, of: DefinitionRow, user_id: number, nth: number): Promise<GotCoupon> {
  const now = tx.app.clock.now();
  const use_end_time = endOf(of, now);
  const shared = { user_id, title: of.title, use_end_time, definition_id: of.id, nth, created_at: now };
  const { use, type, amount_fen, percent_off, min_price_fen } = of;
  const id =
    use === 'voucher'
      ? await insertVoucher(tx.db, { ...shared, kind: type })
      : await insertCoupon(tx.db, { ...shared, use, type, amount_fen, percent_off, min_price_fen });
  return { id, sort: use === 'voucher' ? 'voucher' : 'coupon', title: of.title, use_end_time: unixSeconds(use_end_time) };
}

/**
 * Gives these people one each, beyond what a person may claim: by staff or by code. Locks each person's own in the order of their ids.
 * @throws AppError 404 for a definition that is not there, 409 for one that ended
 */
export async function giveByDefinition(tx: TxCtx, definition_id: number, user_ids: readonly number[]): Promise<GotCoupon[]> {
  const of = await findDefinition(tx.db, definition_id);
  if (!of) throw notFound('没有这种优惠券');
  if (of.use_end_time !== null && of.use_end_time <= tx.app.clock.now()) throw conflict('这种优惠券已过期');
  const got: GotCoupon[] = [];
  for (const user_id of [...new Set(user_ids)].toSorted((a, b) => a - b)) {
    await lockGiven(tx.db, user_id, definition_id);
    const had = (await countHad(tx.db, user_id, [definition_id])).get(definition_id) ?? 0;
    got.push(await give(tx, of, user_id, had + 1));
  }
  return got;
}

/**
 * The signed-in user claims a coupon that is offered to all. Of many at once as many get one as there are, and none more than a person may. Locks
 * this person's own, then the definition where its stock is bounded.
 * @throws AppError 404, 409 with the reason
 */
export async function claimCoupon(ctx: Ctx, definition_id: number): Promise<GotCoupon> {
  const user_id = requireUser(ctx);
  return inTransaction(ctx, async (tx) => {
    await lockGiven(tx.db, user_id, definition_id);
    const of = await findDefinition(tx.db, definition_id);
    if (!of?.claimable) throw notFound('没有这种优惠券');
    const had = (await countHad(tx.db, user_id, [definition_id])).get(definition_id) ?? 0;
    const refusal = claimRefusal(of, had, tx.app.clock.now());
    if (refusal) throw conflict(CLAIM_TEXTS[refusal]);
    const got = await give(tx, of, user_id, had + 1);
    // last, because everybody shares the row
    if (!(await takeStock(tx.db, definition_id))) throw conflict(CLAIM_TEXTS.none_left);
    return got;
  });
}

/** Every new account gets these, once however often it is called. In the transaction that makes the account. */
export async function giveToNew(tx: TxCtx, user_id: number): Promise<number> {
  const now = tx.app.clock.now();
  let given = 0;
  for (const of of await findForNew(tx.db)) {
    if (of.use_end_time !== null && of.use_end_time <= now) continue;
    await lockGiven(tx.db, user_id, of.id);
    if (((await countHad(tx.db, user_id, [of.id])).get(of.id) ?? 0) > 0) continue;
    await give(tx, of, user_id, 1);
    given += 1;
  }
  return given;
}

const MOST = 100;

/**
 * What readers may claim: of one use, of these ids, or all that is open now. For a signed-in user with what they have already.
 * `nounOf`: what a use is called, for people.
 */
export async function claimableCoupons(
  ctx: Ctx,
  want: { of?: { use: string; type: number }; ids?: readonly number[]; limit?: number },
  nounOf: (use: string, type: number) => string,
): Promise<ClaimableCoupon[]> {
  const now = ctx.app.clock.now();
  const found = want.ids
    ? (await findDefinitions(ctx.db, want.ids)).toSorted((a, b) => (want.ids?.indexOf(a.id) ?? 0) - (want.ids?.indexOf(b.id) ?? 0))
    : await findClaimable(ctx.db, want.of ?? null, MOST);
  const user_id = ctx.actor.kind === 'user' ? ctx.actor.user_id : null;
  const had =
    user_id === null
      ? new Map<number, number>()
      : await countHad(
          ctx.db,
          user_id,
          found.map(({ id }) => id),
        );
  return (
    found
      .filter((of) => of.claimable)
      .map((of): ClaimableCoupon => {
        const refusal = claimRefusal(of, had.get(of.id) ?? 0, now);
        return {
          id: of.id,
          title: of.title,
          price: of.amount_fen / 100,
          percent_off: of.percent_off,
          min_price: of.min_price_fen / 100,
          noun: nounOf(of.use, of.type),
          use_end_time: unixSeconds(endOf(of, now)),
          is_have2: (had.get(of.id) ?? 0) >= of.per_person ? 1 : 0,
          auto_get: of.auto_get ? 1 : 0,
          refusal: refusal ? CLAIM_TEXTS[refusal] : '',
        };
      })
      // what was not asked for by name is shown only while it can be had
      .filter(({ refusal, is_have2 }) => want.ids || refusal === '' || is_have2 === 1)
      .slice(0, want.limit ?? MOST)
  );
}

const timeOf = (unix_s: number): Date | null => (unix_s > 0 ? new Date(unix_s * 1000) : null);
const secondsOf = (at: Date | null): number => (at ? unixSeconds(at) : 0);

const saveAct = defineStaffAct<CouponForm, number>({
  name: 'coupon.save',
  title: '编辑优惠券',
  verb: 'coupon.edit',
  concerns: () => [],
  async value(ctx, form) {
    const before = form.id > 0 ? await findDefinition(ctx.db, form.id) : null;
    const after = { ...form, amount_fen: yuanToFen(form.amount) ?? 0, min_price_fen: yuanToFen(form.min_price) ?? 0 };
    return definitionGrowth(before, after, await voucherWorth(ctx, form.type));
  },
  about: (_ctx, form) =>
    `「${form.title}」每张 ${form.use === 'voucher' ? '下载券' : `¥${form.amount}`}，满 ¥${form.min_price} 可用，${form.stock > 0 ? `共 ${form.stock} 张` : '不限张数'}${form.for_new ? '，新用户自动获得' : ''}${form.claimable ? '，可自行领取' : ''}`,
  run: writeDefinition,
});

/**
 * Makes a definition, or changes the one with this id; what was given keeps its terms. Jobs (seed) may too.
 * @throws AppError 404, code 1 with the wrong fields, and as `performAct`
 */
export function saveDefinition(ctx: Ctx, form: CouponForm): Promise<number> {
  return performAct(ctx, saveAct, form);
}

async function writeDefinition(ctx: Ctx, form: CouponForm): Promise<number> {
  const staff_id = ctx.actor.kind === 'job' ? null : requireVerb(ctx, 'coupon.edit');
  const amount_fen = yuanToFen(form.amount);
  const min_price_fen = yuanToFen(form.min_price);
  const wrong: Record<string, string> = {};
  if (form.use !== 'voucher' && (amount_fen === null || amount_fen === 0)) wrong['amount'] = '金额为 0.01 元以上，最多两位小数';
  if (min_price_fen === null) wrong['min_price'] = '门槛为 0 元以上，最多两位小数';
  if (isGiftWhole(form)) wrong['min_price'] = GIFT_MINIMUM_TEXT;
  if (form.use_end_time === 0 && form.valid_days === 0) wrong['valid_days'] = '请填写到期时间或领取后有效天数';
  if (form.claim_from > 0 && form.claim_to > 0 && form.claim_to <= form.claim_from) wrong['claim_to'] = '领取结束应晚于开始';
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
  const now = ctx.app.clock.now();
  const values = {
    use: form.use,
    type: form.type,
    title: form.title,
    amount_fen: form.use === 'voucher' ? 0 : (amount_fen as number),
    percent_off: form.use === 'voucher' ? 0 : form.percent_off,
    min_price_fen: min_price_fen as number,
    claim_from: timeOf(form.claim_from),
    claim_to: timeOf(form.claim_to),
    use_end_time: timeOf(form.use_end_time),
    valid_days: form.valid_days,
    stock: form.stock > 0 ? form.stock : null,
    per_person: form.per_person,
    claimable: form.claimable,
    auto_get: form.auto_get,
    for_new: form.for_new,
    is_on: form.is_on,
    updated_at: now,
  };
  return inTransaction(ctx, async (tx) => {
    const before = form.id > 0 ? await findDefinition(tx.db, form.id) : null;
    if (form.id > 0 && !before) throw notFound('没有这种优惠券');
    if (before && (before.use !== form.use || before.type !== form.type)) throw invalid({ use: '用途不能修改，请新建一种优惠券' });
    if (before && values.stock !== null && values.stock < before.claimed_num)
      throw invalid({ stock: `已领取 ${before.claimed_num} 张，库存不能更少` });
    if (before) await updateDefinition(tx.db, form.id, values);
    const id = before?.id ?? (await insertDefinition(tx.db, values, now));
    if (staff_id !== null) await recordAudit(tx, 'coupon.save', `coupon:${id}`, { ...form, id });
    return id;
  });
}

/** What one coupon of a definition is worth at most, fen. @throws AppError 404 */
export async function definitionFace(ctx: Ctx, id: number): Promise<number> {
  const of = await findDefinition(ctx.db, id);
  if (!of) throw notFound('没有这种优惠券');
  return faceOf(of, await voucherWorth(ctx, of.type));
}

/** What a voucher for one item of a kind is worth: what the dearest of them costs. */
export const voucherWorth = async (ctx: Ctx, kind: number): Promise<number> => (await dearestPrice(ctx, kind)) ?? VOUCHER_FEN;

/** What a definition is called; null for one that is not there. */
export async function definitionTitle(ctx: Ctx, id: number): Promise<string | null> {
  return (await findDefinition(ctx.db, id))?.title ?? null;
}

/** A definition's form and figures. @throws AppError 403, 404 */
export async function definitionForm(ctx: Ctx, id: number): Promise<CouponFormFacts> {
  requireVerb(ctx, 'coupon.edit');
  const of = await findDefinition(ctx.db, id);
  if (!of) throw notFound('没有这种优惠券');
  const figures = await countGiven(ctx.db, id);
  return {
    form: {
      id,
      use: of.use as CouponUse,
      type: of.type,
      title: of.title,
      amount: of.amount_fen / 100,
      percent_off: of.percent_off,
      min_price: of.min_price_fen / 100,
      claim_from: secondsOf(of.claim_from),
      claim_to: secondsOf(of.claim_to),
      use_end_time: secondsOf(of.use_end_time),
      valid_days: of.valid_days,
      stock: of.stock ?? 0,
      per_person: of.per_person,
      claimable: of.claimable,
      auto_get: of.auto_get,
      for_new: of.for_new,
      is_on: of.is_on,
    },
    figures: { ...figures, claimed: of.claimed_num },
  };
}

/** Switches a definition on or off; what was given stays. @throws AppError 403, 404 */
export async function switchDefinition(tx: TxCtx, id: number, is_on: boolean, reason: string): Promise<void> {
  requireVerb(tx, 'coupon.edit');
  const of = await findDefinition(tx.db, id);
  if (!of) throw notFound('没有这种优惠券');
  await updateDefinition(tx.db, id, { ...of, is_on, updated_at: tx.app.clock.now() });
  await recordAudit(tx, is_on ? 'coupon.on' : 'coupon.off', `coupon:${id}`, { reason });
}
