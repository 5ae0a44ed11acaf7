import { z } from 'zod';
import type * as contract from '#contract/catalog.ts';
import type { TermForm } from '#contract/term.ts';
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

export const termFormOutput = z.strictObject({
  id: z.int(),
  place: z.string(),
  parent_id: z.int(),
  name: z.string(),
  sort: z.int(),
}) satisfies z.ZodType<TermForm>;
