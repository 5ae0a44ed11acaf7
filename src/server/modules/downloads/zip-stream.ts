import { Readable } from 'node:stream';
import type { ByteRange } from '../../providers/storage/port.ts';

/**
 * A ZIP whose entries are stored as they are: its size and every byte's place follow from names and sizes, so it can be sent from any
 * byte on without being made anywhere. Written for 64 bit where a number needs it (APPNOTE 6.3.10, 4.3 and 4.5.3).
 */
export interface ZipEntry {
  name: string;
  size_bytes: number;
  /** Asked for when its header is reached. */
  crc32(): Promise<number>;
  /** Both ends included. */
  read(range: ByteRange): Promise<Readable>;
}

export interface StoredZip {
  size_bytes: number;
  /** Memory stays flat whatever the size. Breaks when an entry is shorter than it said. */
  read(range: ByteRange): Readable;
}

const U16 = 0xffff;
const U32 = 0xffff_ffff;
/** Names are UTF-8. */
const FLAGS = 0x0800;
/** 1980-01-01: the same pictures are the same bytes, whenever they are asked for. */
const DATE = 0x0021;

type Part = { length: number; bytes(): Promise<Buffer> } | { length: number; read(range: ByteRange): Promise<Readable> };

export function storedZip(entries: readonly ZipEntry[]): StoredZip {
  const parts: Part[] = [];
  const directory: Part[] = [];
  let at = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name, 'utf8');
    const offset = at;
    const local = localHeader(name, entry.size_bytes, 0).length;
    const central = centralHeader(name, entry.size_bytes, 0, offset).length;
    parts.push({ length: local, bytes: async () => localHeader(name, entry.size_bytes, await entry.crc32()) });
    parts.push({ length: entry.size_bytes, read: (range) => entry.read(range) });
    directory.push({ length: central, bytes: async () => centralHeader(name, entry.size_bytes, await entry.crc32(), offset) });
    at += local + entry.size_bytes;
  }
  const directory_bytes = directory.reduce((sum, { length }) => sum + length, 0);
  const end = endRecords(entries.length, directory_bytes, at);
  const all: Part[] = [...parts, ...directory, { length: end.length, bytes: async () => end }];
  const size_bytes = at + directory_bytes + end.length;
  return { size_bytes, read: (range) => Readable.from(bytesOf(all, range), { objectMode: false }) };
}

async function* bytesOf(parts: readonly Part[], { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (const part of parts) {
    const first = Math.max(0, start - at);
    const last = Math.min(part.length - 1, end - at);
    at += part.length;
    if (first <= last) {
      if ('bytes' in part) yield (await part.bytes()).subarray(first, last + 1);
      else yield* exactly(await part.read({ start: first, end: last }), last - first + 1);
    }
    if (at > end) return;
  }
}

async function* exactly(stream: Readable, length: number): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for await (const chunk of stream) {
    sent += (chunk as Uint8Array).byteLength;
    yield chunk as Uint8Array;
  }
  if (sent !== length) throw new Error(`an entry has ${sent} bytes where ${length} are due`);
}

function localHeader(name: Buffer, size: number, crc: number): Buffer {
  const extra = extraField(size >= U32 ? [size, size] : []);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(size >= U32 ? 45 : 20, 4);
  head.writeUInt16LE(FLAGS, 6);
  head.writeUInt16LE(DATE, 12);
  head.writeUInt32LE(crc, 14);
  head.writeUInt32LE(Math.min(size, U32), 18);
  head.writeUInt32LE(Math.min(size, U32), 22);
  head.writeUInt16LE(name.length, 26);
  head.writeUInt16LE(extra.length, 28);
  return Buffer.concat([head, name, extra]);
}

function centralHeader(name: Buffer, size: number, crc: number, offset: number): Buffer {
  const extra = extraField([...(size >= U32 ? [size, size] : []), ...(offset >= U32 ? [offset] : [])]);
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  // made on UNIX, so that names are taken as they are
  head.writeUInt16LE((3 << 8) | 45, 4);
  head.writeUInt16LE(extra.length > 0 ? 45 : 20, 6);
  head.writeUInt16LE(FLAGS, 8);
  head.writeUInt16LE(DATE, 14);
  head.writeUInt32LE(crc, 16);
  head.writeUInt32LE(Math.min(size, U32), 20);
  head.writeUInt32LE(Math.min(size, U32), 24);
  head.writeUInt16LE(name.length, 28);
  head.writeUInt16LE(extra.length, 30);
  // rw-r--r-- of an ordinary file
  head.writeUInt32LE((0o100644 << 16) >>> 0, 38);
  head.writeUInt32LE(Math.min(offset, U32), 42);
  return Buffer.concat([head, name, extra]);
}

/** The numbers that do not fit their 32 bits, in their order. */
function extraField(numbers: readonly number[]): Buffer {
  if (numbers.length === 0) return Buffer.alloc(0);
  const extra = Buffer.alloc(4 + 8 * numbers.length);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8 * numbers.length, 2);
  for (const [index, number] of numbers.entries()) extra.writeBigUInt64LE(BigInt(number), 4 + 8 * index);
  return extra;
}

function endRecords(count: number, directory_bytes: number, directory_at: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, U16), 8);
  end.writeUInt16LE(Math.min(count, U16), 10);
  end.writeUInt32LE(Math.min(directory_bytes, U32), 12);
  end.writeUInt32LE(Math.min(directory_at, U32), 16);
  if (count < U16 && directory_bytes < U32 && directory_at < U32) return end;
  const wide = Buffer.alloc(56 + 20);
  wide.writeUInt32LE(0x06064b50, 0);
  wide.writeBigUInt64LE(44n, 4);
  wide.writeUInt16LE((3 << 8) | 45, 12);
  wide.writeUInt16LE(45, 14);
  wide.writeBigUInt64LE(BigInt(count), 24);
  wide.writeBigUInt64LE(BigInt(count), 32);
  wide.writeBigUInt64LE(BigInt(directory_bytes), 40);
  wide.writeBigUInt64LE(BigInt(directory_at), 48);
  wide.writeUInt32LE(0x07064b50, 56);
  wide.writeBigUInt64LE(BigInt(directory_at + directory_bytes), 64);
  wide.writeUInt32LE(1, 72);
  return Buffer.concat([wide, end]);
}
