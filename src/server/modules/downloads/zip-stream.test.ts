import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import type { ByteRange } from '../../providers/storage/port.ts';
import { type StoredZip, storedZip, type ZipEntry } from './zip-stream.ts';

const bytesOf = async (stream: Readable) => Buffer.concat(await Array.fromAsync(stream as AsyncIterable<Buffer>));
const entry = (name: string, data: Buffer): ZipEntry => ({
  name,
  size_bytes: data.length,
  crc32: async () => crc32(data),
  read: async ({ start, end }) => Readable.from([data.subarray(start, end + 1)]),
});

/** Another program reads the archive, by ranges only. */
class Ranges extends RandomAccessReader {
  readonly #zip: StoredZip;
  constructor(zip: StoredZip) {
    super();
    this.#zip = zip;
  }
  override _readStreamForRange(start: number, end: number): Readable {
    return this.#zip.read({ start, end: end - 1 });
  }
}

async function entriesOf(zip: StoredZip): Promise<{ archive: ZipFile; entries: Entry[] }> {
  const archive = await fromRandomAccessReaderPromise(new Ranges(zip), zip.size_bytes, { lazyEntries: true, autoClose: false });
  const entries: Entry[] = [];
  for await (const one of archive.eachEntry()) entries.push(one);
  return { archive, entries };
}

it('is a ZIP that others open, of the size that was promised, with names in Chinese', async () => {
  const data = [randomBytes(70_000), Buffer.alloc(0), Buffer.from('第三张')];
  const zip = storedZip([entry('001-舞台.jpg', data[0] as Buffer), entry('空.jpg', data[1] as Buffer), entry('c.png', data[2] as Buffer)]);
  const whole = await bytesOf(zip.read({ start: 0, end: zip.size_bytes - 1 }));
  expect(whole).toHaveLength(zip.size_bytes);
  const { archive, entries } = await entriesOf(zip);
  expect(entries.map(({ fileName }) => fileName)).toEqual(['001-舞台.jpg', '空.jpg', 'c.png']);
  for (const [index, one] of entries.entries()) {
    expect([index, (await bytesOf(await archive.openReadStreamPromise(one))).equals(data[index] as Buffer)]).toEqual([index, true]);
    expect([index, one.crc32]).toEqual([index, crc32(data[index] as Buffer)]);
  }
});

it('gives the same bytes in ranges, wherever they are cut', async () => {
  const zip = storedZip([entry('a.jpg', randomBytes(5_000)), entry('b.jpg', randomBytes(3_000))]);
  const whole = await bytesOf(zip.read({ start: 0, end: zip.size_bytes - 1 }));
  for (const step of [1_000, 4_999, 37]) {
    const pieces: Buffer[] = [];
    for (let start = 0; start < zip.size_bytes; start += step) {
      pieces.push(await bytesOf(zip.read({ start, end: Math.min(start + step, zip.size_bytes) - 1 })));
    }
    expect(Buffer.concat(pieces).equals(whole)).toBe(true);
  }
});

it('breaks when an entry is shorter than it said, and asks for nothing that is not wanted', async () => {
  const asked: ByteRange[] = [];
  const short: ZipEntry = { ...entry('a.jpg', Buffer.from('1234')), size_bytes: 10 };
  const whole = storedZip([short]);
  await expect(bytesOf(whole.read({ start: 0, end: whole.size_bytes - 1 }))).rejects.toThrow('4 bytes where 10 are due');
  const seen: ZipEntry = {
    ...entry('b.jpg', randomBytes(1_000)),
    async read(range) {
      asked.push(range);
      return Readable.from([Buffer.alloc(range.end - range.start + 1)]);
    },
  };
  const zip = storedZip([entry('a.jpg', randomBytes(1_000)), seen]);
  const second_at = 35 + 1_000 + 35;
  await bytesOf(zip.read({ start: second_at + 10, end: second_at + 19 }));
  expect(asked).toEqual([{ start: 10, end: 19 }]);
});

const GIB = 1024 ** 3;

/** Zeros of any size, without holding them. */
function zeros(name: string, size_bytes: number): ZipEntry {
  return {
    name,
    size_bytes,
    crc32: async () => 0x1234_5678,
    read: async ({ start, end }) =>
      Readable.from(
        (function* () {
          for (let left = end - start + 1; left > 0; left -= 65_536) yield Buffer.alloc(Math.min(65_536, left));
        })(),
      ),
  };
}

it('counts in 64 bit beyond 4 GB: entries, places and the directory', async () => {
  const zip = storedZip([zeros('a.jpg', 5 * GIB), zeros('b.jpg', 6), zeros('c.jpg', 7 * GIB)]);
  expect(zip.size_bytes).toBeGreaterThan(12 * GIB);
  const second_at = 35 + 20 + 5 * GIB;
  const header = await bytesOf(zip.read({ start: second_at, end: second_at + 34 }));
  expect([header.readUInt32LE(0), header.readUInt32LE(22), header.subarray(30).toString()]).toEqual([0x04034b50, 6, 'b.jpg']);
  const tail = await bytesOf(zip.read({ start: zip.size_bytes - 98, end: zip.size_bytes - 1 }));
  expect([tail.readUInt32LE(0), tail.readUInt32LE(56), tail.readUInt32LE(76)]).toEqual([0x06064b50, 0x07064b50, 0x06054b50]);
  const directory_at = Number(tail.readBigUInt64LE(48));
  const directory = await bytesOf(zip.read({ start: directory_at, end: zip.size_bytes - 99 }));
  expect(directory.length).toBe(Number(tail.readBigUInt64LE(40)));
  expect(Number(tail.readBigUInt64LE(24))).toBe(3);
  // the second begins beyond 4 GB: its place stands in the extra field, alone
  const second = directory.subarray(46 + 5 + 20);
  expect([second.readUInt32LE(24), second.readUInt32LE(42), Number(second.readBigUInt64LE(46 + 5 + 4))]).toEqual([
    6,
    0xffff_ffff,
    second_at,
  ]);
});

it('is read right by another program though it is larger than 4 GB', async () => {
  const zip = storedZip([zeros('大.jpg', 5 * GIB), zeros('小.jpg', 6)]);
  const { archive, entries } = await entriesOf(zip);
  expect(entries.map(({ fileName, uncompressedSize }) => [fileName, uncompressedSize])).toEqual([
    ['大.jpg', 5 * GIB],
    ['小.jpg', 6],
  ]);
  expect(await bytesOf(await archive.openReadStreamPromise(entries[1] as Entry))).toEqual(Buffer.alloc(6));
});

it('holds little of an archive of 5 GB while it leaves', { timeout: 120_000 }, async () => {
  const block = Buffer.alloc(1_048_576);
  const large: ZipEntry = {
    ...zeros('大.jpg', 5 * GIB),
    read: async ({ start, end }) =>
      Readable.from(
        (function* () {
          for (let left = end - start + 1; left > 0; left -= block.length) yield block.subarray(0, Math.min(block.length, left));
        })(),
      ),
  };
  const zip = storedZip([large, zeros('小.jpg', 6)]);
  const before = process.memoryUsage().arrayBuffers;
  let [read, most] = [0, 0];
  for await (const chunk of zip.read({ start: 0, end: zip.size_bytes - 1 }) as AsyncIterable<Buffer>) {
    read += chunk.length;
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
  }
  expect(read).toBe(zip.size_bytes);
  expect(most).toBeLessThan(64 * 1_048_576);
});
