import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Load } from './load.ts';

const PER_CONNECTION = /^(connection|keep-alive|date|transfer-encoding)$/i;

/** A plain node:http process that sends the very bytes and headers that the site sends for `load`. */
export async function plainCopy(load: Load): Promise<{ url: string; pid: number | undefined; stop(): void }> {
  const answer = await raw(load);
  const dir = mkdtempSync(join(tmpdir(), 'cemao-plain-'));
  const file = join(dir, 'answer.json');
  writeFileSync(file, JSON.stringify(answer));
  const child = spawn(process.execPath, [fileURLToPath(new URL('plain-server.ts', import.meta.url)), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.stdout.once('data', (chunk: Buffer) => resolve(Number(chunk.toString())));
  });
  return {
    url: `http://127.0.0.1:${port}/`,
    pid: child.pid,
    stop() {
      child.kill('SIGTERM');
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function raw({ url, headers = {} }: Load): Promise<{ status: number; headers: string[]; body: string }> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('end', () => {
        const kept: string[] = [];
        for (let i = 0; i < res.rawHeaders.length; i += 2) {
          const name = res.rawHeaders[i] ?? '';
          if (!PER_CONNECTION.test(name)) kept.push(name, res.rawHeaders[i + 1] ?? '');
        }
        resolve({ status: res.statusCode ?? 0, headers: kept, body: Buffer.concat(chunks).toString('base64') });
      });
    }).on('error', reject);
  });
}
