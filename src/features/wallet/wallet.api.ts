import { gateway, SILENT } from '#client/gateway.ts';
import type { Order } from '#contract/order.ts';
import { POINT_CALLS } from '#contract/points.ts';
import {
  COIN_PAY_TYPE,
  COIN_PLATFORM,
  type LineAccount,
  type LineWay,
  type PoolStatement,
  WALLET_CALLS,
  type WalletMoney,
  type WalletStatement,
  type WithdrawalInput,
  type WithdrawalRow,
  type Withdrawals,
} from '#contract/wallet.ts';

const PER_PAGE = 20;

export const fetchMoney = (): Promise<WalletMoney> => gateway('GET /user/balance/money', {}, SILENT);

/** `cache` 0: another QR in place of the open one. The key makes a retry find the order that a lost answer spoke of. */
export const postTopUp = (id: number, cache: 0 | 1, idempotency_key: string): Promise<Order> =>
  gateway(
    'POST /api/user/money',
    { id, pay_type: COIN_PAY_TYPE, plat_form: COIN_PLATFORM, coupon_id: 0, openid: '', cache, idempotency_key },
    SILENT,
  );

/** The same for the balance. */
export const postBalanceTopUp = (id: number, cache: 0 | 1, idempotency_key: string): Promise<Order> =>
  gateway('POST /user/balance/topup', { id, cache, idempotency_key }, SILENT);

/** Shares of memberships, this month and those before. */
export const fetchPool = (): Promise<PoolStatement> => gateway('GET /user/balance/pool', { page: 1, limit: 12 }, SILENT);

export interface LineFilter {
  account: LineAccount | 'point';
  month: string;
  way: LineWay;
}

/** Points have calls of their own, which take the same filters. */
const calls = ({ account, ...filter }: LineFilter) =>
  account === 'point'
    ? { page: POINT_CALLS.statement, csv: POINT_CALLS.csv, filter }
    : { page: WALLET_CALLS.statement, csv: WALLET_CALLS.csv, filter: { account, ...filter } };

export function fetchStatement(of: LineFilter, before: number): Promise<WalletStatement> {
  const { page, filter } = calls(of);
  return gateway(`GET ${page}`, { ...filter, before, limit: PER_PAGE }, SILENT);
}

export function csvAddress(of: LineFilter): string {
  const { csv, filter } = calls(of);
  return `${csv}?${new URLSearchParams({ ...filter })}`;
}

export const fetchWithdrawals = (page: number, limit: number): Promise<Withdrawals> =>
  gateway('GET /user/withdrawal', { page, limit }, SILENT);
export const postWithdrawal = (input: WithdrawalInput): Promise<WithdrawalRow> => gateway('POST /user/withdrawal', input, SILENT);
export const postCancel = (id: number): Promise<WithdrawalRow> => gateway('POST /user/withdrawal/cancel', { id });
