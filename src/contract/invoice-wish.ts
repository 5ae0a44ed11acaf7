import type { InvoiceHolder } from './order.ts';
import { isTaxNumber, plainTaxNumber } from './tax-number.ts';

/** Who an invoice is for, as its form asks. */
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
  if (holder === 'company' && tax_no.trim() === '') faults.tax_no = '请输入税号';
  else if (holder === 'company' && !isTaxNumber(plainTaxNumber(tax_no))) faults.tax_no = '税号不正确，请核对 18 位统一社会信用代码';
  if (!/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*\.[^\s@.]{2,}$/.test(mail)) faults.mail = mail === '' ? '请输入邮箱' : '请输入正确的邮箱';
  return Object.keys(faults).length > 0 ? faults : null;
}
