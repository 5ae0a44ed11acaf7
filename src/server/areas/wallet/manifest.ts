import { walletCalls } from '#contract/wallet/calls.ts';
import { csvAnswer } from '../../http/csv-answer.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import { coinPacks, coinSubject, topUp } from '../../modules/coins/index.ts';
import { csvPieces } from '../../modules/console/index.ts';
import {
  cancelWithdrawal,
  ownWithdrawals,
  payoutJobs,
  requestWithdrawal,
  withdrawalIdentityFrom,
  withdrawalMinimum,
  withdrawalOpen,
  withdrawalReview,
  withdrawalTaxNote,
} from '../../modules/payouts/index.ts';
import { statementCsv, walletJobs, walletStatement } from '../../modules/wallet/index.ts';
import { walletMoney } from '../../views/own-money.ts';
import type { Manifest } from '../manifest.ts';
import { walletPersonal } from './personal.ts';
import { withdrawalList } from './withdrawal-list.ts';

const ACCOUNT_NAMES = { balance: '收支明细', earning: '收入明细', coin: '猫币明细' } as const;

/** Coins, lines of the wallet, withdrawals: all of the reader's own. */
const walletEndpoints: Endpoint[] = [
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

/** Coins, what moved on one's accounts, and earnings on their way out. */
export const walletArea: Manifest = {
  name: 'wallet',
  endpoints: walletEndpoints,
  jobs: (app) => [...walletJobs(app), ...payoutJobs(app)],
  subjects: [coinSubject],
  settings: [coinPacks, withdrawalOpen, withdrawalMinimum, withdrawalTaxNote, withdrawalIdentityFrom],
  reviewables: [withdrawalReview],
  staff_lists: [withdrawalList],
  personal: walletPersonal,
};
