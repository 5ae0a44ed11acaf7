/** 个人所得税 of what individuals earn by a platform (劳务报酬), withheld cumulatively over a year. Both sides compute it by this. Amounts are yuan. */

export const TAX_MODES = { none: '不处理', report: '只申报', withhold: '代扣代缴' } as const;
export type TaxMode = keyof typeof TAX_MODES;

export interface TaxRule {
  /** Of the income, percent: costs that need no proof. */
  cost_percent: number;
  /** Free a month in which something was earned. */
  free_month: number;
  /** By what is taxed of a year, the lowest first; the last has no end. */
  brackets: ReadonlyArray<{ up_to: number | null; percent: number }>;
}

/** What was paid out of a year before, and in how many months. */
export interface TaxYear {
  income: number;
  withheld: number;
  months: number;
  /** This month is one of them. */
  has_month: boolean;
}

const cents = (yuan: number): number => Math.round(yuan * 100);

/** The tax of a whole year's income, fen. */
export function yearTaxFen({ cost_percent, free_month, brackets }: TaxRule, income_fen: number, months: number): number {
  const taxed = income_fen - Math.round((income_fen * cost_percent) / 100) - cents(free_month) * months;
  let from = 0;
  let tax = 0;
  for (const { up_to, percent } of brackets) {
    const to = up_to === null ? Number.MAX_SAFE_INTEGER : cents(up_to);
    tax += (Math.max(0, Math.min(taxed, to) - from) * percent) / 100;
    from = to;
  }
  return Math.round(tax);
}

/** What is withheld of an amount, yuan: the year's tax with it, less what was withheld. Something is always left. */
export function withheldOf(rule: TaxRule, year: TaxYear, amount: number): number {
  const months = year.months + (year.has_month ? 0 : 1);
  const due = yearTaxFen(rule, cents(year.income) + cents(amount), months) - cents(year.withheld);
  return Math.max(0, Math.min(due, cents(amount) - 1)) / 100;
}

const LINE = /^(\d{1,9}|-) (\d{1,2}(?:\.\d)?)$/;

/** Brackets as a setting has them, a line each: `36000 3`, the last `- 45`. Null: they are none. */
export function bracketsOf(lines: readonly string[]): TaxRule['brackets'] | null {
  const found = lines.map((line) => LINE.exec(line.trim()));
  const brackets = found.flatMap((one) => (one ? [{ up_to: one[1] === '-' ? null : Number(one[1]), percent: Number(one[2]) }] : []));
  const rising = brackets.every(
    ({ up_to }, at) =>
      (up_to === null) === (at === brackets.length - 1) && (at === 0 || up_to === null || up_to > (brackets[at - 1]?.up_to ?? 0)),
  );
  return brackets.length > 0 && brackets.length === lines.length && rising ? brackets : null;
}

const QUARTER = /^(20\d\d)Q([1-4])$/;
export const isQuarter = (text: string): boolean => QUARTER.test(text);

/** Its first month, and the one after its last. */
export function monthsOfQuarter(quarter: string): { first: string; after: string } {
  const [, year = '2000', of_year = '1'] = QUARTER.exec(quarter) ?? [];
  const month = (n: number) => new Date(Date.UTC(Number(year), n, 1)).toISOString().slice(0, 7);
  return { first: month((Number(of_year) - 1) * 3), after: month(Number(of_year) * 3) };
}
