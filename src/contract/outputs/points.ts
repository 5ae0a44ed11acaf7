import { z } from 'zod';

export const pointSumsOutput = z.strictObject({
  points: z.int(),
  /** What ends within 30 days. */
  ending_points: z.int(),
  /** When the first of it ends; 0: nothing ends soon. */
  ending_at: z.int(),
  /** Make-up cards that are not used. */
  cards: z.int(),
});
/** GET /user/integral: what somebody has. */
export type PointSums = z.infer<typeof pointSumsOutput>;

const signInDayOutput = z.strictObject({
  daily: z.string(),
  /** Points it brought; 0 for a day that was made up. */
  integral: z.int(),
  /** 1: with a card. */
  is_makeup: z.literal([0, 1]),
});
export type SignInDay = z.infer<typeof signInDayOutput>;

export const signInMonthOutput = z.strictObject({
  /** Days without a gap up to today, or to yesterday while today is open. */
  continuity: z.int(),
  /** Signed days of this month. */
  count: z.int(),
  list: z.array(signInDayOutput),
  today: z.string(),
  issign: z.literal([0, 1]),
  /** What today brings, or brought. */
  integral: z.int(),
  /** What each day of a streak brings; after the last it begins again. */
  rewards: z.array(z.int()),
  /** Make-up cards that are not used. */
  cards: z.int(),
  /** From this day on missed days can be made up; '': none can. */
  makeup_from: z.string(),
});
/** GET /api/signin. */
export type SignInMonth = z.infer<typeof signInMonthOutput>;

export const signedInOutput = z.strictObject({
  integral: z.int(),
  continuity: z.int(),
  /** Points of the account then. */
  total: z.int(),
});
/** POST /api/signin. */
export type SignedIn = z.infer<typeof signedInOutput>;

export const madeUpOutput = z.strictObject({ continuity: z.int(), cards: z.int() });

export const taskRowOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  /** Name of what is to be done. */
  event: z.string(),
  img: z.string(),
  desc: z.string(),
  /** Path on this site where it is done; '': anywhere. */
  link: z.string(),
  period: z.enum(['daily', 'once']),
  integral: z.int(),
  cards: z.int(),
  done: z.int(),
  target: z.int(),
  state: z.enum(['todo', 'ready', 'held', 'paid']),
  /** Of a held reward: when it is paid. */
  due_time: z.int(),
  /** 1: claimed here; 0: comes by itself. */
  is_claimed_here: z.literal([0, 1]),
});
/** GET /user/task/task. */
export type TaskRow = z.infer<typeof taskRowOutput>;

export const claimedTaskOutput = z.strictObject({ state: z.enum(['held', 'paid']), integral: z.int(), cards: z.int(), due_time: z.int() });
/** POST /user/task/task. */
export type ClaimedTask = z.infer<typeof claimedTaskOutput>;

export const taskFormOutput = z.strictObject({
  form: z.strictObject({
    id: z.int(),
    title: z.string(),
    event: z.string(),
    about: z.string(),
    img: z.string(),
    link: z.string(),
    period: z.enum(['daily', 'once']),
    target: z.int(),
    points: z.int(),
    cards: z.int(),
    is_on: z.boolean(),
    sort: z.int(),
  }),
  events: z.array(z.strictObject({ name: z.string(), title: z.string() })),
});
