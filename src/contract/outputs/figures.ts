import { z } from 'zod';
import { chartOutput } from './chart.ts';

const sums = { views: z.int(), collects: z.int(), sales: z.int(), income: z.number() };

const figureSourceOutput = z.strictObject({
  key: z.enum(['direct', 'list', 'search', 'site', 'share', 'outside']),
  title: z.string(),
  views: z.int(),
});
export type FigureSource = z.infer<typeof figureSourceOutput>;

export const figuresOutput = z.strictObject({
  range: z.literal([7, 30, 90]),
  /** Null: of all works. */
  work: z.strictObject({ id: z.int(), title: z.string() }).nullable(),
  totals: z.strictObject(sums),
  days: z.array(z.strictObject({ day: z.string(), ...sums })),
  /** The most seen first; at most `FIGURE_WORKS_MAX`. */
  works: z.array(z.strictObject({ id: z.int(), title: z.string(), kind: z.string(), cover: z.string(), ...sums })),
  sources: z.array(figureSourceOutput),
  /** SVG of the chosen measure by day. */
  chart: chartOutput,
});
export type Figures = z.infer<typeof figuresOutput>;
