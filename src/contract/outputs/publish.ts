import { z } from 'zod';
import type * as contract from '#contract/publish.ts';
import { fieldValueOutput, shownFieldsOutput } from './fields.ts';
import { pageUnitOutput, termOutput } from './item.ts';

export const publishOptionsOutput = z.strictObject({
  categories: z.array(termOutput),
  facets: z.record(z.string(), z.array(termOutput)),
  hot_tags: z.array(z.string()),
  publisher_share_bp: z.number(),
  pptx_supported: z.boolean(),
  held_for_review: z.boolean(),
}) satisfies z.ZodType<contract.PublishOptions>;

export const itemStatusOutput = z.enum([
  'draft',
  'rendering',
  'reviewing',
  'rejected',
  'scheduled',
  'published',
  'taken_down',
  'failed',
]) satisfies z.ZodType<contract.ItemStatus>;

export const savedItemOutput = z.strictObject({
  id: z.int(),
  status: itemStatusOutput,
  saved_at: z.int(),
  edition: z.int(),
  waiting: z.boolean(),
}) satisfies z.ZodType<contract.SavedItem>;

export const itemFormOutput = z.strictObject({
  title: z.string(),
  introduction: z.string(),
  category_id: z.int().nullable(),
  category_id_sub: z.number().nullable(),
  tags: z.array(z.string()),
  terms: z.record(z.string(), z.number()),
  price_type: z.enum(['free', 'paid', 'vip']),
  price: z.string(),
  free_pages: z.number(),
  cover_page: z.number().nullable(),
  cover_file_id: z.int().nullable(),
  cover_focus: z.strictObject({ x: z.number(), y: z.number() }).nullable(),
  file_id: z.int().nullable(),
  pictures: z.array(z.int()).readonly(),
  video_file_id: z.int().nullable(),
  video_captions: z.string(),
  publish_at: z.int().nullable(),
  fields: z.record(z.string(), fieldValueOutput),
}) satisfies z.ZodType<contract.ItemForm>;

export const signedPictureOutput = z.strictObject({
  src: z.string(),
  width: z.number(),
  height: z.number(),
}) satisfies z.ZodType<contract.SignedPicture>;

export const uploadedFileOutput = z.strictObject({
  id: z.int(),
  name: z.string(),
  size_bytes: z.int(),
  type: z.string(),
  picture: z.optional(z.strictObject({ thumb: signedPictureOutput, alike: z.string() })),
  film: z.optional(z.strictObject({ src: z.string(), duration_ms: z.number() })),
}) satisfies z.ZodType<contract.UploadedFile>;

export const renderProgressOutput = z.strictObject({
  status: z.enum(['done', 'rendering', 'failed', 'waiting', 'converting']),
  done_pages: z.number(),
  page_count: z.int(),
  failure: z.string(),
}) satisfies z.ZodType<contract.RenderProgress>;

export const privatePageOutput = z.strictObject({
  page_no: z.int(),
  thumb: signedPictureOutput,
  full: signedPictureOutput,
}) satisfies z.ZodType<contract.PrivatePage>;

export const fileStateOutput = z.strictObject({
  file: uploadedFileOutput,
  render: renderProgressOutput,
  pages: z.array(privatePageOutput),
}) satisfies z.ZodType<contract.FileState>;

export const ownPictureOutput = z.strictObject({
  file: uploadedFileOutput,
  thumb: signedPictureOutput,
  alike: z.string(),
}) satisfies z.ZodType<contract.OwnPicture>;

export const ownItemOutput = z.strictObject({
  id: z.int(),
  status: itemStatusOutput,
  reject_reason: z.string(),
  form: itemFormOutput,
  file: fileStateOutput.nullable(),
  cover: signedPictureOutput.nullable(),
  pictures: z.array(ownPictureOutput),
  video: uploadedFileOutput.nullable(),
  saved_at: z.int(),
  edition: z.int(),
  waiting: z.boolean(),
  was_published: z.boolean(),
  changed: z.boolean(),
}) satisfies z.ZodType<contract.OwnItem>;

export const pickedItemOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  cover_src: z.string(),
  own: z.boolean(),
}) satisfies z.ZodType<contract.PickedItem>;

export const publishedRowOutput = z.strictObject({
  id: z.int(),
  kind: z.string(),
  title: z.string(),
  cover_src: z.string(),
  status: itemStatusOutput,
  reject_reason: z.string(),
  render: renderProgressOutput.nullable(),
  price: z.number(),
  vip_only: z.boolean(),
  pages: z.number(),
  format: z.string(),
  sale_num: z.int(),
  download_num: z.int(),
  view_num: z.int(),
  earnings: z.number(),
  created_at: z.int(),
  published_at: z.int(),
  publish_at: z.int(),
  updated_at: z.int(),
}) satisfies z.ZodType<contract.PublishedRow>;

export const publishedListOutput = z.strictObject({
  list: z.array(publishedRowOutput),
  total: z.int(),
  page: z.int(),
  limit: z.int(),
  counts: z.strictObject({
    all: z.number(),
    draft: z.number(),
    rejected: z.number(),
    published: z.number(),
    taken_down: z.number(),
    waiting: z.number(),
  }),
}) satisfies z.ZodType<contract.PublishedList>;

export const reviewRowOutput = z.strictObject({
  id: z.int(),
  kind: z.string(),
  title: z.string(),
  introduction: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  price: z.number(),
  vip_only: z.boolean(),
  format: z.string(),
  pages: z.number(),
  unit: pageUnitOutput,
  free_pages: z.number(),
  fields: shownFieldsOutput,
  video_src: z.string(),
  cover_src: z.string(),
  publisher: z.strictObject({ id: z.int(), nickname: z.string(), headimgurl: z.string() }),
  updated_at: z.int(),
}) satisfies z.ZodType<contract.ReviewRow>;

export const uploadSignatureOutput = z.strictObject({
  accessid: z.string(),
  callback: z.string(),
  dir: z.string(),
  expire: z.number(),
  host: z.string(),
  policy: z.string(),
  signature: z.string(),
  upload_key: z.string(),
  received_bytes: z.int(),
  part_bytes: z.int(),
  direct: z.boolean().optional(),
}) satisfies z.ZodType<contract.UploadSignature>;

export const uploadStateOutput = z.strictObject({
  status: z.enum(['done', 'open', 'refused']),
  received_bytes: z.int(),
  size_bytes: z.int(),
  file: uploadedFileOutput.nullable(),
  refusal: z.string(),
}) satisfies z.ZodType<contract.UploadState>;

export const nextPartOutput = uploadStateOutput.extend({
  next: z.strictObject({ url: z.string(), offset: z.int(), bytes: z.int() }).nullable(),
}) satisfies z.ZodType<contract.NextPart>;
