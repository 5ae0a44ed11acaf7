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

const workbenchEntryOutput = z.strictObject({
  /** The same over time, and no other entry's: `demand:12`. */
  key: z.string(),
  group: z.enum(Object.keys(WORKBENCH_GROUPS) as [WorkbenchGroup, ...WorkbenchGroup[]]),
  title: z.string(),
  /** Path on this site where one goes on with it. */
  path: z.string(),
  /** As people read it. */
  state: z.string(),
  /** It waits for the person whose board this is. */
  asks_for_answer: z.boolean(),
  /** It is over: shown last, and not in the calendar's feed. */
  over: z.boolean().optional(),
  /** When it takes place. */
  at: z.int().optional(),
  /** `at` is a day without an hour: its beginning in Shanghai. */
  all_day: z.boolean().optional(),
  /** Until when it may be answered. */
  ends_at: z.int().optional(),
});
/** One line of the board. An area gives those of its own (`workbench` of its manifest). */
export type WorkbenchEntry = z.infer<typeof workbenchEntryOutput>;

export const workbenchOutput = z.strictObject({
  entries: z.array(workbenchEntryOutput),
  planner: z.array(plannerEntryOutput),
});
/** What the workbench page asks for at once. */
export type Workbench = z.infer<typeof workbenchOutput>;

export const calendarFeedOutput = z.strictObject({ url: z.string() });
/** Where calendar programs read one's dates; `url` is empty until it was made. */
export type CalendarFeed = z.infer<typeof calendarFeedOutput>;
