import { mkdirSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { VIDEO_MAX_BYTES } from '#contract/publish.ts';
import { localStorage } from '../providers/storage/local.ts';
import { newStorageKey } from '../providers/storage/port.ts';
import { serveParts } from './serve-parts.ts';

const MIB = 1024 * 1024;
const MIDDLE = VIDEO_MAX_BYTES / 2 + 12_345;
const MARK = Buffer.from('a film goes on here');
const data_dir = mkdtempSync(join(tmpdir(), 'cemao-parts-'));
const key = newStorageKey();
const file = join(data_dir, 'private', key);

let server: Server;
let read: Array<{ stream: Readable; bytes: number }> = [];
beforeAll(async () => {
  const storage = localStorage(data_dir);
  // as long as a film may be, with holes where nothing was written
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '');
  truncateSync(file, VIDEO_MAX_BYTES);
  const handle = await open(file, 'r+');
  await handle.write(MARK, 0, MARK.length, MIDDLE);
  await handle.close();
  server = createServer((req, res) => {
    const parts = {
      ...{ size_bytes: VIDEO_MAX_BYTES, etag: '"film"', media_type: 'video/mp4' },
      read: async (range: { start: number; end: number }) => {
        const stream = await storage.readPrivate(key, range);
        const one = { stream, bytes: 0 };
        const push = stream.push.bind(stream);
        stream.push = (chunk: Buffer | null) => {
          one.bytes += chunk?.length ?? 0;
          return push(chunk);
        };
        read.push(one);
        return stream;
      },
    };
    void serveParts(req, res, parts, []);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  read = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(data_dir, { recursive: true, force: true });
});

const ask = (range: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    get({ host: '127.0.0.1', port, headers: { range }, agent: false }, resolve).on('error', reject);
  });

it('reads of a film of two gigabytes only the part that is asked for', async () => {
  expect(statSync(file).blocks * 512).toBeLessThan(MIB);
  const answer = await ask(`bytes=${MIDDLE}-${MIDDLE + MARK.length - 1}`);
  expect([answer.statusCode, answer.headers['content-range']]).toEqual([
    206,
    `bytes ${MIDDLE}-${MIDDLE + MARK.length - 1}/${VIDEO_MAX_BYTES}`,
  ]);
  expect(Buffer.concat(await answer.toArray())).toEqual(MARK);
  expect(read.map(({ bytes }) => bytes)).toEqual([MARK.length]);
});

it('stops reading when a player that seeks leaves, and goes on at the other place', async () => {
  const answer = await ask(`bytes=${MIDDLE}-`);
  expect([answer.statusCode, answer.headers['content-length']]).toEqual([206, String(VIDEO_MAX_BYTES - MIDDLE)]);
  for await (const chunk of answer) {
    expect((chunk as Buffer).subarray(0, MARK.length)).toEqual(MARK);
    break;
  }
  await vi.waitFor(() => expect(read[0]?.stream.destroyed).toBe(true));
  // what the sockets hold, and not the gigabyte behind it
  expect(read[0]?.bytes).toBeLessThan(32 * MIB);
  const last = await ask('bytes=-10');
  expect(Buffer.concat(await last.toArray())).toHaveLength(10);
  expect(read[1]?.bytes).toBe(10);
});
