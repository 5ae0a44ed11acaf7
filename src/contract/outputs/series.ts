import { z } from 'zod';
import { itemStatusOutput } from './publish.ts';

/** When a course of a path opens: from that moment on (unix seconds); 0: to who has finished the one before it. */
export const releaseOutput = z.strictObject({ item_id: z.int(), opens_at: z.int() });
export type Release = z.infer<typeof releaseOutput>;

/** Own courses whose release cannot be set, or only earlier: all their lessons are free, or somebody has them permanently. */
export const boundCoursesOutput = z.strictObject({ free: z.array(z.int()), bought: z.array(z.int()) });
export type BoundCourses = z.infer<typeof boundCoursesOutput>;

export const ownSeriesOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  introduction: z.string(),
  /** Of all its works together; 0: sold singly alone. */
  price: z.number(),
  releases: z.array(releaseOutput),
  items: z.array(z.strictObject({ id: z.int(), title: z.string(), kind: z.string(), status: itemStatusOutput })),
});
/** A series for its owner: works of every status. */
export type OwnSeries = z.infer<typeof ownSeriesOutput>;
