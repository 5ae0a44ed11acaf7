import { z } from 'zod';
import { pictureOutput } from './item.ts';

export const collectionCardOutput = z.strictObject({
  id: z.int(),
  /** Key of the kind in whose menu it stands: a scheme's collection, a resource's topic. */
  kind: z.string(),
  title: z.string(),
  introduction: z.string(),
  cover: pictureOutput.nullable(),
  /** URL of the cover, the specification's name for it. */
  cover_img: z.string(),
  item_num: z.int(),
});
export type CollectionCard = z.infer<typeof collectionCardOutput>;

export const topicOutput = collectionCardOutput.extend({ img: z.string() });

export const termFormOutput = z.strictObject({
  id: z.int(),
  /** Which facet of which kind: `scheme.category`. Fixed once it is made. */
  place: z.string(),
  /** The category that it stands under; 0: none. Fixed once it is made. */
  parent_id: z.int(),
  name: z.string(),
  /** Small first. */
  sort: z.int(),
});
/** A term as staff edit it. */
export type TermForm = z.infer<typeof termFormOutput>;
