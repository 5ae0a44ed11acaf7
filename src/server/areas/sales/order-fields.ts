import { dayStart } from '#contract/days.ts';
import type { OrderStatus } from '#contract/order.ts';
import type { OrderFilter } from '../../modules/orders/index.ts';

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
