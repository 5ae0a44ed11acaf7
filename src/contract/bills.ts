/** What the console is told of income, invoices and bills. Money is yuan, times are unix seconds. */

import type { Chart } from './chart.ts';

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

export interface Income {
  range: IncomeRange;
  totals: IncomeSums;
  /** One row a Shanghai day, the oldest first. */
  days: Array<IncomeSums & { day: string }>;
  /** By what was sold, the largest first. */
  kinds: Array<IncomeSums & { key: string; title: string }>;
  /** Paid for coins that people have still, now. */
  owed: number;
  /** SVG of `sold` by day. */
  chart: Chart;
}

/** One comparison of a day with the provider's bill. */
export interface BillRun {
  day: string;
  provider: string;
  /** Lines of the bill; null: there was none. */
  lines: number | null;
  payments: number;
  repaired: number;
  differences: number;
  fault: string;
  at: number;
}
