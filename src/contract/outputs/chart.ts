import { z } from 'zod';

export const chartOutput = z.strictObject({ desk: z.string().optional(), wide: z.string(), narrow: z.string() });
/** One picture drawn for several widths: scaled, its words are too small or too large to read. `desk`: as wide as a page, or half of it where two stand beside each other. SVG documents. */
export type Chart = z.infer<typeof chartOutput>;

/** Units of each drawing. */
export const CHART_WIDTHS = { desk: 1100, wide: 760, half: 560, narrow: 360 } as const;
export type ChartWidth = keyof typeof CHART_WIDTHS;
