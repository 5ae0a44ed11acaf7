import { createHash, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { fetchFile } from './fetch-file.ts';

const bytes = randomBytes(3_000_000);
const hash = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');
let server: Server | undefined;
afterEach(() => server?.close());

/** Serves ranges, but breaks the line after `cut` bytes of each answer but the last of `breaks`. */
async function flaky(
  cut: number,
  breaks: number,
  etagOf: (call: number) => string = () => '"a"',
): Promise<{ url: string; ranges: string[] }> {
  const ranges: string[] = [];
  server = createServer((req, res) => {
    const etag = etagOf(ranges.length);
    ranges.push(req.headers.range ?? 'none');
    const from = req.headers['if-range'] === etag ? Number(/bytes=(\d+)-/.exec(req.headers.range ?? '')?.[1] ?? 0) : 0;
    res.writeHead(from > 0 ? 206 : 200, { etag, 'content-type': 'application/pdf', 'content-length': bytes.length - from });
    if (ranges.length > breaks) res.end(bytes.subarray(from));
    else res.write(bytes.subarray(from, from + cut), () => setTimeout(() => res.destroy(), 20));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, ranges };
}

const options = { token: 't', wait_ms: 1 };

it('goes on where a cut connection stopped and ends with the same bytes', async () => {
  const { url, ranges } = await flaky(700_000, 3);
  const seen: number[] = [];
  const blob = await fetchFile(url, bytes.length, { ...options, onProgress: (percent) => seen.push(percent) });
  expect(hash(new Uint8Array(await blob.arrayBuffer()))).toBe(hash(bytes));
  expect(ranges[0]).toBe('none');
  expect(ranges.slice(1).every((range) => /^bytes=[1-9]\d*-$/.test(range))).toBe(true);
  expect(seen.at(-1)).toBe(100);
  expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
});

it('begins anew when the file changed meanwhile', async () => {
  const { url } = await flaky(500_000, 1, (call) => `"${call}"`);
  const blob = await fetchFile(url, bytes.length, options);
  expect(hash(new Uint8Array(await blob.arrayBuffer()))).toBe(hash(bytes));
});

it('gives up with a readable text', async () => {
  const { url } = await flaky(1_000, 100);
  await expect(fetchFile(url, bytes.length, { ...options, retries: 2 })).rejects.toMatchObject({
    status: 0,
    message: '下载中断，请检查网络后重试',
  });
  const refuse: typeof fetch = async () => new Response(JSON.stringify({ code: 1, msg: '下载链接已过期' }), { status: 403 });
  await expect(fetchFile('/x', 1, { ...options, fetch: refuse })).rejects.toMatchObject({ status: 403, message: '下载链接已过期' });
});
