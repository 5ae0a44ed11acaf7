import type { InvoiceHolder, InvoiceStatus } from '#contract/order.ts';
import { isTaxNumber, plainTaxNumber } from '#contract/tax-number.ts';

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

export interface InvoiceWish {
  holder: InvoiceHolder;
  title: string;
  tax_no: string;
  mail: string;
}

/** What is wrong with a request, by field, for people; null: nothing. `tax_no` is read as people paste it. */
export function wishFaults({ holder, title, tax_no, mail }: InvoiceWish): Partial<Record<keyof InvoiceWish, string>> | null {
  const faults: Partial<Record<keyof InvoiceWish, string>> = {};
  if (title.trim().length < 2) faults.title = holder === 'company' ? '请输入单位全称' : '请输入抬头';
  if (holder === 'company' && !isTaxNumber(plainTaxNumber(tax_no))) faults.tax_no = '税号不正确，请核对 18 位统一社会信用代码';
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(mail)) faults.mail = '请输入正确的邮箱';
  return Object.keys(faults).length > 0 ? faults : null;
}
