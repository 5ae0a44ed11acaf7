import { open } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';

/** Archives are plain tar (ustar), so that any tool lists them; written and read as streams with flat memory. */

const BLOCK = 512;

export interface ArchiveWriter {
  addBytes(name: string, bytes: Uint8Array): Promise<void>;
  /** Streams the file as long as it is now, and returns that size; null, and nothing written, when it is gone. @throws Error when it shrinks */
  addFile(name: string, path: string, onChunk: (chunk: Uint8Array) => void): Promise<number | null>;
  end(): Promise<void>;
}

export function writeArchive(out: Writable): ArchiveWriter {
  const write = (bytes: Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      out.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
  const pad = (size: number) => write(new Uint8Array((BLOCK - (size % BLOCK)) % BLOCK));
  return {
    async addBytes(name, bytes) {
      await write(header(name, bytes.length));
      await write(bytes);
      await pad(bytes.length);
    },
    async addFile(name, path, onChunk) {
      // opened before its header is written: from here on nobody can take it away
      const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      if (!handle) return null;
      try {
        const { size } = await handle.stat();
        await write(header(name, size));
        let written = 0;
        if (size > 0) {
          for await (const chunk of handle.createReadStream({ start: 0, end: size - 1, autoClose: false })) {
            onChunk(chunk as Buffer);
            written += (chunk as Buffer).length;
            await write(chunk as Buffer);
          }
        }
        if (written !== size) throw new Error(`${path} became shorter while it was read`);
        await pad(size);
        return size;
      } finally {
        await handle.close();
      }
    },
    async end() {
      await write(new Uint8Array(2 * BLOCK));
      out.end();
      await finished(out);
    },
  };
}

function header(name: string, size_bytes: number): Uint8Array {
  const block = Buffer.alloc(BLOCK);
  const [prefix, base] = splitName(name);
  block.write(base, 0, 100);
  block.write('0000600\0', 100);
  block.write('0000000\0', 108);
  block.write('0000000\0', 116);
  block.write(`${size_bytes.toString(8).padStart(11, '0')}\0`, 124);
  block.write('00000000000\0', 136);
  block.write('        ', 148);
  block.write('0', 156);
  block.write('ustar\x0000', 257, 'latin1');
  block.write(prefix, 345, 155);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

function splitName(name: string): [prefix: string, base: string] {
  if (Buffer.byteLength(name) <= 100) return ['', name];
  for (let at = name.indexOf('/'); at > 0; at = name.indexOf('/', at + 1)) {
    const base = name.slice(at + 1);
    if (at <= 155 && Buffer.byteLength(base) <= 100) return [name.slice(0, at), base];
  }
  throw new Error(`the name is too long for an archive: ${name}`);
}

export interface ArchiveEntry {
  name: string;
  size_bytes: number;
  /** The content; must be read to its end before the next entry. */
  content: AsyncIterable<Uint8Array>;
}

/** Reads an archive entry by entry. @throws Error when it is cut off or is none */
export async function* readArchive(input: Readable): AsyncGenerator<ArchiveEntry> {
  const source = bytesOf(input);
  for (;;) {
    const head = await source.take(BLOCK);
    if (head.every((byte) => byte === 0)) return;
    if (head.toString('latin1', 257, 262) !== 'ustar') throw new Error('not an archive of this kind');
    const text = (from: number, length: number) => head.toString('utf8', from, from + length).replace(/\0.*$/s, '');
    const prefix = text(345, 155);
    const size_bytes = Number.parseInt(text(124, 12), 8);
    let left = size_bytes;
    const content = (async function* () {
      while (left > 0) {
        const chunk = await source.some(left);
        left -= chunk.length;
        yield chunk;
      }
    })();
    yield { name: prefix ? `${prefix}/${text(0, 100)}` : text(0, 100), size_bytes, content };
    for await (const _rest of content);
    await source.take((BLOCK - (size_bytes % BLOCK)) % BLOCK);
  }
}

function bytesOf(input: Readable) {
  const iterator = input[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let held: Buffer = Buffer.alloc(0);
  const more = async () => {
    const next = await iterator.next();
    if (next.done) throw new Error('the archive is cut off');
    return next.value;
  };
  return {
    async take(size: number): Promise<Buffer> {
      const parts = [held];
      let have = held.length;
      while (have < size) {
        const chunk = await more();
        parts.push(chunk);
        have += chunk.length;
      }
      const all = parts.length === 1 ? held : Buffer.concat(parts);
      held = all.subarray(size);
      return all.subarray(0, size);
    },
    async some(at_most: number): Promise<Buffer> {
      if (held.length === 0) held = await more();
      const part = held.subarray(0, at_most);
      held = held.subarray(part.length);
      return part;
    },
  };
}
