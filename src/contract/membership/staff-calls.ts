import { z } from 'zod';
import { boundsText } from '#contract/bounds.ts';
import { callsOf } from '#contract/call.ts';
import {
  choiceField,
  idField,
  limitField,
  pageField,
  staffReasonField,
  textField,
  wholeNumber,
  yuanField,
} from '#contract/input-fields.ts';
import { EQUITIES_MAX, SPEC_BOUNDS, SPECS_MAX, VIP_TYPES } from '#contract/membership.ts';
import { planFormOutput, staffTermsOutput } from '#contract/outputs/membership.ts';

const call = callsOf('admin');
const statusField = choiceField('状态无效', [1, 2]);
const limitADay = wholeNumber(`${boundsText('每日次数', SPEC_BOUNDS.limit)}，0 为不限`, SPEC_BOUNDS.limit.min, SPEC_BOUNDS.limit.max);
const priceField = (label: string) => yuanField(boundsText(label, SPEC_BOUNDS.price), SPEC_BOUNDS.price.min, SPEC_BOUNDS.price.max);
const numbersIn = (label: string, most: number) => z.array(wholeNumber(label, 1, 999), { error: label }).max(most, label);
const equityField = z
  .strictObject({
    id: wholeNumber('权益编号为 1 至 999', 1, 999),
    img_url: textField('权益图标', 300),
    desc: textField('权益名称', 40, 1),
    type: statusField,
    content: textField('权益说明', 500, 1),
    tan_img: textField('弹窗图片', 300),
    rule: textField('权益的规则', 20, 1),
  })
  // opened by readers: nothing but a page of the web
  .refine(({ type, content }) => type === 1 || /^https?:\/\//.test(content), '站外链接应以 http:// 或 https:// 开头');
const specField = z.strictObject({
  id: wholeNumber('套餐编号无效', 0, Number.MAX_SAFE_INTEGER),
  show_date: textField('时长名称', 20, 1),
  spec_desc: textField('套餐说明', 60),
  days: wholeNumber(`${boundsText('天数', SPEC_BOUNDS.days)}，0 为终身`, SPEC_BOUNDS.days.min, SPEC_BOUNDS.days.max),
  price: priceField('现价'),
  org_price: priceField('划线价'),
  max_download_pre_day: limitADay,
  without: numbersIn('不含的权益无效', EQUITIES_MAX),
  status: statusField,
});

export const membershipStaffCalls = {
  plans: call('GET', '/admin/vip/plans', {
    summary: '后台：全部会员套餐，含已下架的',
    auth: { verb: 'vip.see' },
    output: z.strictObject({ list: z.array(planFormOutput) }),
  }),
  plan: call('PUT', '/admin/vip/plan', {
    summary: '后台：修改一种会员的套餐与权益；已下的订单保持下单时的价格',
    auth: { verb: 'vip.edit' },
    input: z.object({
      id: idField,
      name: textField('名称', 20, 1),
      introduction: textField('介绍', 120),
      status: statusField,
      equities: z.array(equityField, { error: '权益应为列表' }).max(EQUITIES_MAX, `权益最多 ${EQUITIES_MAX} 项`),
      specs: z.array(specField, { error: '套餐应为列表' }).max(SPECS_MAX, `套餐最多 ${SPECS_MAX} 个`),
    }),
    output: z.null(),
  }),
  terms: call('GET', '/admin/vip/terms', {
    summary: '后台：一个用户的全部会员时长',
    auth: { verb: 'vip.see' },
    input: z.object({ id: idField, page: pageField, limit: limitField(20) }),
    output: staffTermsOutput,
  }),
  give: call('POST', '/admin/vip/give', {
    summary: '后台：赠送会员天数，接在现有会员之后',
    auth: { verb: 'vip.give' },
    input: z.object({
      id: idField,
      vip_type: choiceField('会员类型无效', VIP_TYPES),
      days: wholeNumber('天数为 1 至 3660', 1, 3660),
      max_download_pre_day: limitADay.default(0),
      reason: staffReasonField,
    }),
    output: z.strictObject({ term_id: z.int(), to: z.int() }),
  }),
  end: call('POST', '/admin/vip/end', {
    summary: '后台：提前结束一段赠送的会员；付费的由订单退款结束',
    auth: { verb: 'vip.give' },
    input: z.object({ id: idField, reason: staffReasonField }),
    output: z.null(),
  }),
};
