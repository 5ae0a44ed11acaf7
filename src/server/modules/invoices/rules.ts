import type { InvoiceStatus } from '#contract/order.ts';

/** What can happen to an invoice. */
export type InvoiceEvent = 'issue' | 'refuse' | 'withdraw' | 'order_refunded' | 'order_reduced' | 'reverse';

/** The whole life of an invoice; what is not written here cannot happen. A reversed one makes room for another over what is left. */
export const INVOICE_TRANSITIONS: Record<InvoiceStatus, Partial<Record<InvoiceEvent, InvoiceStatus>>> = {
  asked: { issue: 'issued', refuse: 'refused', withdraw: 'withdrawn', order_refunded: 'withdrawn', order_reduced: 'asked' },
  issued: { order_refunded: 'red_due', order_reduced: 'red_due' },
  red_due: { reverse: 'red', order_refunded: 'red_due', order_reduced: 'red_due' },
  refused: {},
  withdrawn: {},
  red: {},
};
