import { ORDER_WAITING } from '#contract/order.ts';
import type { Ctx } from '../../app/ctx.ts';
import { fenToYuan } from '../../kernel/money.ts';
import { listOrders } from '../../modules/orders/index.ts';
import { ownWithdrawals } from '../../modules/payouts/index.ts';
import { blocked, once, type Personal, paged } from '../../modules/privacy/index.ts';
import { balances, statementOf, walletLines } from '../../modules/wallet/index.ts';

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

const linesOf = (account: 'balance' | 'earning') => paged(async (ctx, _user_id, at) => (await walletLines(ctx, { account, ...at })).list);

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
      (fen) => `余额还有 ${fenToYuan(fen)} 元，超过 ${most} 元不能直接放弃，请先在购买时使用，或联系客服处理`,
      '/personalCenter/myWallet',
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
