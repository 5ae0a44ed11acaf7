/** Publishing DTOs: drafts, uploads, rendering progress, review. */

import { checkFields } from './fields.ts';
import type { KindFacts } from './kinds.ts';
import { isLicensed } from './licence.ts';
import type { ItemForm } from './outputs/publish.ts';
import { checkVtt } from './web-vtt.ts';

export type {
  FileState,
  ItemForm,
  NextPart,
  OwnItem,
  OwnPicture,
  PickedItem,
  PrivatePage,
  PublishedList,
  PublishedRow,
  PublishOptions,
  RenderProgress,
  ReviewRow,
  SavedItem,
  SignedPicture,
  UploadedFile,
  UploadSignature,
  UploadState,
} from './outputs/publish.ts';

/** scheduled: ready, and waiting for the time that its publisher chose. */
export type ItemStatus = 'draft' | 'rendering' | 'reviewing' | 'rejected' | 'scheduled' | 'published' | 'taken_down' | 'failed';

export const ITEM_STATUS_TEXT: Record<ItemStatus, string> = {
  draft: '草稿',
  rendering: '文件处理中',
  reviewing: '审核中',
  rejected: '未通过',
  scheduled: '定时发布',
  published: '已发布',
  taken_down: '已下架',
  failed: '处理失败',
};

export const UPLOAD_MAX_BYTES = 300 * 1024 * 1024;
export const COVER_MAX_BYTES = 10 * 1024 * 1024;
export const PICTURE_MAX_BYTES = 60 * 1024 * 1024;
export const VIDEO_MAX_BYTES = 2 * 1024 * 1024 * 1024;
export const ATTACHMENT_MAX_BYTES = 50 * 1024 * 1024;
/** For people; found by content and name (publishing/uploading/opaque-type.ts). */
export const ATTACHMENT_TEXT = 'PDF、Word、Excel、PPT、图片、MP4 或 ZIP';
export const ATTACHMENT_ACCEPT = '.pdf,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.png,.jpg,.jpeg,.webp,.mp4,.zip';
export const UPLOAD_PART_BYTES = 8 * 1024 * 1024;
export const PAGES_MAX = 500;
/** What a title is called, where its kind has no word of its own. */
export const TITLE_NAME = '标题';
export const TITLE_MIN = 4;
export const TITLE_MAX = 60;
export const INTRODUCTION_MAX = 2_000;
/** What changed in a new version. */
export const CHANGE_NOTE_MAX = 200;
export const TAGS_MAX = 10;
export const TAG_LENGTH_MAX = 12;
/** Yuan. */
export const PRICE_MIN = 1;
export const PRICE_MAX = 99_999;
export const REASON_MAX = 200;
export const RENDER_POLL_MS = 1_500;

/**
 * Shown by its pages: document; sold as it is: opaque; shown and stored for buyers: picture; a film: video; shown only: cover; a ZIP of works
 * with their list: bulk; PNG or JPEG of a card or licence: proof; file of a demand, an offer or a message: attachment; a message
 * that is spoken: voice; of which the assistant reads the words: read.
 */
export const UPLOAD_PURPOSES = ['document', 'opaque', 'picture', 'video', 'cover', 'bulk', 'proof', 'attachment', 'voice', 'read'] as const;
export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number];

/** What a film is, as its file says. */
export interface FilmFacts {
  type: 'mp4' | 'webm';
  width: number;
  height: number;
  duration_ms: number;
}

/** A film as a work shows it. */
export interface ShownFilm extends FilmFacts {
  /** WebVTT; absent: none. */
  captions?: string;
}

/** A point of a picture, in whole percent from its left and top. */
export interface Focus {
  x: number;
  y: number;
}

/** Of a film of two hours; characters. */
export const CAPTIONS_MAX = 150_000;

/** How far ahead a work may be put off. */
export const SCHEDULE_MAX_S = 366 * 86_400;

export const EMPTY_FORM: ItemForm = {
  title: '',
  introduction: '',
  category_id: null,
  category_id_sub: null,
  tags: [],
  terms: {},
  price_type: 'paid',
  price: '',
  company_price: '',
  exclusive: false,
  free_pages: 5,
  cover_page: 1,
  cover_file_id: null,
  cover_focus: null,
  file_id: null,
  pictures: [],
  video_file_id: null,
  video_captions: '',
  change_note: '',
  publish_at: null,
  fields: {},
};

/** PUT: the time at which an own work appears, or none. */
export const SCHEDULE_CALL = '/user/publish/schedule';

/** POST: an address at which the own draft is seen as a visitor would see it. */
export const PREVIEW_CALL = '/user/publish/preview';

/** Files that a buyer gets of a form: the one that is sold, or the pictures; empty: nothing that has versions. */
export function soldFiles({ gives }: Pick<KindFacts, 'gives'>, form: Pick<ItemForm, 'file_id' | 'pictures'>): readonly number[] {
  if (gives === 'pictures') return form.pictures;
  return gives === 'file' && form.file_id !== null ? [form.file_id] : [];
}

/** Groups of 我的发布: drafts hold also what failed; waiting is what renders, is reviewed or has a time. */
export type PublishTab = 'all' | 'published' | 'waiting' | 'draft' | 'rejected' | 'taken_down';

export const PUBLISH_TABS: Record<PublishTab, { title: string; statuses: ItemStatus[] }> = {
  all: { title: '全部', statuses: ['draft', 'rendering', 'reviewing', 'rejected', 'scheduled', 'published', 'taken_down', 'failed'] },
  published: { title: '已发布', statuses: ['published'] },
  waiting: { title: '等待发布', statuses: ['rendering', 'reviewing', 'scheduled'] },
  draft: { title: '草稿', statuses: ['draft', 'failed'] },
  rejected: { title: '未通过', statuses: ['rejected'] },
  taken_down: { title: '已下架', statuses: ['taken_down'] },
};

/** `field.<key>`: a wrong field of the kind's own; `terms.<key>`: a wrong choice of a facet. */
export type FormErrors = Partial<Record<keyof ItemForm | `field.${string}` | `terms.${string}`, string>>;

/** 'PDF 或 PPTX', 'PSD、AI 或 CDR': what the kind's file may be. */
export function formatsText({ formats }: { formats: readonly string[] }): string {
  const names = formats.map((format) => format.toUpperCase());
  return names.length > 2 ? `${names.slice(0, -1).join('、')} 或 ${names.at(-1)}` : names.join(' 或 ');
}

/** What a sold file is to the site: its pages are shown, or it is stored as it is beside the pictures. */
export function filePurpose(kind: Pick<KindFacts, 'media'>): UploadPurpose {
  return kind.media ? 'opaque' : 'document';
}

/**
 * What must be right before an item of the kind can be submitted, one message a field in the order of the form; empty when all is well.
 * The server asks the same function and adds what only it knows (that terms and files exist).
 */
export function checkForm(kind: KindFacts, form: ItemForm): FormErrors {
  const errors: FormErrors = {};
  const title = form.title.trim();
  if (kind.formats.length > 0 && form.file_id === null) errors.file_id = `请上传${kind.noun}文件`;
  const { title_name = TITLE_NAME } = kind;
  if (title === '') errors.title = `请输入${title_name}`;
  else if ([...title].length < TITLE_MIN) errors.title = `${title_name}至少 ${TITLE_MIN} 个字`;
  else if ([...title].length > TITLE_MAX) errors.title = `${title_name}最多 ${TITLE_MAX} 个字`;
  if ([...form.introduction].length > INTRODUCTION_MAX) errors.introduction = `简介最多 ${INTRODUCTION_MAX} 个字`;
  if (form.category_id === null) errors.category_id = '请选择分类';
  for (const { key, label, required } of kind.facets)
    if (required && form.terms[key] === undefined) errors[`terms.${key}`] = `请选择${label}`;
  const tags = checkTags(form.tags);
  if (tags) errors.tags = tags;
  const price = kind.sale ? checkPrice(form.price_type, form.price) : null;
  if (price) errors.price = price;
  const company = !price && isLicensed(kind) ? checkCompanyPrice(form) : null;
  if (company) errors.company_price = company;
  const pictures = checkPictures(kind, form.pictures.length);
  if (pictures) errors.pictures = pictures;
  const has_pages = kind.media ? form.pictures.length > 0 : kind.formats.length > 0;
  // without the pictures there is nothing to choose a cover from: one message is enough
  const asks_cover = kind.cover !== false && !(pictures && !has_pages);
  if (asks_cover && (!has_pages || form.cover_page === null) && form.cover_file_id === null) errors.cover_page = '请选择封面';
  if (kind.media?.video_required && form.video_file_id === null) errors.video_file_id = `请上传${kind.noun}的视频`;
  const captions = form.video_captions === '' ? null : checkVtt(form.video_captions).error;
  if (captions) errors.video_captions = captions;
  const wrong = { ...freeOnly(kind, form), ...checkFields(kind, form.fields) };
  for (const [key, message] of Object.entries(wrong)) errors[`field.${key}`] = message;
  return errors;
}

/** Choices that what is sold cannot make. */
function freeOnly({ fields = [] }: KindFacts, form: ItemForm): Record<string, string> {
  if (form.price_type === 'free') return {};
  const wrong = fields.flatMap((field): Array<[string, string]> => {
    const chosen = field.type === 'choice' ? field.options.find(({ value }) => value === form.fields[field.key]) : undefined;
    return chosen?.free_only ? [[field.key, chosen.free_only]] : [];
  });
  return Object.fromEntries(wrong);
}

/** Null when right. */
function checkPictures({ media }: KindFacts, count: number): string | null {
  if (!media) return null;
  const { min, max } = media.pictures;
  if (count < min) return min === 1 ? '请上传图片' : `请上传至少 ${min} 张图片`;
  return count > max ? `图片最多 ${max} 张` : null;
}

/** Null when right. */
export function checkTags(tags: readonly string[]): string | null {
  const long = tags.find((tag) => [...tag].length > TAG_LENGTH_MAX);
  if (long !== undefined) return `标签最多 ${TAG_LENGTH_MAX} 个字，“${long}”太长了`;
  return tags.length > TAGS_MAX ? `标签最多 ${TAGS_MAX} 个` : null;
}

/** A price as people type it, also full-width, with the sign or the unit: 「￥１９．９」 is 19.9. What is no price stays as it is. */
export function plainPrice(text: string): string {
  const plain = text.normalize('NFKC').trim();
  return /^[¥￥]?\s*(\S+?)\s*元?$/.exec(plain)?.[1]?.replaceAll('。', '.') ?? plain;
}

/** Null when right. A company pays more than a person, or there is no licence of its own. */
export function checkCompanyPrice({ price_type, price, company_price }: Pick<ItemForm, 'price_type' | 'price' | 'company_price'>) {
  const text = plainPrice(company_price ?? '');
  const single = Number(plainPrice(price));
  if (text === '' || price_type === 'free') return null;
  if (!(single > 0)) return '先填写单独购买价，再设企业授权价';
  return checkPrice('paid', text) ?? (Number(text) > single ? null : '企业授权价应高于个人授权的价格');
}

/** Null when right. What members may have for nothing may also be sold one by one, so its price may be empty. */
export function checkPrice(price_type: ItemForm['price_type'], price: string): string | null {
  const text = plainPrice(price);
  if (price_type === 'free' || (price_type === 'vip' && text === '')) return null;
  if (text === '') return '请输入价格';
  const yuan = /^-?\d*(?:\.\d*)?$/.test(text) && /\d/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(yuan)) return '价格只能填数字，例如 19.9';
  // as good as empty: only members get it
  if (yuan === 0 && price_type === 'vip') return null;
  if (yuan < PRICE_MIN || yuan > PRICE_MAX) return `价格应在 ${PRICE_MIN} 至 ${PRICE_MAX} 元之间`;
  return /^\d+(\.\d{1,2})?$/.test(text) ? null : '价格最多两位小数';
}
