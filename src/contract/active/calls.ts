import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { CAMPAIGN_COUPONS_MOST, CAMPAIGN_PAGES, CAMPAIGN_TEXT_MAX, CAMPAIGN_TITLE_MAX } from '#contract/campaign.ts';
import { ADDRESS_MAX, DRAW_ACTIVITY, PRIZES_MOST, USER_SEED_MAX } from '#contract/draw.ts';
import { choiceField, flagField, idField, limitField, staffReasonField, textField, wholeNumber } from '#contract/input-fields.ts';
import { VIP_TYPES } from '#contract/membership.ts';
import {
  campaignFormOutput,
  drawChanceOutput,
  drawResultOutput,
  ownPrizesOutput,
  publishedDrawOutput,
  publishedRoundOutput,
  roundFormOutput,
  staffPrizeOutput,
} from '#contract/outputs/active.ts';
import { RECEIVER_MAX } from '#contract/receiver.ts';
import { orderidField } from '#contract/sales/fields.ts';

const call = callsOf('draw');
const staffCall = callsOf('admin');
const activityField = choiceField(`活动编号应为 ${DRAW_ACTIVITY}`, [DRAW_ACTIVITY]).default(DRAW_ACTIVITY);
const timeField = wholeNumber('时间无效', 1, 99_999_999_999);
const edit = { verb: 'campaign.edit' } as const;
const ship = { verb: 'prize.ship' } as const;
/** Printable and without the sign that parts the message. */
const userSeedField = z
  .string({ error: '种子无效' })
  .max(USER_SEED_MAX, `种子最多 ${USER_SEED_MAX} 个字符`)
  .regex(/^[\w-]*$/, '种子由字母、数字、横线组成')
  .default('');
const optionalNumber = z.preprocess(
  (value) => (value === '' || value === undefined ? null : value),
  wholeNumber('库存与替补序号为 1 至 1000000', 1, 1_000_000).nullable(),
);
const prizeField = z.strictObject({
  place: wholeNumber('序号为 1 至 99', 1, 99),
  title: textField('奖品名称', 40),
  type: choiceField('奖品类型为 2 或 5', [2, 5]),
  weight: wholeNumber('权重为 0 至 1000000', 0, 1_000_000),
  stock: optionalNumber,
  replace: optionalNumber,
  covers: textField('图片', 300).default(''),
  covers_hor: textField('横图', 300).default(''),
  vip_type: choiceField('会员类型无效', [0, ...VIP_TYPES]).default(0),
  days: wholeNumber('天数为 0 至 3650', 0, 3_650).default(0),
  max_download_pre_day: wholeNumber('每日次数为 0 至 100000', 0, 100_000).default(0),
});

export const activeCalls = {
  chance: call('GET', '/event/event/blindnum', {
    summary: '抽奖机会：num 为 1 时该订单可抽一次',
    owned: { orderid: 'order' },
    open: { activity_id: 'shown' },
    input: z.object({ orderid: orderidField, activity_id: activityField }),
    output: drawChanceOutput,
  }),
  draw: call('POST', '/event/event/doblind', {
    summary: '抽奖：每个订单一次；seed 为自己的种子，参与计算，可事后验证',
    limit: { points: 30, window_s: 60 },
    owned: { orderid: 'order' },
    open: { activity_id: 'shown' },
    input: z.object({ orderid: orderidField, activity_id: activityField, seed: userSeedField }),
    output: drawResultOutput,
  }),
  address: call('PUT', '/event/event/express', {
    summary: '填写实物奖品的收货地址，寄出前可以修改',
    body_only: true,
    owned: { blind_id: 'draw' },
    input: z.object({
      blind_id: idField,
      receiver: textField('收件人', RECEIVER_MAX).default(''),
      address: textField('收件地址', ADDRESS_MAX).default(''),
      tel: textField('手机号码', 20).default(''),
    }),
    output: z.null(),
  }),
  mine: call('GET', '/event/event/mine', {
    summary: '我的奖品，与可以抽奖的订单',
    output: ownPrizesOutput,
  }),
  rounds: call('GET', '/event/event/rounds', {
    summary: '抽奖各轮：种子与奖品表的哈希；结束后公布种子',
    auth: 'none',
    output: z.strictObject({ list: z.array(publishedRoundOutput) }),
  }),
  draws: call('GET', '/event/event/draws', {
    summary: '已结束的一轮的全部抽奖，按编号，供任何人验证',
    auth: 'none',
    open: { round: 'shown' },
    input: z.object({ round: idField, after: wholeNumber('编号无效', 0, 100_000_000).default(0), limit: limitField(1_000, 1_000) }),
    output: z.strictObject({ round: publishedRoundOutput, list: z.array(publishedDrawOutput) }),
  }),
  get_admin_form: staffCall('GET', '/admin/round', {
    summary: '后台：一轮抽奖及其奖品表；不写 id 为最近一轮',
    auth: edit,
    input: z.object({ id: idField.optional() }),
    output: roundFormOutput,
  }),
  post_admin_form: staffCall('POST', '/admin/round', {
    summary: '后台：开始新的一轮抽奖；进行中的一轮随之结束并公布种子',
    auth: edit,
    input: z.object({
      title: textField('标题', 40, 1),
      ends_at: timeField,
      prizes: z.array(prizeField, { error: '奖品应为列表' }).min(1, '请填写奖品').max(PRIZES_MOST, `最多 ${PRIZES_MOST} 个奖品`),
    }),
    output: z.strictObject({ id: z.int() }),
  }),
  close: staffCall('POST', '/admin/round/close', {
    summary: '后台：结束一轮抽奖并公布种子',
    auth: edit,
    input: z.object({ id: idField, reason: staffReasonField }),
    output: z.null(),
  }),
  prize: staffCall('GET', '/admin/prize', {
    summary: '后台：一个奖品的状态',
    auth: ship,
    input: z.object({ id: idField }),
    output: staffPrizeOutput,
  }),
  reveal: staffCall('POST', '/admin/prize/reveal', {
    summary: '后台：查看收件信息，记入操作记录',
    auth: ship,
    input: z.object({ id: idField, reason: staffReasonField }),
    output: z.strictObject({ receiver: z.string(), address: z.string(), tel: z.string() }),
  }),
  ship: staffCall('POST', '/admin/prize/ship', {
    summary: '后台：标记奖品已寄出，note 为快递公司与单号',
    auth: ship,
    input: z.object({ id: idField, note: textField('快递公司与单号', 100, 1) }),
    output: z.null(),
  }),
  get_admin_form2: staffCall('GET', '/admin/campaign', {
    summary: '后台：一个活动',
    auth: edit,
    input: z.object({ id: idField }),
    output: campaignFormOutput,
  }),
  post_admin_form2: staffCall('POST', '/admin/campaign', {
    summary: '后台：新建或修改活动',
    auth: edit,
    input: z.object({
      id: idField.optional(),
      page: z.enum(CAMPAIGN_PAGES, { error: '页面无效' }),
      title: textField('标题', CAMPAIGN_TITLE_MAX, 1),
      summary: textField('一句话介绍', 200).default(''),
      content: textField('正文', CAMPAIGN_TEXT_MAX).default(''),
      rules: textField('活动规则', CAMPAIGN_TEXT_MAX).default(''),
      picture: textField('图片', 300).default(''),
      coupon_ids: z
        .array(idField, { error: '优惠券应为编号' })
        .max(CAMPAIGN_COUPONS_MOST, `最多 ${CAMPAIGN_COUPONS_MOST} 种优惠券`)
        .default([]),
      with_plans: flagField.default(false),
      with_draw: flagField.default(false),
      is_on: flagField.default(true),
      starts_at: timeField,
      ends_at: timeField,
    }),
    output: z.strictObject({ id: z.int() }),
  }),
};
