import { z } from 'zod';
import type { Chart } from '#contract/chart.ts';

export const chartOutput = z.strictObject({ wide: z.string(), narrow: z.string() }) satisfies z.ZodType<Chart>;
