import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { dayStart } from '#contract/days.ts';
import { DISCOUNT_CODE, DISCOUNT_PERCENT_MAX, DISCOUNT_USES_MAX } from '#contract/discount.ts';
import { flagField, idField, limitField, pageField, textField, wholeNumber, yuanField } from '#contract/input-fields.ts';
import { ownPageOutput } from '#contract/outputs/center.ts';
import { discountOutput } from '#contract/outputs/discount.ts';
import { PRICE_MAX } from '#contract/publish.ts';

const call = callsOf('discount');
const dayField = z.string({ error: '日期无效' }).refine((day) => dayStart(day) !== null, '日期应为 2026-11-30 这样的写法');
const yuan = (name: string) => yuanField(`${name}应在 0 至 ${PRICE_MAX} 元之间`, 0, PRICE_MAX).default(0);
const times = (name: string) => wholeNumber(`${name}应为 0 至 ${DISCOUNT_USES_MAX} 的整数`, 0, DISCOUNT_USES_MAX);

export const discountCalls = {
  list: call('GET', '/user/discount/list', {
    summary: '我的优惠码',
    input: z.object({ page: pageField, limit: limitField(10) }),
    output: ownPageOutput(discountOutput),
  }),
  save: call('POST', '/user/discount', {
    summary: '保存优惠码：percent_off 或 amount，item_id 不写为全部',
    limit: { points: 60, window_s: 600 },
    owned: { id: 'discount', item_id: 'work' },
    input: z.object({
      id: idField.optional(),
      code: textField('优惠码', DISCOUNT_CODE.max, DISCOUNT_CODE.min),
      percent_off: wholeNumber(`折扣应为 1 至 ${DISCOUNT_PERCENT_MAX} 的整数`, 0, DISCOUNT_PERCENT_MAX).default(0),
      amount: yuan('减免金额'),
      min_price: yuan('最低价格'),
      item_id: idField.optional(),
      from: dayField,
      to: dayField,
      most: times('总次数').default(0),
      per_person: times('每人次数').default(1),
      off: flagField.default(false),
    }),
    output: discountOutput,
  }),
};
