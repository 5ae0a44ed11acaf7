import { z } from 'zod';
import type { OrderStatus } from '#contract/order.ts';
import { dayStart } from '../../db/keyset.ts';
import { textField, wholeNumber } from '../../http/fields.ts';
import { allKinds } from '../../modules/catalog/index.ts';
import type { OrderFilter } from '../../modules/orders/index.ts';

export const orderidField = z.string({ error: '订单号无效' }).regex(/^\d{24}$/, '订单号无效');
/** A kind's code; 0 means every kind. */
const kindField = wholeNumber('种类无效', 0, 999)
  .refine((code) => code === 0 || allKinds().some((kind) => kind.code === code), '种类无效')
  .default(0);
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

interface FilterInput {
  kind: number;
  subject: string;
  status: number;
  q: string;
  from: string;
  to: string;
}

/** The same as a verb takes it; `to` is included by people and left out by verbs. */
export function orderWish({
  kind,
  subject,
  status,
  q,
  from,
  to,
}: FilterInput): Omit<OrderFilter, 'page' | 'limit'> & { subject: string | null } {
  const last = to === '' ? null : dayStart(to);
  return {
    // a kind is one of items
    subject: kind > 0 ? 'item' : subject === '' ? null : subject,
    ...(kind > 0 ? { snapshot: { kind } } : {}),
    status: status === 0 ? null : (status as OrderStatus),
    words: q,
    from: from === '' ? null : dayStart(from),
    to: last && new Date(last.getTime() + 86_400_000),
  };
}
