import type { InvoiceStatus } from '#contract/order.ts';

/** What can happen to an invoice. */
export type InvoiceEvent =
  | 'issue'
  | 'refuse'
  | 'withdraw'
  | 'order_refunded'
  | 'order_reduced'
  | 'reverse'
  /** Its title is wrong: it is reversed and another one asked for. Given up, it stays as it was. */
  | 'correct'
  | 'keep'
  /** Its number or file was recorded wrongly. */
  | 'refile';

/** The whole life of an invoice; what is not written here cannot happen. A reversed one makes room for another over what is left. */
export const INVOICE_TRANSITIONS: Record<InvoiceStatus, Partial<Record<InvoiceEvent, InvoiceStatus>>> = {
  asked: { issue: 'issued', refuse: 'refused', withdraw: 'withdrawn', order_refunded: 'withdrawn', order_reduced: 'asked' },
  issued: { order_refunded: 'red_due', order_reduced: 'red_due', correct: 'red_due', refile: 'issued' },
  red_due: { reverse: 'red', order_refunded: 'red_due', order_reduced: 'red_due', keep: 'issued', refile: 'red_due' },
  refused: {},
  withdrawn: {},
  red: { refile: 'red' },
};

/** Whether an invoice lives: it can still be issued or must be reversed, and no other one may be asked for meanwhile. */
export const isAlive = (status: InvoiceStatus): boolean => status === 'asked' || status === 'issued' || status === 'red_due';

/** So often a buyer has an order's invoice made over another title; then staff do. */
export const CORRECTIONS_MOST = 3;
