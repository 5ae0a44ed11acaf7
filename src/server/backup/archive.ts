import { once } from 'node:events';
import { open } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { extract, pack } from 'tar-stream';

/** Archives are tar, so that any tool lists them; written and read as streams with flat memory. */

export interface ArchiveWriter {
  addBytes(name: string, bytes: Uint8Array): Promise<void>;
  /** Streams the file as long as it is now, and returns that size; null, and nothing written, when it is gone. @throws Error when it shrinks */
  addFile(name: string, path: string, onChunk: (chunk: Uint8Array) => void): Promise<number | null>;
  end(): Promise<void>;
}

export function writeArchive(out: Writable): ArchiveWriter {
  const tar = pack();
  const sent = send(tar as AsyncIterable<Uint8Array>, out);
  // reported by the entry that is being written then, or by `end`
  sent.catch((error: Error) => tar.destroy(error));
  const begin = (name: string, size: number) => {
    const header = { name, size, mode: 0o600, mtime: new Date(0) };
    let entry: ReturnType<typeof tar.entry> | undefined;
    const done = new Promise<void>((resolve, reject) => {
      entry = tar.entry(header, (error) => (error ? reject(error) : resolve()));
    });
    done.catch(() => undefined);
    return { entry, done };
  };
  const write = async ({ entry, done }: ReturnType<typeof begin>, chunk: Uint8Array) => {
    if (entry && !entry.write(chunk)) await Promise.race([once(entry, 'drain'), done]);
  };
  return {
    async addBytes(name, bytes) {
      const one = begin(name, bytes.length);
      await write(one, bytes);
      one.entry?.end(null);
      await one.done;
    },
    async addFile(name, path, onChunk) {
      // opened before its header is written: from here on it cannot be removed
      const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      if (!handle) return null;
      try {
        const { size } = await handle.stat();
        const one = begin(name, size);
        let written = 0;
        if (size > 0) {
          for await (const chunk of handle.createReadStream({ start: 0, end: size - 1, autoClose: false })) {
            onChunk(chunk as Buffer);
            written += (chunk as Buffer).length;
            await write(one, chunk as Buffer);
          }
        }
        if (written !== size) throw new Error(`${path} became shorter while it was read`);
        one.entry?.end(null);
        await one.done;
        return size;
      } finally {
        await handle.close();
      }
    },
    async end() {
      tar.finalize();
      await sent;
      out.end();
      await finished(out);
    },
  };
}

async function send(tar: AsyncIterable<Uint8Array>, out: Writable): Promise<void> {
  for await (const chunk of tar) {
    await new Promise<void>((resolve, reject) => {
      out.write(chunk, (error) => (error ? reject(error) : resolve()));
    });
  }
}

export interface ArchiveEntry {
  name: string;
  size_bytes: number;
  /** The content; must be read to its end before the next entry. */
  content: AsyncIterable<Uint8Array>;
}

/** Reads an archive entry by entry. @throws Error when it is cut off or is none */
export async function* readArchive(input: Readable): AsyncGenerator<ArchiveEntry> {
  const tar = extract();
  input.once('error', (error) => tar.destroy(error));
  input.pipe(tar);
  for await (const entry of tar) {
    const { name, size = 0, type } = entry.header;
    if (type !== 'file') throw new Error(`${name} is not a file`);
    yield { name, size_bytes: size, content: entry as AsyncIterable<Uint8Array> };
    entry.resume();
  }
}
