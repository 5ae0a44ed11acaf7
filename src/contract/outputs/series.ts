import { z } from 'zod';
import { itemStatusOutput } from './publish.ts';

export const ownSeriesOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  introduction: z.string(),
  /** Of all its works together; 0: sold singly alone. */
  price: z.number(),
  items: z.array(z.strictObject({ id: z.int(), title: z.string(), kind: z.string(), status: itemStatusOutput })),
});
/** A series for its owner: works of every status. */
export type OwnSeries = z.infer<typeof ownSeriesOutput>;
