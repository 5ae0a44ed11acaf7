import { ApiError } from './api-error.ts';
import { $session } from './session.ts';

/** A CSV of the gateway as a file; `path` with its query, without `/gateway`. @throws ApiError with what the gateway says instead */
export function fetchCsv(path: string): Promise<Blob> {
  return fetchFile(path, 'text/csv', '导出失败，请稍后再试');
}

/** The same for any file; `media`: what it must be, `failed`: said when nothing better is known. @throws ApiError */
export async function fetchFile(path: string, media: string, failed: string): Promise<Blob> {
  const token = $session.get()?.token ?? '';
  const response = await fetch(`/gateway${path}`, { headers: { token, platform: '4' } }).catch(() => null);
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
