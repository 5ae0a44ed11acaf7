import type { EarningWay, WithdrawalStatus } from '#contract/wallet.ts';
import { assert } from '../../kernel/assert.ts';
import type { Fen } from '../../kernel/money.ts';
import type { Entry } from '../wallet/index.ts';

/** What can happen to a withdrawal. */
export type WithdrawalEvent = 'approve' | 'refuse' | 'cancel' | 'paid' | 'failed';

/** Its whole life. What is not written here cannot happen. */
export const WITHDRAWAL_TRANSITIONS: Record<WithdrawalStatus, Partial<Record<WithdrawalEvent, WithdrawalStatus>>> = {
  reviewing: { approve: 'paying', refuse: 'refused', cancel: 'cancelled' },
  paying: { paid: 'paid', failed: 'failed' },
  paid: {},
  failed: {},
  refused: {},
  cancelled: {},
};

/** What the SQL expects to find and what it writes. @throws Error for a move that the table does not know */
export function moveWithdrawal(from: WithdrawalStatus, event: WithdrawalEvent): { from: WithdrawalStatus; to: WithdrawalStatus } {
  const to = WITHDRAWAL_TRANSITIONS[from][event];
  assert(to !== undefined, `a withdrawal that is ${from} cannot ${event}`);
  return { from, to };
}

/** The request sets earnings aside. */
export function asideEntries(user_id: number, amount_fen: Fen): Entry[] {
  return [
    { owner_id: user_id, purpose: 'earning', amount: -amount_fen },
    { owner_id: user_id, purpose: 'withdrawing', amount: amount_fen },
  ];
}

/** Refused, failed, taken back: everything returns. */
export function backEntries(user_id: number, amount_fen: Fen): Entry[] {
  return [
    { owner_id: user_id, purpose: 'withdrawing', amount: -amount_fen },
    { owner_id: user_id, purpose: 'earning', amount: amount_fen },
  ];
}

/** Paid: the money left what we have at providers, or is balance now, but for the tax, which we owe. */
export function paidEntries({
  user_id,
  amount_fen,
  tax_fen,
  method,
}: {
  user_id: number;
  amount_fen: Fen;
  tax_fen: Fen;
  method: EarningWay;
}): Entry[] {
  const amount = amount_fen - tax_fen;
  return [
    { owner_id: user_id, purpose: 'withdrawing', amount: -amount_fen },
    method === 'balance' ? { owner_id: user_id, purpose: 'balance', amount } : { owner_id: null, purpose: 'gateway', amount },
    { owner_id: null, purpose: 'tax_owed', amount: tax_fen },
  ];
}

/** 张三丰 -> 张**. */
export const maskName = (name: string): string => `${[...name][0] ?? ''}${'*'.repeat(Math.max(1, [...name].length - 1))}`;

/** Enough to recognise one's own account by: 138****0000, zh****@qq.com, 6222****1234. */
export function maskAccount(account: string): string {
  const at = account.indexOf('@');
  if (at >= 0) return `${account.slice(0, Math.min(2, at))}****${account.slice(at)}`;
  return `${account.slice(0, account.length === 11 ? 3 : 4)}****${account.slice(-4)}`;
}

const FIRST_RETRY_MS = 30_000;
const LAST_RETRY_MS = 3_600_000;

/** When a payout whose end is not known is asked about again: 30 s, doubling to an hour. */
export const retryAfterMs = (attempts: number): number =>
  Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(20, Math.max(0, attempts - 1)));
