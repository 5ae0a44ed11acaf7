import { z } from 'zod';

export const chartOutput = z.strictObject({ wide: z.string(), narrow: z.string() });
/** One picture drawn for two widths: scaled down, the words of a wide one are too small to read. SVG documents. */
export type Chart = z.infer<typeof chartOutput>;

/** Units of each drawing. */
export const CHART_WIDTHS = { wide: 760, narrow: 360 } as const;
export type ChartWidth = keyof typeof CHART_WIDTHS;
