import { z } from 'zod';
import { itemStatusOutput } from './publish.ts';

export const ownSeriesOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  introduction: z.string(),
  items: z.array(z.strictObject({ id: z.int(), title: z.string(), kind: z.string(), status: itemStatusOutput })),
});
/** A series for its owner: works of every status. */
export type OwnSeries = z.infer<typeof ownSeriesOutput>;
