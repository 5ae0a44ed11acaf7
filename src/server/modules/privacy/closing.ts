import type { ClosingCheck } from '#contract/account.ts';
import { actingAs, type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { AppError, conflict } from '../../kernel/errors.ts';
import { fenToYuan } from '../../kernel/money.ts';
import {
  closingNote,
  dropAllPasskeys,
  dueClosings,
  endAllOfUser,
  eraseAccount,
  lockAccount,
  loginOf,
  startClosing,
} from '../identity/index.ts';
import { balances, lockRests, type Rests, writeOffRests } from '../wallet/index.ts';
import { unlinkWechat, wechatOf } from '../wechat/index.ts';
import { dropPackages } from './packages.ts';
import { allPersonal } from './personal.ts';

export const GRACE_DAYS = 7;
const BATCH = 50;

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
  const losses = ['买过、兑换过的内容不能再下载'];
  for (const area of allPersonal()) {
    blockers.push(...((await area.blockers?.(ctx, user_id)) ?? []));
    losses.push(...((await area.losses?.(ctx, user_id)) ?? []));
  }
  losses.push('昵称、头像与资料被清除，手机号可以重新注册为新账号', '订单与账目依法保留，但不再显示您是谁');
  const { balance_fen, coin } = await balances(ctx, user_id);
  return { blockers, losses, rests: { balance: balance_fen / 100, coin }, grace_days: GRACE_DAYS };
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
  const given_up = note === '' ? { balance_fen: 0, coin: 0 } : (JSON.parse(note) as Rests);
  if (!isWithin(await balances(tx, user_id), given_up)) return false;
  if (!(await eraseAccount(tx, user_id))) return false;
  await forgetOwn(tx, user_id);
  // the ledger after what areas lock, as everywhere; so the rests are compared once more
  const rests = await lockRests(tx, user_id);
  if (!isWithin(rests, given_up)) throw conflict(`账号余额刚有变化，现有 ${restsText(rests)}`);
  await writeOffRests(tx, user_id, rests);
  return true;
}

/** What areas hold that says who somebody was goes with the account, in its transaction. */
export async function forgetOwn(tx: TxCtx, user_id: number): Promise<void> {
  for (const { forget = [] } of allPersonal()) for (const one of forget) await one(tx, user_id);
}

/** The rest of somebody who is gone: what they saw, looked for and subscribed to, and packages of their data. */
export async function forgetTraces(ctx: Ctx, user_id: number): Promise<void> {
  const mine = as(ctx, user_id);
  for (const { forget_later = [] } of allPersonal()) for (const one of forget_later) await one(mine, user_id);
  await dropPackages(ctx, { user_id });
}

/** Ends every way into the signed-in user's account but this login, the phone and the password: passkeys, WeChat, other logins and what they made. */
export async function endOtherWays(ctx: Ctx): Promise<void> {
  const user_id = requireUser(ctx);
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx, user_id);
    await dropAllPasskeys(tx, user_id);
    if (await wechatOf(tx, user_id)) await unlinkWechat(tx, user_id);
    await endAllOfUser(tx, user_id, loginOf(tx));
  });
}
