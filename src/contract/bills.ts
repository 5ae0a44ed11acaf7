/** What the console is told of income, invoices and bills. Money is yuan, times are unix seconds. */

import type { Chart } from './chart.ts';

export const BILL_CALLS = {
  income: '/admin/income',
  income_csv: '/admin/income/export',
  invoice: '/admin/invoice',
  invoice_issue: '/admin/invoice/issue',
  invoice_reverse: '/admin/invoice/reverse',
  invoice_refuse: '/admin/invoice/refuse',
  runs: '/admin/bill/runs',
  runs_csv: '/admin/bill/runs/export',
} as const;

export const INCOME_RANGES = [7, 30, 90] as const;
export type IncomeRange = (typeof INCOME_RANGES)[number];

export interface IncomeSums {
  /** Orders that were paid, and what buyers paid for them: money and balance. */
  orders: number;
  sold: number;
  /** Given back, by the day of giving back. */
  refunded: number;
  /** Of `sold`, as it was shared when it was sold. */
  publishers: number;
  coupons: number;
}

export interface Income {
  range: IncomeRange;
  totals: IncomeSums;
  /** One row a Shanghai day, the oldest first. */
  days: Array<IncomeSums & { day: string }>;
  /** By what was sold, the largest first. */
  kinds: Array<IncomeSums & { key: string; title: string }>;
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
