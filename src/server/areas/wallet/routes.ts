import { walletCalls } from '#contract/wallet/calls.ts';
import { csvAnswer } from '../../http/csv-answer.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import { topUp } from '../../modules/coins/index.ts';
import { csvPieces } from '../../modules/console/index.ts';
import { cancelWithdrawal, ownWithdrawals, requestWithdrawal } from '../../modules/payouts/index.ts';
import { statementCsv, walletStatement } from '../../modules/wallet/index.ts';
import { walletMoney } from '../../views/own-money.ts';

const ACCOUNT_NAMES = { balance: '收支明细', earning: '收入明细', coin: '猫币明细' } as const;

/** Coins, lines of the wallet, withdrawals: all of the reader's own. */
export const walletEndpoints: Endpoint[] = [
  serve(walletCalls.balance_money, (ctx) => walletMoney(ctx)),
  serve(walletCalls.user_money, (ctx, { id, cache, idempotency_key }) => topUp(ctx, { coins: id, reuse_open: cache, idempotency_key })),
  serve(walletCalls.statement, (ctx, input) => walletStatement(ctx, input)),
  serve(walletCalls.csv, async (ctx, filter) => {
    const name = `${ACCOUNT_NAMES[filter.account]}${filter.month === '' ? '' : `-${filter.month}`}.csv`;
    return csvAnswer(name, csvPieces(statementCsv(ctx, filter)));
  }),
  serve(walletCalls.get_withdrawals, (ctx, input) => ownWithdrawals(ctx, input)),
  serve(walletCalls.post_withdrawals, (ctx, input) => requestWithdrawal(ctx, input)),
  serve(walletCalls.cancel, (ctx, { id }) => cancelWithdrawal(ctx, id)),
];
