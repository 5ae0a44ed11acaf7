import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import type { UploadSignature, UploadState } from '#contract/publish.ts';
import { type UploadProgress, uploadFile } from './upload-file.ts';

const PART_BYTES = 100;

/** A server that keeps what arrives, and a line to it that can be cut. */
const server = {
  ...{ received: 0, size: 0, uploads: 0, cut_after: [] as number[], failure: null as ApiError | null, session_over: false },
  /** Has a storage that browsers may send to, and whether this browser reaches it. */
  ...{ direct: false, reached: true },
};
const state = (): UploadState => ({
  status: server.received === server.size ? 'done' : 'open',
  received_bytes: server.received,
  size_bytes: server.size,
  file: server.received === server.size ? { id: 7, name: 'a.pdf', size_bytes: server.size, type: 'pdf' } : null,
  refusal: '',
});

vi.mock('./upload.api.ts', () => ({
  getUpload: vi.fn(async () => {
    if (server.failure) throw server.failure;
    return state();
  }),
  nextPart: vi.fn(async () => {
    const [offset, bytes] = [server.received, Math.min(PART_BYTES, server.size - server.received)];
    return { ...state(), next: bytes === 0 ? null : { url: `https://bucket.example/k?offset=${offset}`, offset, bytes } };
  }),
  signUpload: async (_purpose: string, _file: File, direct = true): Promise<UploadSignature> => {
    if (server.failure) throw server.failure;
    server.uploads++;
    server.received = 0;
    return {
      ...(direct && server.direct ? { direct: true } : {}),
      accessid: '',
      callback: '',
      dir: '',
      expire: 0,
      policy: 'p',
      signature: 's',
      host: '/gateway/upload/k',
      upload_key: 'k',
      received_bytes: 0,
      part_bytes: PART_BYTES,
    };
  },
}));

/** What the parts were given, ms. */
let timeouts: number[] = [];
/** Where parts went, and under which headers. */
let sent: Array<{ method: string; host: string; headers: string[] }> = [];

class FakeRequest {
  timeout = 0;
  upload: { onprogress: ((event: { loaded: number }) => void) | null } = { onprogress: null };
  onerror: (() => void) | null = null;
  onload: (() => void) | null = null;
  onabort: (() => void) | null = null;
  onloadend: (() => void) | null = null;
  status = 200;
  responseText = '';
  #offset = 0;
  #put = false;
  open(method: string, url: string): void {
    const { searchParams, host } = new URL(url, 'http://x');
    this.#offset = Number(searchParams.get('offset'));
    this.#put = method === 'PUT';
    sent.push({ method, host, headers: [] });
  }
  setRequestHeader(name: string): void {
    sent.at(-1)?.headers.push(name);
  }
  abort(): void {
    this.onabort?.();
  }
  send(part: Blob): void {
    timeouts.push(this.timeout);
    queueMicrotask(() => {
      if (server.session_over) {
        this.responseText = JSON.stringify({ code: 2, msg: '登录已过期，请重新登录', data: null });
        this.status = 401;
        return this.onload?.();
      }
      if (this.#put && !server.reached) return this.onerror?.();
      const cut = server.cut_after.shift();
      const arrived = cut ?? part.size;
      // a storage keeps whole parts only
      if (!this.#put || cut === undefined) server.received = Math.max(server.received, this.#offset + arrived);
      this.upload.onprogress?.({ loaded: arrived });
      if (cut === undefined) {
        this.responseText = this.#put ? '' : JSON.stringify({ code: 0, msg: '', data: state() });
        this.onload?.();
      } else this.onerror?.();
      this.onloadend?.();
    });
  }
}

const kept = new Map<string, string>();
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  kept.clear();
  timeouts = [];
  sent = [];
  Object.assign(server, {
    received: 0,
    size: 450,
    uploads: 0,
    cut_after: [],
    failure: null,
    session_over: false,
    direct: false,
    reached: true,
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const file = () => new File([new Uint8Array(450)], 'a.pdf', { lastModified: 1 });

async function send(progress: UploadProgress[] = [], signal = new AbortController().signal) {
  const sending = uploadFile(file(), { purpose: 'document', signal, onProgress: (now) => progress.push(now) });
  const settled = sending.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  await vi.runAllTimersAsync();
  return settled;
}

it('F-46 gives each part the five minutes of the long client', async () => {
  await send();
  expect(timeouts).toEqual(Array(5).fill(300_000));
});

it('goes on by itself from where the line was cut; the percentage never falls back to 0', async () => {
  server.cut_after = [100, 40, 0, 70];
  const progress: UploadProgress[] = [];
  expect(await send(progress)).toMatchObject({ value: { id: 7 } });
  expect(server.uploads).toBe(1);
  const shown = progress.filter((now) => now.loaded_bytes > 0);
  expect(progress.indexOf(shown[0] as UploadProgress), 'only before the first byte').toBe(0);
  expect(progress.slice(1).every((now) => now.loaded_bytes > 0)).toBe(true);
  expect(progress.some((now) => now.waiting)).toBe(true);
  expect(progress.at(-1)).toMatchObject({ loaded_bytes: 450, total_bytes: 450, checking: true });
});

it('goes on after a reload when the same file is chosen again', async () => {
  server.cut_after = [100, 100, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  expect(await send()).toMatchObject({ error: { message: '网络中断，文件已保留进度' } });
  const before = server.received;
  expect(before).toBeGreaterThan(0);
  server.cut_after = [];
  const progress: UploadProgress[] = [];
  expect(await send(progress)).toMatchObject({ value: { id: 7 } });
  expect(server.uploads).toBe(1);
  expect(progress[0]?.loaded_bytes, 'at once, before the next part is on its way').toBe(before);
});

it('keeps what arrived while nobody answers, and when the session ends', async () => {
  server.cut_after = [100, 100, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  await send();
  const before = server.received;
  server.cut_after = [];
  server.failure = new ApiError({ code: 1, msg: '当前服务器繁忙，请稍后再试~', status: 0 });
  expect(await send()).toMatchObject({ error: { message: '网络中断，文件已保留进度' } });
  // O13 the server that cannot store it says so: the line is not to blame
  server.failure = new ApiError({ code: 1, msg: '文件存储暂时无法访问，请稍后再试', status: 503 });
  expect(await send()).toMatchObject({ error: { message: '文件存储暂时无法访问，请稍后再试，文件已保留进度' } });
  server.failure = new ApiError({ code: 2, msg: '登录已过期，请重新登录', status: 401 });
  expect(await send()).toMatchObject({ error: { code: 2 } });
  server.failure = null;
  server.session_over = true;
  expect(await send()).toMatchObject({ error: { code: 2 } });
  server.session_over = false;
  expect(await send()).toMatchObject({ value: { id: 7 } });
  expect(server.uploads).toBe(1);
  expect(before).toBeGreaterThan(0);
});

it('begins anew when the server knows the upload no more', async () => {
  server.cut_after = [100, 0, 0, 0, 0, 0, 0, 0, 0];
  await send();
  kept.set([...kept.keys()][0] as string, JSON.stringify({ upload_key: 'gone' }));
  server.cut_after = [];
  const { getUpload } = await import('./upload.api.ts');
  vi.mocked(getUpload).mockRejectedValueOnce(new ApiError({ code: 1, msg: '上传已失效，请重新选择文件', status: 404 }));
  expect(await send()).toMatchObject({ value: { id: 7 } });
  expect(server.uploads).toBe(2);
});

it('sends the parts straight to the storage where our server says so, without our token, and goes on there', async () => {
  Object.assign(server, { direct: true, cut_after: [100, 40] });
  const progress: UploadProgress[] = [];
  expect(await send(progress)).toMatchObject({ value: { id: 7 } });
  expect(server.uploads).toBe(1);
  expect(new Set(sent.map(({ method, host, headers }) => [method, host, ...headers].join()))).toEqual(new Set(['PUT,bucket.example']));
  const shown = progress.map(({ loaded_bytes }) => loaded_bytes);
  expect(shown.at(-1)).toBe(450);
  expect(Math.min(...shown.slice(1)), 'only before the first byte').toBeGreaterThan(0);
});

it('goes on there after a reload', async () => {
  Object.assign(server, { direct: true, cut_after: [100, 100, 0, 0, 0, 0, 0, 0, 0] });
  server.cut_after = Array(9).fill(0);
  server.received = 0;
  expect(await send()).toMatchObject({ error: { message: '网络中断，文件已保留进度' } });
  Object.assign(server, { cut_after: [], received: 200 });
  const begun = server.uploads;
  sent = [];
  expect(await send()).toMatchObject({ value: { id: 7 } });
  expect([server.uploads, sent.length]).toEqual([begun, 3]);
});

it('takes the way through our server when the storage is out of reach', async () => {
  Object.assign(server, { direct: true, reached: false });
  expect(await send()).toMatchObject({ value: { id: 7 } });
  expect(sent.map(({ method }) => method)).toEqual(['PUT', 'PUT', 'PUT', 'POST', 'POST', 'POST', 'POST', 'POST']);
});
