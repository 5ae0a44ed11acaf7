import { ApiError } from '#client/api-error.ts';
import { $session, requireSession } from '#client/session.ts';
import { toastError, toastSuccess } from '#client/toast.ts';
import { BLOB_MAX_BYTES, DOWNLOADED_TEXT, type DownloadAnswer } from '#contract/download.ts';
import { MONEY_TEXTS } from '#contract/money-texts.ts';
import { askForLink, redeemVoucher, voucherNumber } from './download.api.ts';
import { FetchFileError, fetchFile } from './fetch-file.ts';

export interface DownloadOptions {
  /** The kind's own call; absent: the one that serves every kind. */
  call?: string;
  /** For the sentences of dialogs: 方案, and as the specification's sentences shorten it. */
  noun?: string;
  short?: string;
  /** The membership of the kind by its word in addresses; absent: that of schemes. */
  vip_text?: string;
  /** Whole percent, from 0 on; not called when the browser takes the file over. */
  onProgress?: (percent: number) => void;
  /** One of the versions of a library row; absent: what the item gives now. */
  version?: number;
}

/**
 * The whole way of a download for any screen: login, captcha and daily-limit dialogs as the answers ask for them, then the file with its
 * progress, saved under its name. Large files go to the browser's own downloads, so that memory stays flat.
 * @returns true when the file was saved or handed over; false when the reader gave up or it failed (they were informed)
 * @throws LoginDismissed when a visitor closes the login dialog
 */
export async function downloadItem(item_id: number, options: DownloadOptions = {}): Promise<boolean> {
  await requireSession('登录后即可下载');
  try {
    const answer = await linkFor(item_id, options);
    if (!answer) return false;
    const saved = await save(answer, options);
    toastSuccess(saved ? DOWNLOADED_TEXT : '文件较大，已交给浏览器下载，请在下载列表中查看进度');
    return true;
  } catch (error) {
    if (error instanceof ApiError ? error.code === 1 : error instanceof FetchFileError) toastError((error as Error).message);
    else if (!(error instanceof ApiError)) throw error;
    return false;
  }
}

type Granted = Extract<DownloadAnswer, { status: 1 }>;

async function linkFor(item_id: number, options: DownloadOptions): Promise<Granted | null> {
  const { call, version, noun = '内容', short = noun, vip_text = '' } = options;
  let answer = await askForLink(item_id, { call, version });
  if (answer.status === 4) {
    const { askCaptcha } = await import('./ask-captcha.tsx');
    const after = await askCaptcha((captcha) => askForLink(item_id, { call, version, captcha }));
    if (!after) return null;
    answer = after;
  }
  if (answer.status === 3) {
    const { limit } = answer;
    const [{ tellLimit }, vouchers] = await Promise.all([import('./tell-limit.tsx'), voucherNumber(item_id)]);
    const help = await tellLimit({ limit, noun, short, vip_text, vouchers });
    if (help === 'member') return linkFor(item_id, options);
    if (help !== 'voucher') return null;
    const { askVoucher } = await import('./ask-voucher.tsx');
    if (!(await askVoucher({ count: vouchers, noun, redeem: () => redeemVoucher(item_id) }))) return null;
    toastSuccess(MONEY_TEXTS.redeemed);
    return linkFor(item_id, options);
  }
  return answer.status === 1 ? answer : null;
}

/** True when the file is whole in the browser's hands, false when the browser fetches it by itself. */
async function save(answer: Granted, { onProgress }: DownloadOptions): Promise<boolean> {
  const { openLink } = await import('./open-link.ts');
  const url = openLink(answer.download_url, answer.cipher);
  if (answer.size_bytes > BLOB_MAX_BYTES) {
    hand(url, '');
    return false;
  }
  onProgress?.(0);
  const blob = await fetchFile(url, answer.size_bytes, { token: $session.get()?.token, onProgress });
  const object_url = URL.createObjectURL(blob);
  hand(object_url, answer.file_name);
  // the browser reads it after the click; a minute is far more than it needs
  setTimeout(() => URL.revokeObjectURL(object_url), 60_000);
  return true;
}

function hand(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
}
