import { expect, it } from 'vitest';
import { arrivesText } from './withdraw.store.ts';

const year = { income: 0, withheld: 0, months: 0, has_month: false };
const rule = { cost_percent: 20, free_month: 0, brackets: [{ up_to: null, percent: 10 }] };

it.each([
  ['nothing is withheld', null, '不收手续费，不代扣税款，实际到账 ¥4000。'],
  ['it is only reported', { ...year, rule: null }, '不收手续费，不代扣税款，实际到账 ¥4000。提现收入按规定报送税务机关，由您自行申报。'],
  ['a tax is withheld', { ...year, rule }, '代扣个人所得税 ¥320，实际到账 ¥3680。按今年累计提现计算。'],
])('says what arrives of an amount where %s', (_where, tax, text) => {
  expect(arrivesText({ tax }, 4_000)).toBe(text);
});
