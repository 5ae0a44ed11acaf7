import { z } from 'zod';

export const pointSumsOutput = z.strictObject({ points: z.int(), ending_points: z.int(), ending_at: z.int(), cards: z.int() });

export const signInMonthOutput = z.strictObject({
  continuity: z.int(),
  count: z.int(),
  list: z.array(z.strictObject({ daily: z.string(), integral: z.int(), is_makeup: z.literal([0, 1]) })),
  today: z.string(),
  issign: z.literal([0, 1]),
  integral: z.int(),
  rewards: z.array(z.int()),
  cards: z.int(),
  makeup_from: z.string(),
});

export const signedInOutput = z.strictObject({ integral: z.int(), continuity: z.int(), total: z.int() });

export const madeUpOutput = z.strictObject({ continuity: z.int(), cards: z.int() });

export const taskRowOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  event: z.string(),
  img: z.string(),
  desc: z.string(),
  link: z.string(),
  period: z.enum(['daily', 'once']),
  integral: z.int(),
  cards: z.int(),
  done: z.int(),
  target: z.int(),
  state: z.enum(['todo', 'ready', 'held', 'paid']),
  due_time: z.int(),
  is_claimed_here: z.literal([0, 1]),
});

export const claimedTaskOutput = z.strictObject({ state: z.enum(['held', 'paid']), integral: z.int(), cards: z.int(), due_time: z.int() });

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
