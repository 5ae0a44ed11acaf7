/** Field rules of the report and feedback form (shell spec 5). Null when right, else the specified message. */
import { checkPhone } from './identity.ts';

export const REPORT_CONTENT_MAX = 1_000;

export function checkReportPhone(value: string): string | null {
  return value.trim() === '' ? '请输入联系电话' : isOwnMasked(value) ? null : checkPhone(value);
}

/** The phone of the reader's own account as their browser knows it: 138****0000. The server puts the whole number in its place. */
export const isOwnMasked = (value: string): boolean => /^1\d{2}\*{4}\d{4}$/.test(value.trim());

/** Whose right it is has a form of its own. */
export const INFRINGES = '侵犯著作权';
/** What most reports say; the form offers them, and they stand before what the reader adds. */
export const REPORT_REASONS = [INFRINGES, '内容与描述不符', '文件打不开或缺页', '含联系方式或广告', '违法违规', '其他'] as const;

export function checkReportContent(value: string): string | null {
  if (value.trim() === '') return '请输入反馈内容';
  return [...value.trim()].length > REPORT_CONTENT_MAX ? `反馈内容最多 ${REPORT_CONTENT_MAX} 个字` : null;
}

/** POST /api/tools/share: PNG data URL of the QR code and the address in it. */
export interface ShareCode {
  code: string;
  url: string;
}

/** GET /api/tools/detail: what the buttons beside an item show. */
export interface ItemTools {
  id: number;
  /** Key of a kind in contract/kinds.ts. */
  kind: string;
  title: string;
  /** URL of the cover; empty: none. */
  img: string;
  /** Path of its page. */
  url: string;
  view_num: number;
  like_num: number;
  collect_num: number;
  is_collect: 0 | 1;
  is_like: 0 | 1;
  is_follow: 0 | 1;
}
