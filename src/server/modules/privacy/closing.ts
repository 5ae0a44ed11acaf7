import type { ClosingCheck } from '#contract/account.ts';
import { ORDER_WAITING } from '#contract/order.ts';
import { actingAs, type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { AppError, conflict } from '../../kernel/errors.ts';
import { fenToYuan } from '../../kernel/money.ts';
import { forgetAddresses } from '../addresses/index.ts';
import { forgetAssistant } from '../assistant/index.ts';
import { allKinds, countItemsOf } from '../catalog/index.ts';
import { forgetTalks } from '../chat/index.ts';
import { forgetComments } from '../comments/index.ts';
import { countOpenDemands, forgetDemands } from '../demands/index.ts';
import { forgetPrizeAddresses, prizesToShip } from '../draws/index.ts';
import { forgetEmployments } from '../employees/index.ts';
import { forgetFootprints } from '../engagement/index.ts';
import { closingNote, dueClosings, eraseAccount, getAccount, startClosing } from '../identity/index.ts';
import { forgetParcels, parcelsToShip } from '../mall/index.ts';
import { activeVips } from '../membership/index.ts';
import { forgetNoticeWays } from '../notices/index.ts';
import { forgetOffers, runningAgreements } from '../offers/index.ts';
import { listOrders } from '../orders/index.ts';
import { ownWithdrawals } from '../payouts/index.ts';
import { forgetPlanner } from '../planner/index.ts';
import { forgetRatings } from '../ratings/index.ts';
import { forgetResumes } from '../recruiting/index.ts';
import { forgetRequests } from '../requests/index.ts';
import { countOpenSalons, forgetSalons } from '../salons/index.ts';
import { forgetSearches } from '../search/index.ts';
import { forgetLearning, forgetTeacher } from '../study/index.ts';
import { cancelSubscription, subscriptionsOf } from '../subscriptions/index.ts';
import { forgetVerification } from '../verification/index.ts';
import { ownedCoupons } from '../vouchers/index.ts';
import { type Balances, balances, lockRests, type Rests, writeOffRests } from '../wallet/index.ts';
import { forgetWechat } from '../wechat/index.ts';
import { takeFiles } from './repo.ts';

export const GRACE_DAYS = 7;
const BATCH = 50;
/** More than this is not given up by a tick: its owner spends it or asks for it. */
const REST_MOST_FEN = 20_000;
const REST_MOST_COINS = 200;

/** As the user, for what verbs say of their caller. */
const as = <C extends Ctx>(ctx: C, user_id: number): C =>
  actingAs(ctx, { kind: 'user', user_id, token_id: 0, roles: [], address: '' }) as C;

/**
 * What stands against closing an account, and what its owner would lose. Earnings, larger sums, open orders, works and staff's duties stand
 * against it: each is to be settled first. Small rests are given up.
 */
export async function closingCheck(ctx: Ctx): Promise<ClosingCheck> {
  const user_id = requireUser(ctx);
  const blockers: ClosingCheck['blockers'] = [];
  const add = (text: string, href: string) => blockers.push({ text, href });
  const account = await getAccount(ctx, user_id);
  if (account && account.roles.length > 0) add('您是工作人员，请先由管理员收回角色', '/about/helpCenter?id=3');
  const { counts } = await listOrders(ctx, null, { status: ORDER_WAITING, page: 1, limit: 1 });
  if (counts.waiting > 0) add(`有 ${counts.waiting} 个订单等待付款，请先付款或关闭`, '/personalCenter/myOrder?view=orders&status=waiting');
  const money = await balances(ctx, user_id);
  blockedByMoney(money, counts.waiting > 0, add);
  const { busy, pending } = await ownWithdrawals(ctx, { page: 1, limit: 1 });
  if (money.earning_fen > 0) {
    const waits = pending > 0 ? `；其中 ${pending.toFixed(2)} 元待结算，买家的退款期限过后可提现` : '';
    add(
      `收益还有 ${fenToYuan(money.earning_fen)} 元，请先全部提现（不受最低金额限制）${waits}`,
      '/personalCenter/myWallet?closing=1#withdraw',
    );
  }
  if (busy || money.withdrawing_fen > 0) add('有提现正在处理，请等它完成', '/personalCenter/myWallet#withdraw');
  const deals = await runningAgreements(ctx, user_id);
  if (deals > 0) add(`有 ${deals} 项合作还没有结束，请先完成或取消`, '/personalCenter/myOffer?tab=agreed');
  const salons = await countOpenSalons(ctx, user_id);
  if (salons > 0) add(`有 ${salons} 场沙龙还在报名，请先举办或取消`, '/personalCenter/mySalon?tab=organised');
  const demands = await countOpenDemands(ctx, user_id);
  if (demands > 0) add(`有 ${demands} 条需求还在进行，请先关闭或完成`, '/personalCenter/myDemand?tab=open');
  const prizes = await prizesToShip(ctx, user_id);
  if (prizes > 0) add(`有 ${prizes} 件奖品还没有寄出，请先等它寄出`, '/personalCenter/myPrize');
  const parcels = await parcelsToShip(ctx, user_id);
  if (parcels > 0) add(`有 ${parcels} 件积分兑换还没有处理完，请先等它完成`, '/integral/integralDetails');
  const works = await countItemsOf(
    ctx,
    user_id,
    allKinds().filter(({ ends }) => !ends),
  );
  const shown = (works.get('published') ?? 0) + (works.get('reviewing') ?? 0);
  if (shown > 0) add(`有 ${shown} 个作品在架或审核中，请先下架或撤回`, '/personalCenter/myPublish');
  const rests = { balance: money.balance_fen / 100, coin: money.coin };
  return { blockers, losses: await lossesOf(ctx, user_id, money), rests, grace_days: GRACE_DAYS };
}

/** What something under way holds, and more than somebody should give up by a tick; less is given up with the account. */
function blockedByMoney(money: Balances, is_ordering: boolean, add: (text: string, href: string) => void): void {
  const most = fenToYuan(REST_MOST_FEN);
  if (money.balance_fen > REST_MOST_FEN) {
    const text = `余额还有 ${fenToYuan(money.balance_fen)} 元，超过 ${most} 元不能直接放弃，请先在购买时使用，或联系客服处理`;
    add(text, '/personalCenter/myWallet');
  }
  // an open order says so itself
  if (money.held_fen > 0 && !is_ordering) add(`有 ${fenToYuan(money.held_fen)} 元余额正在使用中，请稍后再试`, '/personalCenter/myWallet');
  if (money.coin > REST_MOST_COINS) {
    const text = `还有 ${money.coin} 个猫币，超过 ${REST_MOST_COINS} 个不能直接放弃，请先使用，或在充值订单里申请退款`;
    add(text, '/personalCenter/myOrder?view=orders');
  }
  if (money.held_coin > 0) add(`有 ${money.held_coin} 个猫币正在使用中，请稍后再试`, '/personalCenter/myWallet');
}

async function lossesOf(ctx: Ctx, user_id: number, { balance_fen, coin, point }: Balances): Promise<string[]> {
  const vips = await activeVips(ctx, user_id);
  const { counts } = await ownedCoupons(ctx, { user_id, status: 0, page: 1, limit: 1 });
  return [
    '买过、兑换过的内容不能再下载',
    ...(vips.size > 0 ? [`${vips.size} 种会员的剩余时间作废，不退款`] : []),
    ...(counts[0] > 0 ? [`${counts[0]} 张未使用的优惠券与下载券作废`] : []),
    ...(balance_fen > 0 ? [`余额 ${fenToYuan(balance_fen)} 元作废，不退还`] : []),
    ...(coin > 0 ? [`${coin} 个猫币作废，不退还`] : []),
    ...(point > 0 ? [`${point} 积分作废`] : []),
    '昵称、头像与资料被清除，手机号可以重新注册为新账号',
    '订单与账目依法保留，但不再显示您是谁',
  ];
}

const isWithin = (rests: Rests, agreed: Rests): boolean => rests.balance_fen <= agreed.balance_fen && rests.coin <= agreed.coin;

const restsText = ({ balance_fen, coin }: Rests): string =>
  [balance_fen > 0 && `${fenToYuan(balance_fen)} 元余额`, coin > 0 && `${coin} 个猫币`].filter(Boolean).join('、');

/**
 * Begins to close the reader's account: in seven days it is erased, unless they sign in before. All their logins end. `given_up`: what they
 * agree to lose of balance and coins; it stays theirs until the end.
 * @throws AppError code 1 with field captcha; 409 with `data.blockers` while something is open, and while more is left than they give up
 */
export function closeAccount(ctx: Ctx, captcha: string, given_up: Rests): Promise<Date> {
  return startClosing(ctx, captcha, async (tx) => {
    const { blockers } = await closingCheck(tx);
    if (blockers[0]) throw conflict(`暂时不能注销：${blockers[0].text}`, { blockers });
    const { balance_fen, coin } = await balances(tx, requireUser(tx));
    const rests: Rests = { balance_fen, coin };
    if (!isWithin(rests, given_up)) throw conflict(`请先确认放弃 ${restsText(rests)}`);
    return balance_fen + coin > 0 ? JSON.stringify(rests) : '';
  });
}

/** Erases accounts whose days of grace are over. One that more came to than was given up (a sale, a refund) waits until that is settled. */
export async function eraseDue(ctx: Ctx): Promise<number> {
  let erased = 0;
  for (const user_id of await dueClosings(ctx, BATCH)) {
    try {
      if (await inTransaction(ctx, (tx) => eraseOne(tx, user_id))) erased++;
    } catch (error) {
      // one that cannot be erased must not keep the others
      if (!(error instanceof AppError)) throw error;
      ctx.log.warn({ err: error, user_id }, 'account not erased');
    }
  }
  return erased;
}

async function eraseOne(tx: TxCtx, user_id: number): Promise<boolean> {
  if ((await closingCheck(as(tx, user_id))).blockers.length > 0) return false;
  const note = await closingNote(tx, user_id);
  const rests = await lockRests(tx, user_id);
  if (!isWithin(rests, note === '' ? { balance_fen: 0, coin: 0 } : (JSON.parse(note) as Rests))) return false;
  if (!(await eraseAccount(tx, user_id))) return false;
  await writeOffRests(tx, user_id, rests);
  await forgetOwn(tx, user_id);
  return true;
}

/** What modules keep that says who somebody was goes with the account, in its transaction. */
export async function forgetOwn(tx: TxCtx, user_id: number): Promise<void> {
  await forgetAddresses(tx, user_id);
  await forgetPrizeAddresses(tx, user_id);
  await forgetParcels(tx, user_id);
  await forgetWechat(tx, user_id);
  await forgetVerification(tx, user_id);
  await forgetDemands(tx, user_id);
  await forgetSalons(tx, user_id);
  await forgetNoticeWays(tx, user_id);
  await forgetEmployments(tx, user_id);
  await forgetResumes(tx, user_id);
  await forgetTalks(tx, user_id);
  await forgetAssistant(tx, user_id);
  await forgetOffers(tx, user_id);
  await forgetRatings(tx, user_id);
  await forgetLearning(tx, user_id);
  await forgetTeacher(tx, user_id);
}

/** What other modules keep of somebody who is gone: what they saw, looked for and wanted to hear of, and packages of their data. */
export async function forgetTraces(ctx: Ctx, user_id: number): Promise<void> {
  const mine = as(ctx, user_id);
  await forgetFootprints(mine, null);
  await forgetSearches(mine);
  await forgetRequests(mine, user_id);
  await forgetComments(mine, user_id);
  await inTransaction(mine, (tx) => forgetPlanner(tx, user_id));
  for (;;) {
    const { list } = await subscriptionsOf(mine, { page: 1, limit: 50 });
    for (const { id } of list) await cancelSubscription(mine, id);
    if (list.length < 50) break;
  }
  await ctx.app.providers.storage.removePrivate(await takeFiles(ctx.db, { user_id }));
}
