import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { choiceField, flagField, idField, keyField, plainNumber, textField, wholeNumber } from '#contract/input-fields.ts';
import { VIP_TYPES } from '#contract/membership.ts';
import { unionFormOutput, unionOrderOutput, unionVipOutput } from '#contract/outputs/active.ts';
import { UNION_PARTS_MOST, UNION_PRICE_MAX } from '#contract/union.ts';

const call = callsOf('union');
const staffCall = callsOf('admin', { verb: 'campaign.edit' });
const pathField = (label: string) => textField(label, 300).default('');
const YUAN = `金额为 0 至 ${UNION_PRICE_MAX} 元`;
const SHARE = '占比为 0 至 100';
const yuanField = z.preprocess(plainNumber, z.number({ error: YUAN }).min(0, YUAN).max(UNION_PRICE_MAX, YUAN));
const partField = z.strictObject({
  sort: z.enum(['plan', 'partner'], { error: '权益种类无效' }),
  title: textField('权益名称', 40),
  share: z.preprocess(plainNumber, z.number({ error: SHARE }).min(0, SHARE).max(100, SHARE)),
  vip_type: choiceField('会员类型无效', [0, ...VIP_TYPES]).default(0),
  days: wholeNumber('天数为 0 至 36500', 0, 36_500).default(0),
  max_download_pre_day: wholeNumber('每日次数为 0 至 100000', 0, 100_000).default(0),
  partner: textField('合作方', 40).default(''),
  product: textField('产品', 60).default(''),
  months: wholeNumber('月数为 0 至 60', 0, 60).default(0),
});

export const unionCalls = {
  list: call('GET', '/user/Union/getUnionVipList', {
    summary: '联合会员：在售的组合',
    auth: 'none',
    output: z.strictObject({ list: z.array(unionVipOutput) }),
  }),
  answer: call('GET', '/user/Union/getAnswer', {
    summary: '联合会员：常见问题',
    auth: 'none',
    output: z.strictObject({ list: z.array(z.strictObject({ title: z.string(), content: z.string() })) }),
  }),
  detail: call('GET', '/user/Union/unionVipDetail', {
    summary: '联合会员：一个组合',
    auth: 'none',
    open: { id: 'shown' },
    input: z.object({ id: idField }),
    output: unionVipOutput,
  }),
  type: call('GET', '/user/Union/unionType', {
    summary: '联合会员：会员编号 99、成功类型 7 与合作方',
    auth: 'none',
    output: z.strictObject({ type: z.int(), vip_id: z.int(), partners: z.array(z.string()) }),
  }),
  order: call('POST', '/user/Union/addorder', {
    summary: '联合会员：下单，返回支付二维码；balance 为 1 时先用余额；for_life 为您已终身拥有、不再增加时长的权益',
    limit: { points: 60, window_s: 60 },
    open: { union_id: 'shown' },
    input: z.object({
      union_id: idField,
      balance: flagField.default(false),
      cache: flagField.default(false),
      idempotency_key: keyField.optional(),
    }),
    output: unionOrderOutput,
  }),
  get_form: staffCall('GET', '/admin/union', {
    summary: '后台：联合会员的设置',
    input: z.object({ id: idField }),
    output: unionFormOutput,
  }),
  post_form: staffCall('POST', '/admin/union', {
    summary: '后台：新建或修改联合会员；各项权益的 share 之和为 100',
    input: z.object({
      id: idField.optional(),
      title: textField('名称', 40, 1),
      summary: textField('说明', 200).default(''),
      img: pathField('图片'),
      bottom_img: pathField('底部图片'),
      price: yuanField,
      org_price: yuanField,
      protocol_url: pathField('协议地址'),
      protocol_title: textField('协议名称', 40).default(''),
      sort: wholeNumber('排序为 0 至 9999', 0, 9_999).default(0),
      is_on: flagField.default(true),
      parts: z.array(partField, { error: '权益应为列表' }).max(UNION_PARTS_MOST, `最多 ${UNION_PARTS_MOST} 项权益`),
    }),
    output: z.strictObject({ id: z.int() }),
  }),
  statement: staffCall('GET', '/admin/union/statement', {
    summary: '后台：合作方月度对账单（CSV），金额以元计，收回的为负',
    input: z.object({
      month: z.string({ error: '月份无效' }).regex(/^20\d{2}-(0[1-9]|1[0-2])$/, '月份无效'),
      partner: textField('合作方', 40).default(''),
    }),
    answers: 'text/csv',
  }),
};
