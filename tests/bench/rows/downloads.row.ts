import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import CryptoJS from 'crypto-js';
import type { DownloadAnswer } from '#contract/download.ts';
import { makeItem, makePublisher } from '../../support/catalog.ts';
import { signIn, startBenchSite } from '../bench-site.ts';
import { median, type Result, type Row } from '../row.ts';

const SIZE_BYTES = 1024 ** 3;
const ROUNDS = 3;

/** One gibibyte through the signed link, against a plain server that pipes the same size; the site's memory meanwhile. */
const row: Row = {
  name: 'downloads',
  async run() {
    let item_id = 0;
    const { site, stop } = await startBenchSite({}, async (ctx) => {
      const { files } = await import('#server/modules/publishing/tables.ts');
      const { newStorageKey } = await import('#server/providers/storage/port.ts');
      const key = newStorageKey();
      await ctx.app.providers.storage.putPrivate(key, Readable.from(zeros()));
      const publisher_id = await makePublisher(ctx, '大文件');
      const [file] = await ctx.app.db
        .insert(files)
        .values({ owner_id: publisher_id, key, name: '大文件.pdf', size_bytes: SIZE_BYTES, sha256: '0'.repeat(64), type: 'pdf' })
        .returning({ id: files.id });
      item_id = await makeItem(ctx, { publisher_id, title: '一个很大的文件', file_id: file?.id ?? null, file_size_bytes: SIZE_BYTES });
    });
    const plain = await plainFile();
    try {
      const url = site.url + (await grantedPath(site.url, item_id));
      const memory = watchMemory(site.pid);
      const ours: number[] = [];
      const base: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        ours.push(await mebibytesPerSecond(url));
        base.push(await mebibytesPerSecond(plain.url));
      }
      return results(median(ours), median(base), memory.stop());
    } finally {
      plain.stop();
      await stop();
    }
  },
};
export default row;

function results(ours: number, base: number, grown_mib: number): Result[] {
  return [
    {
      what: '1 GiB download',
      goal: '>= 0.5',
      measured: `${Math.round(ours)} MiB/s`,
      base: `plain read stream: ${Math.round(base)} MiB/s`,
      ratio: (ours / base).toFixed(2),
      reached: ours / base >= 0.5,
    },
    {
      what: 'memory of the site during it',
      goal: '<= +64 MiB',
      measured: `+${Math.round(grown_mib)} MiB`,
      base: 'before the first byte',
      ratio: '-',
      reached: grown_mib <= 64,
    },
  ];
}

function* zeros(): Generator<Buffer> {
  const chunk = Buffer.alloc(1024 ** 2);
  for (let sent = 0; sent < SIZE_BYTES; sent += chunk.length) yield chunk;
}

async function grantedPath(url: string, id: number): Promise<string> {
  const token = await signIn(url);
  const answer = await fetch(`${url}/gateway/scheme/index/downloadurl`, {
    method: 'POST',
    headers: { token, 'content-type': 'application/json' },
    body: JSON.stringify({ id }),
  });
  const { data } = (await answer.json()) as { data: DownloadAnswer };
  if (data?.status !== 1) throw new Error(`the download was not granted: ${JSON.stringify(data)}`);
  const { Utf8 } = CryptoJS.enc;
  return CryptoJS.AES.decrypt(data.download_url, Utf8.parse(data.cipher.key), { iv: Utf8.parse(data.cipher.iv) }).toString(Utf8);
}

function mebibytesPerSecond(url: string): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    get(url, (res) => {
      let bytes = 0;
      res.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      res.on('end', () => {
        if (bytes === SIZE_BYTES) resolve(bytes / 1024 ** 2 / ((performance.now() - started) / 1000));
        else reject(new Error(`${url}: ${bytes} bytes, status ${res.statusCode}`));
      });
    }).on('error', reject);
  });
}

/** Highest growth of the resident set since the call, in MiB. */
function watchMemory(pid: number): { stop(): number } {
  const resident = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  const before = resident();
  let highest = before;
  const timer = setInterval(() => {
    highest = Math.max(highest, resident());
  }, 50);
  return {
    stop() {
      clearInterval(timer);
      return Math.max(highest, resident()) - before;
    },
  };
}

async function plainFile(): Promise<{ url: string; stop(): void }> {
  const dir = mkdtempSync(join(tmpdir(), 'cemao-plain-'));
  const file = join(dir, 'file');
  writeFileSync(file, '');
  truncateSync(file, SIZE_BYTES);
  const child = spawn(process.execPath, [fileURLToPath(new URL('../plain-file.ts', import.meta.url)), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.stdout.once('data', (chunk: Buffer) => resolve(Number(chunk.toString())));
  });
  return {
    url: `http://127.0.0.1:${port}/`,
    stop() {
      child.kill('SIGTERM');
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
