import { FILE_MAX_BYTES } from '#contract/assistant.ts';
import { BULK_ZIP_MAX_BYTES } from '#contract/bulk.ts';
import { documentPictures, type FieldValue, type FieldValues, type Pair, tidyFields } from '#contract/fields.ts';
import type { KindFacts } from '#contract/kinds.ts';
import { isLicensed } from '#contract/licence.ts';
import type { ItemForm, ItemStatus, RenderProgress, UploadPurpose } from '#contract/publish.ts';
import {
  ATTACHMENT_MAX_BYTES,
  CHANGE_NOTE_MAX,
  COVER_MAX_BYTES,
  INTRODUCTION_MAX,
  PICTURE_MAX_BYTES,
  plainPrice,
  TAGS_MAX,
  TITLE_MAX,
  UPLOAD_MAX_BYTES,
  VIDEO_MAX_BYTES,
} from '#contract/publish.ts';
import { VOICE_MAX_BYTES } from '#contract/voice.ts';
import { checkVtt } from '#contract/web-vtt.ts';
import { hmacSha256, sameText } from '../../kernel/ids.ts';
import { yuanToFen } from '../../kernel/money.ts';
import { plainText } from '../../kernel/plain-text.ts';

/** What an upload may be, in the words of its purpose. */
export function uploadLimit(purpose: UploadPurpose): { max_bytes: number; message: string } {
  if (purpose === 'cover') return { max_bytes: COVER_MAX_BYTES, message: '封面图片最大 10 MB' };
  if (purpose === 'proof') return { max_bytes: COVER_MAX_BYTES, message: '每张图片最大 10 MB' };
  if (purpose === 'picture') return { max_bytes: PICTURE_MAX_BYTES, message: '每张图片最大 60 MB' };
  if (purpose === 'video') return { max_bytes: VIDEO_MAX_BYTES, message: '视频最大 2 GB' };
  if (purpose === 'attachment') return { max_bytes: ATTACHMENT_MAX_BYTES, message: '每个附件最大 50 MB' };
  if (purpose === 'read') return { max_bytes: FILE_MAX_BYTES, message: '文件不能超过 10 MB' };
  if (purpose === 'voice') return { max_bytes: VOICE_MAX_BYTES, message: '语音最长 60 秒' };
  if (purpose === 'bulk') return { max_bytes: BULK_ZIP_MAX_BYTES, message: '压缩包最大 1 GB，请分几次导入' };
  return { max_bytes: UPLOAD_MAX_BYTES, message: '文件最大 300 MB，请压缩或拆分后再上传' };
}

/** What a policy allows: one upload of one user, until it expires (unix seconds). */
export interface UploadPolicy {
  key: string;
  user_id: number;
  size_bytes: number;
  expire: number;
}

/** The fields to post: the policy as base64 JSON and its signature. */
export function signPolicy(policy: UploadPolicy, secret: string): { policy: string; signature: string } {
  const text = Buffer.from(JSON.stringify(policy)).toString('base64');
  return { policy: text, signature: hmacSha256(secret, `upload:${text}`) };
}

/** The policy when the signature is ours and it has not expired; null otherwise. */
export function readPolicy(text: string, signature: string, secret: string, now_s: number): UploadPolicy | null {
  if (!sameText(hmacSha256(secret, `upload:${text}`), signature)) return null;
  const policy = JSON.parse(Buffer.from(text, 'base64').toString('utf8')) as UploadPolicy;
  return policy.expire > now_s ? policy : null;
}

/** Which of the open uploads, newest first, have to go so that one more of `size_bytes` fits. */
export function crowdedOut<U extends { size_bytes: number }>(open: readonly U[], size_bytes: number): U[] {
  let bytes = size_bytes;
  return open.filter((upload, i) => {
    bytes += upload.size_bytes;
    return i + 2 > OPEN_UPLOADS_MAX || bytes > OPEN_UPLOAD_BYTES_MAX;
  });
}

/** A storage key that follows from what it stands for: the same work after a crash writes the same files. */
export function derivedKey(secret: string, what: string): string {
  const random = hmacSha256(secret, `key:${what}`).slice(0, 32);
  return `${random.slice(0, 2)}/${random.slice(2, 4)}/${random}`;
}

/** The form as it is stored: texts plain and cut to their limits, tags unique, whole numbers. What is wrong stays wrong and visible. */
export function tidyForm(kind: KindFacts, form: ItemForm): ItemForm {
  const tags = form.tags.map((tag) => plainText(tag).normalize('NFKC')).filter(Boolean);
  return {
    ...form,
    title: [...plainText(form.title).replaceAll('\n', ' ')].slice(0, TITLE_MAX).join(''),
    introduction: [...plainText(form.introduction)].slice(0, INTRODUCTION_MAX).join(''),
    // a form that was stored before there were versions has none
    change_note: [...plainText(form.change_note ?? '').replaceAll('\n', ' ')].slice(0, CHANGE_NOTE_MAX).join(''),
    tags: [...new Set(tags)].slice(0, TAGS_MAX),
    price: plainPrice(form.price),
    // a form that was stored before there were licences has none
    company_price: isLicensed(kind) ? plainPrice(form.company_price ?? '') : '',
    exclusive: isLicensed(kind) && form.exclusive === true,
    ...(kind.sale ? {} : { price_type: 'free' as const, price: '' }),
    pictures: kind.media ? (documentPictures(kind, form.fields) ?? [...new Set(form.pictures)]) : [],
    video_file_id: kind.media?.video ? form.video_file_id : null,
    video_captions: kind.media?.video && form.video_file_id !== null ? tidyCaptions(form.video_captions) : '',
    fields: tidyFields(kind, plainFields(form.fields)),
  };
}

/** As WebVTT where it can be read; what is wrong stays, for its message. */
function tidyCaptions(text: string): string {
  const checked = checkVtt(text);
  return checked.error === null ? checked.vtt : text.trim();
}

/** Texts of own fields without what is no text, e.g. control characters. */
function plainFields(fields: FieldValues): FieldValues {
  const plain = (value: FieldValue): FieldValue => {
    if (typeof value === 'string') return plainText(value);
    // a document is tidied as a tree
    if (!Array.isArray(value)) return value;
    return (value as readonly Pair[]).map((pair) => ({ key: plainText(pair.key), value: plainText(pair.value) }));
  };
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, plain(value)]));
}

/** What the price choice means in the catalog. */
export function priceOf(form: Pick<ItemForm, 'price_type' | 'price' | 'company_price' | 'exclusive'>) {
  const fen = form.price_type === 'free' ? 0 : (yuanToFen(plainPrice(form.price)) ?? 0);
  const company_fen = fen === 0 ? 0 : (yuanToFen(plainPrice(form.company_price)) ?? 0);
  return { price_fen: fen, vip_only: form.price_type === 'vip', company_fen, exclusive: fen > 0 && form.exclusive };
}

/** Pages everybody may see: at least one, never more than there are. */
export function freePages(wanted: number, page_count: number): number {
  return Math.max(1, Math.min(Math.trunc(wanted) || 1, page_count));
}

/** Types of films that are taken, as found by content. */
export const VIDEO_TYPES: readonly string[] = ['mp4', 'webm'];

/** `held`: a reviewer must look first; `later`: its publisher chose a time that is still to come. */
export interface SubmitFacts {
  held: boolean;
  new_file: boolean;
  later: boolean;
}

/** From which status a submit leads where. Null: stays as it is. */
export function statusAfterSubmit(status: ItemStatus, { held, new_file, later }: SubmitFacts): ItemStatus | null {
  switch (status) {
    case 'draft':
    case 'rendering':
    case 'failed':
      return held ? 'reviewing' : later ? 'scheduled' : 'published';
    case 'scheduled':
      if (held && new_file) return 'reviewing';
      return later ? null : 'published';
    case 'rejected':
      return 'reviewing';
    case 'published':
      return held && new_file ? 'reviewing' : null;
    case 'reviewing':
    case 'taken_down':
      return null;
  }
}

/** Statuses whose item its publisher may throw away. */
export const DELETABLE: ItemStatus[] = ['draft', 'rendering', 'failed', 'rejected'];

/** A worker that gave no sign of life for this long is dead. */
export const RENDER_SILENT_MS = 20_000;
export const RENDER_HEARTBEAT_MS = 5_000;
/** So often in a row a file may meet a fault of this program before its publisher is notified. */
export const RENDER_FAILURES_MAX = 5;
/** A file gives its place to another owner's after this long, between two pages. */
export const RENDER_TURN_MS = 10_000;
/** A job ends after this long and leaves what waits to the next: the queue would take a longer one for stuck. */
export const RENDER_SHIFT_MS = 900_000;
/** Files that are drawn at once in a process, and one more whose owner has none among them. */
export const RENDER_SEATS = 2;

/** Processor time that the pages of a file may take in all; honest ones take a quarter of a second each. */
export function renderBudgetMs(page_count: number): number {
  return 60_000 + 2_000 * page_count;
}

/** Extracted text that is stored of one original, characters. */
export const TEXT_TOTAL_MAX = 200_000;
export const UPLOAD_TTL_MS = 24 * 3_600_000;
/** What one publisher may have arriving at once; a newer upload takes the place of their oldest. */
export const OPEN_UPLOADS_MAX = 20;
export const OPEN_UPLOAD_BYTES_MAX = 2 * 1024 ** 3;
/** What one publisher may keep here that no item sells or shows. */
export const UNSOLD_BYTES_MAX = 3 * 1024 ** 3;
/** Space on the disk that uploads leave to the database and everybody else. */
export const SPARE_BYTES = 512 * 1024 ** 2;
/** A version that a newer one replaced stays at least this long. */
export const VERSION_GRACE_MS = 3_600_000;
/** An unreferenced file is retained for this long. */
export const FILE_GRACE_MS = 24 * 3_600_000;

export function isOpen(status: RenderProgress['status']): boolean {
  return status === 'waiting' || status === 'converting' || status === 'rendering';
}
