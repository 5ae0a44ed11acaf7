import { z } from 'zod';
import type * as contract from '#contract/workbench.ts';
import { WORKBENCH_GROUPS, type WorkbenchGroup } from '#contract/workbench.ts';

const flag = z.literal([0, 1]);

export const plannerEntryOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  note: z.string(),
  at: z.int(),
  all_day: flag,
  done: flag,
  link: z.string(),
}) satisfies z.ZodType<contract.PlannerEntry>;

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
}) satisfies z.ZodType<contract.Workbench>;

export const calendarFeedOutput = z.strictObject({ url: z.string() }) satisfies z.ZodType<contract.CalendarFeed>;
