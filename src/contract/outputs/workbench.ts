import { z } from 'zod';
import { WORKBENCH_GROUPS, type WorkbenchGroup } from '#contract/workbench.ts';

const flag = z.literal([0, 1]);

export const plannerEntryOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  note: z.string(),
  /** 0: without a time. */
  at: z.int(),
  /** A day without an hour; `at` is its beginning in Shanghai. */
  all_day: flag,
  done: flag,
  /** Path on this site that it belongs to; empty: none. */
  link: z.string(),
});
/** One's own task or date. */
export type PlannerEntry = z.infer<typeof plannerEntryOutput>;

export const workbenchOutput = z.strictObject({
  entries: z.array(
    z.strictObject({
      key: z.string(),
      group: z.enum(Object.keys(WORKBENCH_GROUPS) as [WorkbenchGroup, ...WorkbenchGroup[]]),
      title: z.string(),
      path: z.string(),
      state: z.string(),
      asks_for_answer: z.boolean(),
      over: z.boolean().optional(),
      at: z.int().optional(),
      all_day: z.boolean().optional(),
      ends_at: z.int().optional(),
    }),
  ),
  planner: z.array(plannerEntryOutput),
});
/** What the workbench page asks for at once. */
export type Workbench = z.infer<typeof workbenchOutput>;

export const calendarFeedOutput = z.strictObject({ url: z.string() });
/** Where calendar programs read one's dates; `url` is empty until it was made. */
export type CalendarFeed = z.infer<typeof calendarFeedOutput>;
