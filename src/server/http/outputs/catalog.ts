import { z } from 'zod';
import type * as contract from '#contract/catalog.ts';
import { pictureOutput } from './item.ts';

export const collectionCardOutput = z.strictObject({
  id: z.int(),
  kind: z.string(),
  title: z.string(),
  introduction: z.string(),
  cover: pictureOutput.nullable(),
  cover_img: z.string(),
  item_num: z.int(),
}) satisfies z.ZodType<contract.CollectionCard>;

export const topicOutput = collectionCardOutput.extend({ img: z.string() });
