import { z } from 'zod';
import { dayStart } from '../days.ts';
import { textField, wholeNumber } from '../input-fields.ts';
import { KINDS, type KindFacts } from '../kinds.ts';

export const orderidField = z.string({ error: '订单号无效' }).regex(/^\d{24}$/, '订单号无效');
/** A kind's code; 0 means every kind. */
const kindField = wholeNumber('种类无效', 0, 999)
  .refine((code) => code === 0 || Object.values<KindFacts>(KINDS).some((kind) => kind.code === code), '种类无效')
  .default(0);
/** A publisher's; empty: none. */
export const codeField = textField('优惠码', 20);

const dayField = textField('日期', 10)
  .refine((day) => day === '' || dayStart(day) !== null, '日期无效')
  .default('');

/** What a list of own orders may be narrowed to. */
export const orderFilterInput = {
  kind: kindField,
  subject: textField('类型', 40).default(''),
  status: wholeNumber('状态无效', 0, 3).default(0),
  q: textField('关键词', 60).default(''),
  from: dayField,
  to: dayField,
};
