import { z } from 'zod';
import type { SignedIn, SignInMonth } from '#contract/outputs/points.ts';
import { addDays, monthGrid, monthOf, rewardOf, SIGN_IN_TEXTS } from '#contract/signin.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { assert } from '../../kernel/assert.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { conflict, invalid } from '../../kernel/errors.ts';
import { grantPoints } from '../points/index.ts';
import { defineSetting, getSetting } from '../settings/index.ts';
import { countCards, countStreak, findDays, hasDay, insertCard, insertDay, lockCalendar, takeCard } from './repo.ts';

export const signInPoints = defineSetting(
  'signin_points',
  z.array(z.int().min(1).max(1_000)).min(1).max(31).default([2, 2, 4, 4, 6, 6, 10]),
  {
    group: '会员、积分与活动',
    title: '签到积分',
    about: '每行一天：连续签到第 1 天、第 2 天……得到的积分；到最后一行后从头开始。',
  },
);

export const makeupDays = defineSetting('signin_makeup_days', z.int().min(0).max(60).meta({ unit: '天' }).default(30), {
  group: '会员、积分与活动',
  title: '可补签的天数',
  about: '用补签卡可以补签今天之前多少天内漏签的日子；0 为不能补签。补签接上连续天数，不发积分。',
});

/** Whether the user signed in on this Shanghai day. */
export function signedToday(ctx: Ctx, user_id: number): Promise<boolean> {
  return hasDay(ctx.db, user_id, shanghaiDay(ctx.app.clock.now()));
}

/** How many days the streak has, up to today or to yesterday while today is open. */
async function streakNow(ctx: Ctx, user_id: number, today: string): Promise<number> {
  return (await countStreak(ctx.db, user_id, today)) || countStreak(ctx.db, user_id, addDays(today, -1));
}

/** A month (YYYY-M; '': this one) of the signed-in user's calendar, with what today brings. */
export async function signInMonth(ctx: Ctx, mon: string): Promise<SignInMonth> {
  const user_id = requireUser(ctx);
  const today = shanghaiDay(ctx.app.clock.now());
  const month = mon === '' ? monthOf(today) : mon;
  const days = monthGrid(month).filter(({ in_month }) => in_month);
  const rows = await findDays(ctx.db, user_id, days[0]?.day as string, days.at(-1)?.day as string);
  const continuity = await streakNow(ctx, user_id, today);
  const [signed] = await findDays(ctx.db, user_id, today, today);
  const rewards = await getSetting(ctx, signInPoints);
  const back = await getSetting(ctx, makeupDays);
  return {
    continuity,
    count: rows.length,
    list: rows.map(({ day, points, made_up }) => ({ daily: day, integral: points, is_makeup: made_up ? 1 : 0 })),
    today,
    issign: signed ? 1 : 0,
    integral: signed ? signed.points : rewardOf(rewards, continuity + 1),
    rewards: [...rewards],
    cards: await countCards(ctx.db, user_id),
    makeup_from: back === 0 ? '' : addDays(today, -back),
  };
}

/**
 * Signs the user in for today (Shanghai), once a day however many ask at once, and grants the points of the streak. Locks the person's
 * calendar, then their points. @throws AppError 409 when today is signed already
 */
export async function signIn(ctx: Ctx): Promise<Omit<SignedIn, 'total'>> {
  const user_id = requireUser(ctx);
  return inTransaction(ctx, async (tx) => {
    await lockCalendar(tx.db, user_id);
    const now = tx.app.clock.now();
    const day = shanghaiDay(now);
    if (await hasDay(tx.db, user_id, day)) throw conflict(SIGN_IN_TEXTS.again);
    const continuity = (await countStreak(tx.db, user_id, addDays(day, -1))) + 1;
    const points = rewardOf(await getSetting(tx, signInPoints), continuity);
    await insertDay(tx.db, { user_id, day, points, created_at: now });
    const { granted } = await grantPoints(tx, { user_id, points, reason: 'signin', key: `signin:${user_id}:${day}` });
    assert(granted, 'a day that was not signed brought points before');
    return { integral: points, continuity };
  });
}

/**
 * Makes a missed day up with a card: it joins the streak and brings no points. Locks the person's calendar.
 * @returns the streak then
 * @throws AppError 409 for a signed day or without a card, code 1 for a day that cannot be made up
 */
export async function makeUpDay(ctx: Ctx, day: string): Promise<{ continuity: number; cards: number }> {
  const user_id = requireUser(ctx);
  return inTransaction(ctx, async (tx) => {
    await lockCalendar(tx.db, user_id);
    const now = tx.app.clock.now();
    const today = shanghaiDay(now);
    const back = await getSetting(tx, makeupDays);
    if (day >= today || day < addDays(today, -back))
      throw invalid({ day: back === 0 ? '暂时不能补签' : `只能补签最近 ${back} 天内漏签的日子` });
    if (await hasDay(tx.db, user_id, day)) throw conflict('这一天已经签到');
    if (!(await takeCard(tx.db, user_id, day, now))) throw conflict(SIGN_IN_TEXTS.no_card);
    await insertDay(tx.db, { user_id, day, points: 0, made_up: true, created_at: now });
    return { continuity: await streakNow(tx, user_id, today), cards: await countCards(tx.db, user_id) };
  });
}

/** Make-up cards for somebody; the same key gives them once. @returns false when it gave them before */
export async function giveCards(tx: TxCtx, { user_id, cards, key }: { user_id: number; cards: number; key: string }): Promise<boolean> {
  let fresh = false;
  for (let nth = 1; nth <= cards; nth++) {
    fresh = await insertCard(tx.db, { user_id, key: `${key}/${nth}`, created_at: tx.app.clock.now() });
  }
  return fresh;
}

/** Make-up cards that are not used. */
export function cardsOf(ctx: Ctx, user_id: number): Promise<number> {
  return countCards(ctx.db, user_id);
}
