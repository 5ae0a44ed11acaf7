import { expect, it } from 'vitest';
import { ACCOUNT_KINDS, lineTitle, monthRange } from './rules.ts';
import { accountTitle, reasonTitle, TRANSFER_REASONS } from './statement.ts';

const iso = (month: string) => Object.values(monthRange(month)).map((at) => at?.toISOString() ?? null);

it.each([
  ['', [null, null]],
  ['2026-11', ['2026-10-31T16:00:00.000Z', '2026-11-30T16:00:00.000Z']],
  ['2026-12', ['2026-11-30T16:00:00.000Z', '2026-12-31T16:00:00.000Z']],
  ['2024-02', ['2024-01-31T16:00:00.000Z', '2024-02-29T16:00:00.000Z']],
])('takes the month %j from its first to its last instant in Shanghai', (month, range) => {
  expect(iso(month)).toEqual(range);
});

it.each([
  ['coins_bought', 'coin', 50, '猫币充值'],
  ['contact_reserve', 'coin', -10, '联系供应商'],
  ['contact_release', 'coin', 10, '未接通，猫币退回'],
  ['withdrawal', 'earning', -10_000, '申请提现'],
  ['withdrawal_back', 'earning', 10_000, '提现退回'],
  ['order_refunded', 'earning', -800, '订单退款，收益扣回'],
  ['of a later release', 'balance', -1, '支出'],
  ['of a later release', 'balance', 1, '收入'],
] as const)('calls %s of %s %i %s', (reason, account, amount, title) => {
  expect(lineTitle(reason, account, amount)).toBe(title);
});

it('names every account and every reason for staff, each otherwise', () => {
  const accounts = Object.keys(ACCOUNT_KINDS).map(accountTitle);
  const reasons = TRANSFER_REASONS.map(reasonTitle);
  expect([...accounts, ...reasons].filter((title) => /[a-z]_?[a-z]/.test(title) || title === '')).toEqual([]);
  expect(new Set(accounts).size).toBe(accounts.length);
  expect(new Set(reasons).size).toBe(reasons.length);
});
