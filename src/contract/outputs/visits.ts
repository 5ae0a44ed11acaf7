import { z } from 'zod';
import type * as contract from '#contract/visits.ts';
import { chartOutput } from './chart.ts';

const num = z.int();

export const visitsOutput = z.strictObject({
  range: z.literal([7, 30, 90]),
  kind: z.string(),
  channel: z.string(),
  totals: z.strictObject({ views: num, visitors: num }),
  buyers: num,
  days: z.array(z.strictObject({ day: z.string(), views: num, visitors: num })),
  sources: z.array(
    z.strictObject({ key: z.enum(['direct', 'site', 'baidu', 'engine', 'wechat', 'social', 'other']), title: z.string(), num }),
  ),
  channels: z.array(z.strictObject({ channel: z.string(), arrivals: num, visitors: num, paid: num })),
  funnel: z.array(z.strictObject({ key: z.string(), title: z.string(), num })),
  retention: z.array(z.strictObject({ week: z.string(), visitors: num, back: z.array(num) })),
  pages: z.array(z.strictObject({ page: z.string(), views: num })),
  clicks: z.array(z.strictObject({ name: z.string(), num })),
  dropped: num,
  chart: chartOutput,
}) satisfies z.ZodType<contract.VisitFigures>;
