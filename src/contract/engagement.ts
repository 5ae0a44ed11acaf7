/** Field rules of the report and feedback form (shell spec 5). Null when right, else the specified message. */
import { checkPhone } from './identity.ts';

export const REPORT_CONTENT_MAX = 1_000;

export function checkReportPhone(value: string): string | null {
  return value.trim() === '' ? '请输入联系电话' : checkPhone(value);
}

export function checkReportContent(value: string): string | null {
  if (value.trim() === '') return '请输入反馈内容';
  return [...value.trim()].length > REPORT_CONTENT_MAX ? `反馈内容最多 ${REPORT_CONTENT_MAX} 个字` : null;
}

/** POST /api/tools/share: PNG data URL of the QR code and the address in it. */
export interface ShareCode {
  code: string;
  url: string;
}
