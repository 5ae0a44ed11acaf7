import { ENTERPRISE_HEADER } from '#contract/envelope.ts';
import { ApiError } from './api-error.ts';
import { enterpriseOfPage } from './in-name-of.ts';
import { $session } from './session.ts';

const CSV_FAILED = '导出失败，请稍后再试';

/** A CSV of the gateway as a file; `path` with its query, without `/gateway`. @throws ApiError with what the gateway says instead */
export function fetchCsv(path: string): Promise<Blob> {
  return fetchFile(path, 'text/csv', CSV_FAILED);
}

/** The same for a CSV that is made by the call, such as codes. @throws as `fetchCsv` */
export function postCsv(path: string, body: object): Promise<Blob> {
  return fetchFile(path, 'text/csv', CSV_FAILED, { method: 'POST', body: JSON.stringify(body) });
}

/** The same for any file; `media`: what it must be, `failed`: said when nothing better is known. @throws ApiError */
export async function fetchFile(path: string, media: string, failed: string, init: { method?: string; body?: string } = {}): Promise<Blob> {
  const token = $session.get()?.token ?? '';
  const enterprise = enterpriseOfPage();
  const headers = {
    ...{ token, platform: '4' },
    ...(enterprise === null ? {} : { [ENTERPRISE_HEADER]: enterprise }),
    ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const response = await fetch(`/gateway${path}`, { ...init, headers }).catch(() => null);
  if (response?.ok && (response.headers.get('content-type') ?? '').startsWith(media)) return response.blob();
  const answer = (await response?.json().catch(() => null)) as { code?: number; msg?: string } | null;
  throw new ApiError({ code: answer?.code ?? 1, msg: answer?.msg ?? failed, status: response?.status ?? 0 });
}

/** Hands a file to the browser's downloads. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  // the browser reads it after the click; a minute is far more than it needs
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
