/** Why the bytes did not come: `status` is the server's, 0 when the line broke and stayed broken. */
export class FetchFileError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface FetchFileOptions {
  token: string | undefined;
  /** Whole percent, 0 to 100; only when it changes. */
  onProgress?: ((percent: number) => void) | undefined;
  /** Retries after a cut connection, each going on where the last one stopped. */
  retries?: number;
  wait_ms?: number;
  fetch?: typeof fetch;
}

/**
 * Fetches a file as a blob. A cut connection goes on with Range and If-Range, so that bytes of two versions never mix: when the
 * file changed meanwhile the server sends all of it and what was there is dropped.
 * @throws FetchFileError
 */
export async function fetchFile(url: string, size_bytes: number, options: FetchFileOptions): Promise<Blob> {
  const { token, onProgress, retries = 5, wait_ms = 800 } = options;
  const get = options.fetch ?? fetch;
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  let etag = '';
  let type = '';
  let percent = -1;
  for (let attempt = 0; ; attempt++) {
    try {
      const headers: Record<string, string> = token ? { token } : {};
      if (received > 0) Object.assign(headers, { range: `bytes=${received}-`, 'if-range': etag });
      const response = await get(url, { headers, cache: 'no-store' });
      if (!response.ok || !response.body) throw new FetchFileError(response.status, await messageOf(response));
      if (response.status === 200) {
        parts = [];
        received = 0;
      }
      etag = response.headers.get('etag') ?? '';
      type = response.headers.get('content-type') ?? '';
      const reader = response.body.getReader();
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        parts.push(read.value);
        received += read.value.byteLength;
        const now = size_bytes > 0 ? Math.min(100, Math.floor((received / size_bytes) * 100)) : 0;
        if (now !== percent) onProgress?.(now);
        percent = now;
      }
      if (received >= size_bytes) return new Blob(parts, { type });
    } catch (error) {
      if (error instanceof FetchFileError) throw error;
    }
    if (attempt >= retries) throw new FetchFileError(0, '下载中断，请检查网络后重试');
    await new Promise((resolve) => setTimeout(resolve, wait_ms * 2 ** attempt));
  }
}

async function messageOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null);
  const msg = typeof body === 'object' && body !== null && 'msg' in body ? body.msg : null;
  return typeof msg === 'string' && msg !== '' ? msg : '下载失败，请稍后再试';
}
