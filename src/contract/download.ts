/** Download DTOs and the rules of the link cipher (content spec 3 and 4). */
import type { LinkCipher } from './outputs/download.ts';

export type { Captcha, DownloadState, ItemImages, LinkCipher } from './outputs/download.ts';

/** How a download stands: 1 may go ahead, 3 the daily free quota is used up, 4 a captcha is asked for (spec 4). */
export type DownloadStatus = 1 | 3 | 4;

/** POST /scheme/index/downloadurl. `download_url` is the encrypted path, base64; see docs/decisions/0040-link-cipher.md. */
export type DownloadAnswer =
  | { status: 1; download_url: string; cipher: LinkCipher; file_name: string; size_bytes: number; expires_at: number; limit: number }
  | { status: 3; limit: number }
  | { status: 4; limit: number };

/** Above this the browser navigates to the file instead of holding it in memory. */
export const BLOB_MAX_BYTES = 200 * 1024 * 1024;

/** Word for word as specified (spec 4 and 8). */
export const DOWNLOADED_TEXT = '下载成功，请在浏览器的下载列表中查看';

/** `noun`: as the specified sentence shortens it. `helps`: a membership can be had that lifts the limit. */
export const limitText = (limit: number, noun: string, helps: boolean): string =>
  `今日${limit}次下载免费${noun}权限已用完${helps ? '，开通会员即可享受不限次下载' : ''}`;
