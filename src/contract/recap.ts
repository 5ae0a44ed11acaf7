import type { RecapCard, RecapForm } from './outputs/organise.ts';

/** What a salon was like, written by its organiser after it. Times are unix seconds. */

import type { Film, ItemCard, Picture } from './item.ts';

export type { OwnRecap, RecapCard, SavedRecap } from './outputs/organise.ts';

export const RECAP_CALLS = {
  /** GET what was typed, POST keeps it, PUT sends it to the desk, DELETE takes it off the site. */
  form: '/salon/organise/recap',
  /** GET: the newest ones, as the specification names it. */
  recommend: '/api/salon/review_recommend',
} as const;

export const RECAP_PAGE = '/salon/review';
export const recapHref = (salon_id: number): string => `${RECAP_PAGE}?id=${salon_id}`;

export const RECAP_TEXT_MIN = 50;
export const RECAP_TEXT_MAX = 5_000;
export const RECAP_PICTURES_MAX = 20;
export const RECAP_CAPTION_MAX = 40;

/** A picture as its organiser typed it: an own upload. */
export interface RecapFormPicture {
  file_id: number;
  caption: string;
}

export const EMPTY_RECAP: RecapForm = { text: '', pictures: [], film: null };

/** A picture as it is stored: a public copy of the upload. */
export interface RecapPicture {
  file_id: number;
  key: string;
  width: number;
  height: number;
  caption: string;
}

/** none, saved, under review, sent back, published; a change of what is published waits as well. */
export type RecapState = 'none' | 'draft' | 'waiting' | 'rejected' | 'published';
export const RECAP_STATE_TEXT: Record<RecapState, string> = {
  none: '还没有写',
  draft: '草稿',
  waiting: '审核中',
  rejected: '已退回',
  published: '已发布',
};

/** A recap as everybody sees it. */
export interface RecapScreen {
  id: number;
  title: string;
  city: string;
  venue: string;
  organiser: string;
  starts_at: number;
  ends_at: number;
  published_at: number;
  attended: number;
  /** One paragraph each. */
  paragraphs: string[];
  pictures: Array<Picture & { caption: string }>;
  film: { id: number; title: string; href: string; film: Film } | null;
  talks: ItemCard[];
  more: RecapCard[];
}

export type RecapErrors = Partial<Record<'text' | 'pictures' | 'film', string>>;

/** What is wrong with a recap that is to be shown. */
export function checkRecap({ text, pictures }: RecapForm): RecapErrors {
  const length = [...text.trim()].length;
  const errors: RecapErrors = {};
  if (length < RECAP_TEXT_MIN || length > RECAP_TEXT_MAX) errors.text = `回顾正文为 ${RECAP_TEXT_MIN} 至 ${RECAP_TEXT_MAX} 个字`;
  if (pictures.length === 0) errors.pictures = '请至少上传一张现场照片';
  if (pictures.length > RECAP_PICTURES_MAX) errors.pictures = `最多 ${RECAP_PICTURES_MAX} 张照片`;
  return errors;
}
