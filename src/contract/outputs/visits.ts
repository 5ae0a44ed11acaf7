import { z } from 'zod';
import { chartOutput } from './chart.ts';

const num = z.int();

export const visitsOutput = z.strictObject({
  range: z.literal([7, 30, 90]),
  /** Key of a kind; '': all. */
  kind: z.string(),
  /** '*': all; '': none. */
  channel: z.string(),
  totals: z.strictObject({ views: num, visitors: num }),
  /** Who paid, for whatever; of several days: the sum of each day's. */
  buyers: num,
  days: z.array(z.strictObject({ day: z.string(), views: num, visitors: num })),
  sources: z.array(
    z.strictObject({ key: z.enum(['direct', 'site', 'baidu', 'engine', 'wechat', 'social', 'other']), title: z.string(), num }),
  ),
  /** Readers by the channel that brought them, the most first; arrivals: how often its link was followed. */
  channels: z.array(z.strictObject({ channel: z.string(), arrivals: num, visitors: num, paid: num })),
  /** Of works only: nothing else has all the steps. */
  funnel: z.array(z.strictObject({ key: z.string(), title: z.string(), num })),
  /** By week of the first visit (its Monday): how many there were, and how many of them came in the weeks after. */
  retention: z.array(z.strictObject({ week: z.string(), visitors: num, back: z.array(num) })),
  pages: z.array(z.strictObject({ page: z.string(), views: num })),
  clicks: z.array(z.strictObject({ name: z.string(), num })),
  /** Events that were dropped in this time. */
  dropped: num,
  /** SVG of visitors by day. */
  chart: chartOutput,
});
export type VisitFigures = z.infer<typeof visitsOutput>;
