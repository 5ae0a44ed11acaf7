export type { Chart } from './outputs/chart.ts';

/** Units of each drawing. */
export const CHART_WIDTHS = { wide: 760, narrow: 360 } as const;
export type ChartWidth = keyof typeof CHART_WIDTHS;
