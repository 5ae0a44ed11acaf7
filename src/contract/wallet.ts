/** DTOs of coins, the wallet's lines and withdrawals. Amounts are yuan (coins for the account `coin`), times unix seconds. */
import type { Withdrawals } from './outputs/wallet.ts';

export type { PoolStatement, WalletMoney, WalletStatement, WithdrawalRow } from './outputs/wallet.ts';
export type { Withdrawals };

/** Top-up asks this often whether the order is paid (spec 9). */
export const TOP_UP_POLL_MS = 2_000;
/** Width of the dialog with the QR (spec 9). */
export const TOP_UP_WIDTH = 544;
/** Platform of top-ups from this site, and the way of paying: the fields' only values (spec 7). */
export const COIN_PLATFORM = 4;
export const COIN_PAY_TYPE = 5;

export const COIN_TEXTS = {
  success: '充值成功',
  submit_failed: '提交失败',
  failed: '充值失败',
  choose: '请选择充值面额',
} as const;

/** Accounts whose lines their owner sees. */
export const LINE_ACCOUNTS = ['balance', 'earning', 'coin'] as const;
export type LineAccount = (typeof LINE_ACCOUNTS)[number];
/** in: what was added; out: what was taken. */
export const LINE_WAYS = ['all', 'in', 'out'] as const;
export type LineWay = (typeof LINE_WAYS)[number];

export const WALLET_CALLS = {
  statement: '/user/balance/statement',
  csv: '/user/balance/csv',
  withdrawals: '/user/withdrawal',
} as const;

export const PAYOUT_METHODS = ['alipay', 'bank'] as const;
export type PayoutMethod = (typeof PAYOUT_METHODS)[number];
/** Where earnings go: out, or to the balance at once. */
export const EARNING_WAYS = [...PAYOUT_METHODS, 'balance'] as const;
export type EarningWay = (typeof EARNING_WAYS)[number];
export const EARNING_WAY_TEXTS: Record<EarningWay, string> = { alipay: '支付宝', bank: '银行卡', balance: '转入余额' };

export type WithdrawalStatus = 'reviewing' | 'paying' | 'paid' | 'failed' | 'refused' | 'cancelled';
export const WITHDRAWAL_TEXTS: Record<WithdrawalStatus, string> = {
  reviewing: '审核中',
  paying: '打款中',
  paid: '已到账',
  failed: '打款失败，金额已退回',
  refused: '未通过，金额已退回',
  cancelled: '已撤回，金额已退回',
};

export interface WithdrawalInput {
  /** Yuan, two decimals at most. */
  amount: number;
  method: EarningWay;
  name: string;
  account: string;
  /** Withheld of it, yuan, as its owner saw it; absent: nothing. */
  tax?: number;
  /** Same key, same request. */
  idempotency_key: string;
  /** To close the account: all there is, however little. */
  closing?: boolean;
}

export type WithdrawalFields = Pick<WithdrawalInput, 'amount' | 'method' | 'name' | 'account'>;

/** A payee that was paid before, by what is shown of it. */
export const isLastPayee = (
  form: Omit<WithdrawalFields, 'amount' | 'method'> & { method: string },
  last: Withdrawals['last'] = null,
): boolean => last?.method === form.method && last.name === form.name && last.account === form.account;

/** Messages by field; empty when all is well. `amount` is what was typed; `closing`: all of it, without a minimum, as to the balance. Both sides check by it. */
export function checkWithdrawal(
  form: { amount: string; method: string; name: string; account: string },
  limits: { minimum: number; available: number; closing?: boolean; last?: Withdrawals['last'] },
): Partial<Record<keyof WithdrawalFields, string>> {
  const wrong: Partial<Record<keyof WithdrawalFields, string>> = {};
  const amount = form.amount.trim();
  if (amount === '') wrong.amount = '请输入提现金额';
  else if (!/^\d{1,8}(\.\d{1,2})?$/.test(amount) || Number(amount) <= 0) wrong.amount = '请输入正确的金额，最多两位小数';
  else if (limits.closing && Number(amount) !== limits.available) wrong.amount = `注销前请一次提现全部收益 ¥${limits.available}`;
  else if (!limits.closing && form.method !== 'balance' && Number(amount) < limits.minimum)
    wrong.amount = `每次至少提现 ¥${limits.minimum}`;
  else if (Number(amount) > limits.available) wrong.amount = '提现金额超过可提现收益';
  if (form.method === 'balance' && !limits.closing) return wrong;
  if (isLastPayee(form, limits.last)) return wrong;
  if (!(PAYOUT_METHODS as readonly string[]).includes(form.method)) wrong.method = '请选择收款方式';
  const name = form.name.trim();
  if (name === '') wrong.name = '请输入收款人姓名';
  else if (!/^[\p{L}·. ]{2,40}$/u.test(name)) wrong.name = '请输入与账户一致的真实姓名';
  const account = form.account.replace(/\s/g, '');
  if (account === '') wrong.account = '请输入收款账号';
  else if (form.method === 'bank' && !isCardNumber(account)) wrong.account = '请输入正确的银行卡号';
  else if (form.method === 'alipay' && !/^(1[3-9]\d{9}|[^@\s]{1,64}@[^@\s]{1,64}\.[A-Za-z]{2,20})$/.test(account))
    wrong.account = '请输入支付宝绑定的手机号或邮箱';
  return wrong;
}

/** 16 to 19 digits with a right last one (Luhn). */
function isCardNumber(text: string): boolean {
  if (!/^\d{16,19}$/.test(text)) return false;
  const digits = [...text].reverse().map(Number);
  const sum = digits.reduce((all, digit, at) => all + (at % 2 === 0 ? digit : digit * 2 > 9 ? digit * 2 - 9 : digit * 2), 0);
  return sum % 10 === 0;
}
