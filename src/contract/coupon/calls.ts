import { z } from 'zod';
import { STAFF_REASON_MAX } from '#contract/admin.ts';
import { callsOf } from '#contract/call.ts';
import { BATCH_MOST, CODE_INPUT_MAX, COUPON_TITLE_MAX, COUPON_USES, PHONES_MOST } from '#contract/coupon.ts';
import { couponUses } from '#contract/coupon-use.ts';
import { flagField, idField, limitField, plainNumber, textField, wholeNumber } from '#contract/input-fields.ts';
import { VIPS } from '#contract/membership.ts';
import { claimableOutput, couponFormOutput, gotCouponOutput } from '#contract/outputs/coupon.ts';

const couponCall = callsOf('coupon');
const call = callsOf('admin');

const vipTypes = VIPS.flatMap(({ name, coupon_type }) => (coupon_type ? [`${coupon_type} 为${name}`] : [])).join('，');
const timeField = wholeNumber('时间无效', 0, 99_999_999_999).default(0);
const yuanField = (message: string) =>
  z.preprocess(plainNumber, z.number({ error: message }).min(0, message).max(100_000, message)).default(0);
const auth = { verb: 'coupon.edit' } as const;
const phoneField = z.string({ error: '手机号无效' }).regex(/^1[3-9]\d{9}$/, '手机号无效');

export const couponCalls = {
  get_index: couponCall('GET', '/api/coupon/index', {
    summary: `可领取的优惠券；use 为 membership 时 type ${vipTypes}，不写则为全部；is_have2 为 1 已领取`,
    input: z.object({
      type: wholeNumber('类型无效', 0, 99).optional(),
      use: z.enum(COUPON_USES, { error: '用途无效' }).optional(),
      limit: limitField(10, 100),
    }),
    output: z.strictObject({ list: z.array(claimableOutput) }),
  }),
  post_index: couponCall('POST', '/api/coupon/index', {
    summary: '领取优惠券（id），或用兑换码兑换（code）',
    // a code has 79 bits: it cannot be guessed, and no user enters many
    limit: { points: 20, window_s: 60 },
    open: { id: 'shown' },
    input: z.object({ id: idField.optional(), code: textField('兑换码', CODE_INPUT_MAX).default('') }),
    output: gotCouponOutput,
  }),
  get_form: call('GET', '/admin/coupon', {
    summary: '后台：一种优惠券的设置与发放、使用数量',
    auth,
    input: z.object({ id: idField }),
    output: couponFormOutput,
  }),
  post_form: call('POST', '/admin/coupon', {
    summary: '后台：新建或修改一种优惠券（金额以元计，时间为秒，0 为不限）',
    auth,
    input: z
      .object({
        id: idField.optional(),
        use: z.enum(COUPON_USES, { error: '用途无效' }),
        type: wholeNumber('类型无效', 0, 999),
        title: textField('名称', COUPON_TITLE_MAX, 1),
        amount: yuanField('金额为 0 至 100000 元'),
        percent_off: wholeNumber('折扣为 0 至 99', 0, 99).default(0),
        min_price: yuanField('门槛为 0 至 100000 元'),
        claim_from: timeField,
        claim_to: timeField,
        use_end_time: timeField,
        valid_days: wholeNumber('有效天数为 0 至 730', 0, 730).default(0),
        stock: wholeNumber('库存为 0 至 10000000', 0, 10_000_000).default(0),
        per_person: wholeNumber('每人限领 1 至 99', 1, 99).default(1),
        claimable: flagField.default(false),
        auto_get: flagField.default(false),
        for_new: flagField.default(false),
        is_on: flagField.default(true),
      })
      .refine(({ use, type }) => couponUses().some((one) => one.use === use && one.type === type), { path: ['use'], error: '用途无效' }),
    output: z.strictObject({ id: z.int() }),
  }),
  batch: call('POST', '/admin/coupon/batch', {
    summary: '后台：生成一批兑换码，仅此一次以 CSV 给出',
    auth,
    limit: { points: 20, window_s: 60 },
    input: z.object({
      definition_id: idField,
      title: textField('批次名称', COUPON_TITLE_MAX, 1),
      num: wholeNumber(`数量为 1 至 ${BATCH_MOST}`, 1, BATCH_MOST),
      per_person: wholeNumber('每人限兑 1 至 99', 1, 99).default(1),
      ends_at: wholeNumber('结束时间无效', 1, 99_999_999_999),
    }),
    answers: 'text/csv',
  }),
  issue: call('POST', '/admin/coupon/issue', {
    summary: '后台：给这些手机号各发一张优惠券',
    auth: { verb: 'user.gift' },
    limit: { points: 20, window_s: 60 },
    input: z.object({
      definition_id: idField,
      mobiles: z.array(phoneField, { error: '手机号应为列表' }).min(1, '请输入手机号').max(PHONES_MOST, `一次最多 ${PHONES_MOST} 个手机号`),
      reason: textField('原因', STAFF_REASON_MAX, 1),
    }),
    output: z.strictObject({ given: z.int(), unknown: z.array(z.string()) }),
  }),
};
