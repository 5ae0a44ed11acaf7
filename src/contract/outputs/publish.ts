import { z } from 'zod';
import type * as contract from '#contract/publish.ts';
import { fieldValueOutput, shownFieldsOutput } from './fields.ts';
import { pageUnitOutput, termOutput } from './item.ts';

export const publishOptionsOutput = z.strictObject({
  categories: z.array(termOutput),
  /** Of the kind's own facets, by key. */
  facets: z.record(z.string(), z.array(termOutput)),
  hot_tags: z.array(z.string()),
  publisher_share_bp: z.number(),
  /** Of memberships' income, by readers; 0: members' use brings nothing. */
  pool_share_bp: z.number(),
  pptx_supported: z.boolean(),
  held_for_review: z.boolean(),
});
/** What the form needs to know of the site; the same for everybody. */
export type PublishOptions = z.infer<typeof publishOptionsOutput>;

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
  /** Unix seconds. */
  saved_at: z.int(),
  edition: z.int(),
  waiting: z.boolean(),
});
/** Answer of saving and submitting. */
export type SavedItem = z.infer<typeof savedItemOutput>;

export const itemFormOutput = z.strictObject({
  title: z.string(),
  introduction: z.string(),
  category_id: z.int().nullable(),
  category_id_sub: z.number().nullable(),
  tags: z.array(z.string()),
  /** Chosen of the kind's own facets, by key. */
  terms: z.record(z.string(), z.number()),
  /** free, paid, vip */
  price_type: z.enum(['free', 'paid', 'vip']),
  price: z.string(),
  /** With the licence of a company; empty: it is not sold with one. */
  company_price: z.string(),
  /** Its publisher talks about an exclusive licence. */
  exclusive: z.boolean(),
  free_pages: z.number(),
  /** Page whose picture is the cover, or null for an uploaded cover. */
  cover_page: z.number().nullable(),
  cover_file_id: z.int().nullable(),
  /** What of the cover must be seen where it is cut, in percent from left and top; null: its middle. */
  cover_focus: z.strictObject({ x: z.number(), y: z.number() }).nullable(),
  file_id: z.int().nullable(),
  /** Of kinds that show pictures, in order. */
  pictures: z.array(z.int()).readonly(),
  video_file_id: z.int().nullable(),
  /** What is said in the film, WebVTT or SRT as sent; empty: no captions. */
  video_captions: z.string(),
  /** What changed, where buyers get another file than before; means nothing elsewhere. */
  change_note: z.string(),
  /** When it is to appear, unix seconds; null: as soon as it may. Means nothing once the work was on the site. */
  publish_at: z.int().nullable(),
  /** What only the kind has, by the keys of its fields. */
  fields: z.record(z.string(), fieldValueOutput),
});
/** What the form sends; also what a draft keeps. Price in yuan as typed. */
export type ItemForm = z.infer<typeof itemFormOutput>;

export const signedPictureOutput = z.strictObject({
  src: z.string(),
  width: z.number(),
  height: z.number(),
});
/** A picture of a private page: the URL is signed, expires and shows this width only. */
export type SignedPicture = z.infer<typeof signedPictureOutput>;

export const uploadedFileOutput = z.strictObject({
  id: z.int(),
  name: z.string(),
  size_bytes: z.int(),
  type: z.string(),
  /** Of pictures, in the answer to their upload. */
  picture: z.optional(z.strictObject({ thumb: signedPictureOutput, alike: z.string() })),
  /** Of films: where their owner can watch them for an hour or two, and how long they last. */
  film: z.optional(z.strictObject({ src: z.string(), duration_ms: z.number() })),
});
/** A stored file of the publisher. */
export type UploadedFile = z.infer<typeof uploadedFileOutput>;

export const renderProgressOutput = z.strictObject({
  status: z.enum(['done', 'rendering', 'failed', 'waiting', 'converting']),
  done_pages: z.number(),
  page_count: z.int(),
  failure: z.string(),
});
export type RenderProgress = z.infer<typeof renderProgressOutput>;

export const privatePageOutput = z.strictObject({
  page_no: z.int(),
  thumb: signedPictureOutput,
  full: signedPictureOutput,
});
/** A rendered page for its publisher or a reviewer. */
export type PrivatePage = z.infer<typeof privatePageOutput>;

export const fileStateOutput = z.strictObject({
  file: uploadedFileOutput,
  render: renderProgressOutput,
  /** The pages that are ready, in order. */
  pages: z.array(privatePageOutput),
});
/** GET of a file's rendering, polled while something renders. */
export type FileState = z.infer<typeof fileStateOutput>;

export const ownPictureOutput = z.strictObject({
  file: uploadedFileOutput,
  thumb: signedPictureOutput,
  /** Where the same picture is shown already, for people; empty: nowhere. */
  alike: z.string(),
});
/** An own uploaded picture, for its publisher. */
export type OwnPicture = z.infer<typeof ownPictureOutput>;

export const ownItemOutput = z.strictObject({
  id: z.int(),
  status: itemStatusOutput,
  reject_reason: z.string(),
  form: itemFormOutput,
  file: fileStateOutput.nullable(),
  cover: signedPictureOutput.nullable(),
  /** Those of the form that are still there, in its order. */
  pictures: z.array(ownPictureOutput),
  video: uploadedFileOutput.nullable(),
  /** Unix seconds. */
  saved_at: z.int(),
  edition: z.int(),
  /** True while a replaced file is being rendered beside the published one. */
  waiting: z.boolean(),
  /** It is or was on the site. */
  was_published: z.boolean(),
  /** What is typed differs from what readers see. */
  changed: z.boolean(),
  /** Files that buyers get now; empty: it was never on the site, or has no versions. */
  sold: z.array(z.int()),
});
/** An own item for editing. */
export type OwnItem = z.infer<typeof ownItemOutput>;

export const pickedItemOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  cover_src: z.string(),
  own: z.boolean(),
});
/** An item that a field may name: a published one, or one's own. */
export type PickedItem = z.infer<typeof pickedItemOutput>;

export const publishedRowOutput = z.strictObject({
  id: z.int(),
  /** Key of a kind. */
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
  /** Yuan. */
  earnings: z.number(),
  created_at: z.int(),
  published_at: z.int(),
  /** When it is to appear; 0: no time was chosen. */
  publish_at: z.int(),
  updated_at: z.int(),
});
/** A row of 我的发布. */
export type PublishedRow = z.infer<typeof publishedRowOutput>;

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
});
export type PublishedList = z.infer<typeof publishedListOutput>;

export const reviewRowOutput = z.strictObject({
  id: z.int(),
  /** Key of a kind. */
  kind: z.string(),
  title: z.string(),
  introduction: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  price: z.number(),
  /** Yuan for a company's licence; 0: none is sold. */
  company_price: z.number(),
  vip_only: z.boolean(),
  format: z.string(),
  pages: z.number(),
  /** 页, or 张 of pictures. */
  unit: pageUnitOutput,
  free_pages: z.number(),
  /** What the fields of its kind say, those for signed-in readers among them. */
  fields: shownFieldsOutput,
  /** Address signed for an hour or two; empty: it shows no film. */
  video_src: z.string(),
  cover_src: z.string(),
  publisher: z.strictObject({ id: z.int(), nickname: z.string(), headimgurl: z.string() }),
  /** Unix seconds. */
  updated_at: z.int(),
  /** How what would be sold differs from what is sold; empty: it does not. */
  change: z.string(),
});
/** A held work in the reviewers' queue, as GET /scheme/review/list answers. */
export type ReviewRow = z.infer<typeof reviewRowOutput>;

export const uploadSignatureOutput = z.strictObject({
  accessid: z.string(),
  callback: z.string(),
  dir: z.string(),
  /** Unix seconds. */
  expire: z.number(),
  /** Where the file is posted. */
  host: z.string(),
  policy: z.string(),
  signature: z.string(),
  /** Names this upload: resuming asks how many bytes arrived. */
  upload_key: z.string(),
  received_bytes: z.int(),
  part_bytes: z.int(),
  /** Its parts go straight to the storage: `/upload/:key/next` says where each one goes. */
  direct: z.boolean().optional(),
});
/** POST /api/oss/signature_new: signed fields to post with the file (shell spec 7, Upload). */
export type UploadSignature = z.infer<typeof uploadSignatureOutput>;

export const uploadStateOutput = z.strictObject({
  status: z.enum(['done', 'open', 'refused']),
  received_bytes: z.int(),
  size_bytes: z.int(),
  /** Set when done. */
  file: uploadedFileOutput.nullable(),
  /** Why it was refused, for people. */
  refusal: z.string(),
});
/** GET and POST of an upload: how far it is. */
export type UploadState = z.infer<typeof uploadStateOutput>;

export const nextPartOutput = uploadStateOutput.extend({
  next: z.strictObject({ url: z.string(), offset: z.int(), bytes: z.int() }).nullable(),
});
/** POST /upload/:key/next: how far a direct upload is, and where its next part is to be put; null: nothing is missing. */
export type NextPart = z.infer<typeof nextPartOutput>;
