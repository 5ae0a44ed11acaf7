import type { WalletAccount } from '#contract/center.ts';
import { ORDER_WAITING } from '#contract/order.ts';
import { walletCalls } from '#contract/wallet/calls.ts';
import { EARNING_WAY_TEXTS, WITHDRAWAL_TEXTS } from '#contract/wallet.ts';
import type { Ctx } from '../../app/ctx.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import { csvAnswer, pdfAnswer } from '../../http/file-answer.ts';
import { fenToYuan } from '../../kernel/money.ts';
import { balanceMost, balancePacks, balanceSubject, coinPacks, coinSubject, topUp, topUpBalance } from '../../modules/coins/index.ts';
import { BY_DAY, BY_TIME, csvPieces, type StaffList, stateFilter } from '../../modules/console/index.ts';
import { publicUsers } from '../../modules/identity/index.ts';
import { listOrders, orderTitles } from '../../modules/orders/index.ts';
import {
  cancelWithdrawal,
  ownWithdrawals,
  payoutJobs,
  requestWithdrawal,
  taxBase,
  taxBrackets,
  taxMode,
  taxYear,
  taxYearPdf,
  type WithdrawalLine,
  withdrawalIdentityFrom,
  withdrawalMinimum,
  withdrawalOpen,
  withdrawalReview,
  withdrawalSource,
  withdrawalTaxNote,
} from '../../modules/payouts/index.ts';
import { blocked, once, type Personal, paged } from '../../modules/privacy/index.ts';
import { balances, entryParts, statementCsv, statementOf, walletJobs, walletLines, walletStatement } from '../../modules/wallet/index.ts';
import { holderOf } from '../../views/admin/lists.ts';
import { walletMoney } from '../../views/own-money.ts';
import type { Manifest } from '../manifest.ts';

/** More than this is not given up by a tick: its owner spends it or asks for it. */
const REST_MOST_FEN = 20_000;
const REST_MOST_COINS = 200;

const LINES = 50;
const LINES_MOST = 20_000;

async function* coinLines(ctx: Ctx, user_id: number): AsyncGenerator<unknown> {
  const filter = { account: 'coin', month: '', way: 'all', limit: LINES } as const;
  for (let before = 0, read = 0; read < LINES_MOST; read += LINES) {
    const { list, next } = await statementOf(ctx, user_id, { ...filter, before });
    yield* list;
    if (next === 0) return;
    before = next;
  }
}

const linesOf = (account: WalletAccount) => paged(async (ctx, _user_id, at) => (await walletLines(ctx, { account, ...at })).list);

/** Open orders, earnings and larger rests stand against closing an account; small rests are given up with it. */
async function blockersOf(ctx: Ctx, user_id: number) {
  const { counts } = await listOrders(ctx, null, { status: ORDER_WAITING, page: 1, limit: 1 });
  const money = await balances(ctx, user_id);
  const { busy, pending } = await ownWithdrawals(ctx, { page: 1, limit: 1 });
  const most = fenToYuan(REST_MOST_FEN);
  const waits = pending > 0 ? `；其中 ${pending.toFixed(2)} 元待结算，买家的退款期限过后可提现` : '';
  // an open order says so itself
  const held_fen = counts.waiting > 0 ? 0 : money.held_fen;
  return [
    ...blocked(counts.waiting, (n) => `有 ${n} 个订单等待付款，请先付款或关闭`, '/personalCenter/myOrder?view=orders&status=waiting'),
    ...blocked(
      money.balance_fen > REST_MOST_FEN ? money.balance_fen : 0,
      (fen) => `余额还有 ${fenToYuan(fen)} 元，超过 ${most} 元不能直接放弃，请先在购买时使用，充值的部分可在充值订单里申请退款`,
      '/personalCenter/myOrder?view=orders',
    ),
    ...blocked(
      money.purse_fen,
      (fen) => `投标保证金还有 ${fenToYuan(fen)} 元，请先取回到余额；被投标占用的，撤回投标或合作结束后可以取回`,
      '/personalCenter/myWallet#purse',
    ),
    ...blocked(held_fen, (fen) => `有 ${fenToYuan(fen)} 元余额正在使用中，请稍后再试`, '/personalCenter/myWallet'),
    ...blocked(
      money.coin > REST_MOST_COINS ? money.coin : 0,
      (coins) => `还有 ${coins} 个猫币，超过 ${REST_MOST_COINS} 个不能直接放弃，请先使用，或在充值订单里申请退款`,
      '/personalCenter/myOrder?view=orders',
    ),
    ...blocked(money.held_coin, (coins) => `有 ${coins} 个猫币正在使用中，请稍后再试`, '/personalCenter/myWallet'),
    ...blocked(
      money.earning_fen,
      (fen) => `收益还有 ${fenToYuan(fen)} 元，请先全部提现（不受最低金额限制）${waits}`,
      '/personalCenter/myWallet?closing=1#withdraw',
    ),
    ...blocked(busy ? 1 : money.withdrawing_fen, () => '有提现正在处理，请等它完成', '/personalCenter/myWallet#withdraw'),
  ];
}

export const walletPersonal: Personal = {
  files: {
    账户余额: once(async (ctx, user_id) => [await balances(ctx, user_id)]),
    余额明细: linesOf('balance'),
    收益明细: linesOf('earning'),
    投标保证金明细: linesOf('purse'),
    猫币明细: coinLines,
    提现: paged(async (ctx, _user_id, at) => (await ownWithdrawals(ctx, at)).list),
  },
  blockers: blockersOf,
  async losses(ctx, user_id) {
    const { balance_fen, coin, point } = await balances(ctx, user_id);
    return [
      ...(balance_fen > 0 ? [`余额 ${fenToYuan(balance_fen)} 元作废，不退还`] : []),
      ...(coin > 0 ? [`${coin} 个猫币作废，不退还`] : []),
      ...(point > 0 ? [`${point} 积分作废`] : []),
    ];
  },
};

/** Withdrawals of the console; they are decided on the review desk. */
export const withdrawalList: StaffList = {
  key: 'withdrawals',
  title: '提现',
  verb: 'order.see',
  source: withdrawalSource,
  columns: [
    { key: 'withdraw_no', title: '提现号' },
    { key: 'status', title: '状态', kind: 'state' },
    { key: 'amount', title: '金额', kind: 'money' },
    { key: 'user', title: '申请人' },
    { key: 'payee', title: '收款账户' },
    { key: 'reason', title: '原因' },
    { key: 'attempts', title: '打款次数', kind: 'number', hidden: true },
    { key: 'created_at', title: '申请时间', kind: 'time' },
    { key: 'ended_at', title: '完成时间', kind: 'time' },
  ],
  filters: [
    stateFilter(
      WITHDRAWAL_TEXTS,
      { reviewing: 'waiting', paying: 'waiting', failed: 'failed', refused: 'over', cancelled: 'over' },
      'status',
    ),
    ...BY_DAY,
  ],
  orders: BY_TIME,
  search: '提现号、申请人编号或手机号',
  people: holderOf,
  found: { title: 'withdraw_no', beside: ['user', 'amount', 'status'] },
  waits: [{ title: '打款失败的提现', query: 'status=failed' }],
  actions: [],
  async show(ctx, rows) {
    const lines = rows as readonly WithdrawalLine[];
    const people = await publicUsers(
      ctx,
      lines.map(({ user_id }) => user_id),
    );
    return lines.map((line) => ({
      id: String(line.id),
      href: line.status === 'reviewing' ? '/admin/review?type=withdrawal' : `/admin/user?id=${line.user_id}`,
      cells: {
        withdraw_no: line.withdraw_no,
        user: people.get(line.user_id).nickname,
        amount: line.amount_fen / 100,
        payee: `${EARNING_WAY_TEXTS[line.method]} ${line.masked_name} ${line.masked_account}`.trim(),
        status: WITHDRAWAL_TEXTS[line.status],
        reason: line.reason,
        attempts: line.attempts,
        created_at: line.created_at,
        ended_at: line.ended_at ?? 0,
      },
    }));
  },
};

const ACCOUNT_NAMES = { balance: '收支明细', earning: '收入明细', coin: '猫币明细' } as const;

const ofOrders = (ctx: Ctx) => (numbers: readonly string[]) => orderTitles(ctx, numbers);

/** Coins, lines of the wallet, withdrawals: all of the reader's own. */
const walletEndpoints: Endpoint[] = [
  serve(walletCalls.balance_money, (ctx) => walletMoney(ctx)),
  serve(walletCalls.user_money, (ctx, { id, cache, idempotency_key }) => topUp(ctx, { coins: id, reuse_open: cache, idempotency_key })),
  serve(walletCalls.balance_top_up, (ctx, { id, cache, idempotency_key }) =>
    topUpBalance(ctx, { yuan: id, reuse_open: cache, idempotency_key }),
  ),
  serve(walletCalls.statement, (ctx, input) => walletStatement(ctx, input, ofOrders(ctx))),
  serve(walletCalls.csv, async (ctx, filter) => {
    const name = `${ACCOUNT_NAMES[filter.account]}${filter.month === '' ? '' : `-${filter.month}`}.csv`;
    return csvAnswer(name, csvPieces(statementCsv(ctx, filter, ofOrders(ctx))));
  }),
  serve(walletCalls.get_withdrawals, (ctx, input) => ownWithdrawals(ctx, input)),
  serve(walletCalls.post_withdrawals, (ctx, input) => requestWithdrawal(ctx, input)),
  serve(walletCalls.tax_year, (ctx, { year }) => taxYear(ctx, year)),
  serve(walletCalls.tax_year_pdf, async (ctx, { year }) => pdfAnswer(await taxYearPdf(ctx, year))),
  serve(walletCalls.cancel, (ctx, { id }) => cancelWithdrawal(ctx, id)),
];

/** Coins, what moved on one's accounts, and earnings on their way out. */
export const walletArea: Manifest = {
  name: 'wallet',
  months: [entryParts],
  endpoints: walletEndpoints,
  jobs: (app) => [...walletJobs(app), ...payoutJobs(app)],
  subjects: [coinSubject, balanceSubject],
  settings: [
    ...[coinPacks, balancePacks, balanceMost, withdrawalOpen, withdrawalMinimum, withdrawalTaxNote, withdrawalIdentityFrom],
    ...[taxMode, taxBase, taxBrackets],
  ],
  reviewables: [withdrawalReview],
  staff_lists: [withdrawalList],
  personal: walletPersonal,
};
