import { expect, it } from 'vitest';
import type { WithdrawalStatus } from '#contract/wallet.ts';
import {
  asideEntries,
  backEntries,
  maskAccount,
  maskName,
  moveWithdrawal,
  paidEntries,
  retryAfterMs,
  WITHDRAWAL_TRANSITIONS,
  type WithdrawalEvent,
} from './rules.ts';

const STATUSES = Object.keys(WITHDRAWAL_TRANSITIONS) as WithdrawalStatus[];
const EVENTS: WithdrawalEvent[] = ['approve', 'refuse', 'cancel', 'paid', 'failed'];
const ALLOWED = [
  'reviewing approve paying',
  'reviewing refuse refused',
  'reviewing cancel cancelled',
  'paying paid paid',
  'paying failed failed',
];

it.each(STATUSES.flatMap((from) => EVENTS.map((event) => [from, event] as const)))('a withdrawal that is %s: %s', (from, event) => {
  const allowed = ALLOWED.find((line) => line.startsWith(`${from} ${event} `));
  if (allowed) expect(moveWithdrawal(from, event)).toEqual({ from, to: allowed.split(' ')[2] });
  else expect(() => moveWithdrawal(from, event)).toThrow();
});

const paid = (method: 'bank' | 'balance', tax_fen: number) => (user_id: number, amount_fen: number) =>
  paidEntries({ user_id, amount_fen, method, tax_fen }).filter(({ amount }) => amount !== 0);

it.each(['bank', 'balance'] as const)('T12 owes the tax of what is paid to the %s', (method) => {
  expect(paid(method, 345)(7, 12_345).map(({ purpose, amount }) => [purpose, amount])).toEqual([
    ['withdrawing', -12_345],
    [method === 'bank' ? 'gateway' : 'balance', 12_000],
    ['tax_owed', 345],
  ]);
});

it.each([asideEntries, backEntries, paid('bank', 0), paid('balance', 0)])('moves what it takes and nothing else', (entries) => {
  expect(entries(7, 12_345).reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  expect(entries(7, 12_345).map(({ amount }) => Math.abs(amount))).toEqual([12_345, 12_345]);
});

it.each([
  ['张三', '张*'],
  ['张三丰', '张**'],
  ['𠮷野家', '𠮷**'],
  ['张', '张*'],
])('shows of the name %s: %s', (name, shown) => {
  expect(maskName(name)).toBe(shown);
});

it.each([
  ['13800138000', '138****8000'],
  ['6222020200001235', '6222****1235'],
  ['zhang.san@qq.com', 'zh****@qq.com'],
  ['a@qq.com', 'a****@qq.com'],
])('shows of the account %s: %s', (account, shown) => {
  expect(maskAccount(account)).toBe(shown);
});

it('asks again after 30 s, then twice as late, at most an hour', () => {
  expect([1, 2, 3, 8, 50].map(retryAfterMs)).toEqual([30_000, 60_000, 120_000, 3_600_000, 3_600_000]);
});
