import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pack } from 'tar-stream';
import { afterAll, expect, it } from 'vitest';
import { readArchive, writeArchive } from './archive.ts';

const work = mkdtempSync(join(tmpdir(), 'cemao-archive-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

async function read(bytes: Uint8Array): Promise<Record<string, number>> {
  const sizes: Record<string, number> = {};
  for await (const { name, size_bytes, content } of readArchive(Readable.from([bytes]))) {
    let seen = 0;
    for await (const chunk of content) seen += chunk.length;
    expect(seen).toBe(size_bytes);
    sizes[name] = seen;
  }
  return sizes;
}

it('keeps names of any length and script, and sizes at the edges of a block', async () => {
  const out = new PassThrough();
  const whole = buffer(out);
  const writer = writeArchive(out);
  const long = `files/${'很长的文件夹/'.repeat(40)}${'n'.repeat(180)}.bin`;
  const wanted = { 'empty.bin': 0, 'block.bin': 512, 'more.bin': 513, [long]: 200_000 };
  for (const [name, size] of Object.entries(wanted)) await writer.addBytes(name, Buffer.alloc(size, 'x'));
  writeFileSync(join(work, 'file'), Buffer.alloc(300_001));
  expect(await writer.addFile('file', join(work, 'file'), () => undefined)).toBe(300_001);
  await writer.end();
  expect(await read(await whole)).toEqual({ ...wanted, file: 300_001 });
});

it('reads on where an entry was not read', async () => {
  const tar = pack();
  for (const name of ['a', 'b', 'c']) tar.entry({ name }, Buffer.alloc(100_000));
  tar.finalize();
  const names: string[] = [];
  for await (const { name } of readArchive(Readable.from(tar as AsyncIterable<Uint8Array>))) names.push(name);
  expect(names).toEqual(['a', 'b', 'c']);
});

it('refuses what is cut off, what is no archive, and links', async () => {
  const out = new PassThrough();
  const whole = buffer(out);
  const writer = writeArchive(out);
  await writer.addBytes('a', Buffer.alloc(2_000));
  await writer.end();
  const bytes = await whole;
  for (const end of [100, 700, 2_100]) await expect(read(bytes.subarray(0, end)), String(end)).rejects.toThrow(/Unexpected end|destroyed/);
  await expect(read(Buffer.alloc(5_000, 'hello'))).rejects.toThrow(/Invalid tar header/);
  const links = pack();
  links.entry({ name: 'link', type: 'symlink', linkname: '/etc/passwd' });
  links.finalize();
  await expect(read(await buffer(links as unknown as Readable))).rejects.toThrow('link is not a file');
});

it('fails when a file shrinks under it, and when nobody takes the bytes any more', async () => {
  const path = join(work, 'shrinks');
  writeFileSync(path, Buffer.alloc(1_000_000));
  const writer = writeArchive(new PassThrough().resume());
  const added = writer.addFile('shrinks', path, () => truncateSync(path, 100));
  await expect(added).rejects.toThrow('became shorter');
  const full = new Writable({ write: (_chunk, _encoding, done) => done(new Error('no space left')) });
  full.on('error', () => undefined);
  const refused = writeArchive(full);
  await expect(
    (async () => {
      for (;;) await refused.addBytes('x', Buffer.alloc(100_000));
    })(),
  ).rejects.toThrow();
});
