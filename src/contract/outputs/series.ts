import { z } from 'zod';
import type * as contract from '#contract/series.ts';
import { itemStatusOutput } from './publish.ts';

export const ownSeriesOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  introduction: z.string(),
  items: z.array(z.strictObject({ id: z.int(), title: z.string(), kind: z.string(), status: itemStatusOutput })),
}) satisfies z.ZodType<contract.OwnSeries>;
