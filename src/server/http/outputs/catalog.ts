import { z } from 'zod';
import type * as contract from '#contract/catalog.ts';
import { pictureOutput } from './item.ts';

export const collectionCardOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  introduction: z.string(),
  cover: pictureOutput.nullable(),
  cover_img: z.string(),
  item_num: z.int(),
}) satisfies z.ZodType<contract.CollectionCard>;
