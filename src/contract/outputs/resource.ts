import { z } from 'zod';
import type * as contract from '#contract/resource.ts';
import { itemDetailOutput } from './item.ts';
import { shopInfoOutput } from './shop.ts';

export const resourceDetailOutput = itemDetailOutput.extend({
  name: z.string(),
  price_max: z.number(),
  show_price: z.literal([0, 1]),
  details: z.string(),
  img_urls: z.array(z.string()),
  video_url: z.string(),
  supplement: z.array(z.strictObject({ key: z.string(), value: z.string() })),
  category: z.array(z.strictObject({ id: z.int(), parent_id: z.int(), name: z.string() })),
  category_new: z.array(z.strictObject({ name: z.string(), child: z.strictObject({ name: z.string() }) })),
  update_time: z.int(),
  tags: z.string(),
  aword: z.string(),
  shop_id: z.int(),
  shop: shopInfoOutput.nullable(),
}) satisfies z.ZodType<contract.ResourceDetail>;

export const topicItemOutput = z.strictObject({
  id: z.int(),
  /** Noun of its kind. */
  noun: z.string(),
  title: z.string(),
  /** False: readers do not see it. */
  published: z.boolean(),
});
export type TopicItem = z.infer<typeof topicItemOutput>;

export const topicFormOutput = z.strictObject({
  id: z.int(),
  /** Key of TOPIC_MENUS. */
  menu: z.string(),
  title: z.string(),
  introduction: z.string(),
  /** URL; empty: the cover of its first work. */
  cover_src: z.string(),
  shown: z.boolean(),
  items: z.array(topicItemOutput),
});
/** A topic as staff edit it. */
export type TopicForm = z.infer<typeof topicFormOutput>;
