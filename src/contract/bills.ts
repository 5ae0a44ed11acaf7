/** What the console receives of income, invoices and bills. Money is yuan, times are unix seconds. */
export type { BillRun, Income } from './outputs/bills.ts';

export const BILL_CALLS = {
  income_csv: '/admin/income/export',
  invoice: '/admin/invoice',
  invoice_issue: '/admin/invoice/issue',
  invoice_reverse: '/admin/invoice/reverse',
  invoice_refile: '/admin/invoice/refile',
  runs_csv: '/admin/bill/runs/export',
} as const;

export const INCOME_RANGES = [7, 30, 90] as const;
export type IncomeRange = (typeof INCOME_RANGES)[number];

export interface IncomeSums {
  /** Orders that were paid, and what buyers paid for them: money and balance. Coins count when they are spent, not when they are bought. */
  orders: number;
  sold: number;
  /** Given back, by the day of giving back. */
  refunded: number;
  /** Of `sold` less `refunded`: their shares, less what they gave back. */
  publishers: number;
  coupons: number;
  /** Paid for coins, less what of it was given back: owed until they are spent, and no part of `sold`. */
  prepaid: number;
}
