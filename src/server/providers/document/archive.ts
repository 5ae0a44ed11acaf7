import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import { DocumentError } from './port.ts';

export const ZIP_OPTIONS = { lazyEntries: true, autoClose: false, validateEntrySizes: true, strictFileNames: false };

const END_RECORD_BYTES = 22;
const COMMENT_MAX_BYTES = 0xffff;
const END_RECORD = Buffer.from('504b0506', 'hex');

/**
 * Opens a zip file; close it when done. What follows its end record is left out, as office programs do.
 * @throws DocumentError when it is broken
 */
export async function openArchive(path: string): Promise<ZipFile> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    return await fromRandomAccessReaderPromise(new FileReader(handle), await endOf(handle, size), ZIP_OPTIONS);
  } catch (cause) {
    await handle.close();
    throw brokenArchive(cause);
  }
}

/** Where the archive ends: behind the last end record whose comment fits into the file. */
async function endOf(handle: FileHandle, size: number): Promise<number> {
  const start = Math.max(0, size - 2 * (END_RECORD_BYTES + COMMENT_MAX_BYTES));
  const tail = Buffer.alloc(size - start);
  await handle.read(tail, 0, tail.length, start);
  for (let at = tail.lastIndexOf(END_RECORD); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf(END_RECORD, at - 1)) {
    if (at + END_RECORD_BYTES > tail.length) continue;
    const end = at + END_RECORD_BYTES + tail.readUInt16LE(at + 20);
    if (end <= tail.length) return start + end;
  }
  return size;
}

export function brokenArchive(cause: unknown): DocumentError {
  return new DocumentError('文件已损坏，无法打开，请重新导出后再上传', cause);
}

class FileReader extends RandomAccessReader {
  readonly #handle: FileHandle;
  constructor(handle: FileHandle) {
    super();
    this.#handle = handle;
  }
  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#blocks(start, end));
  }
  override close(callback: (error: Error | null) => void): void {
    this.#handle.close().then(() => callback(null), callback);
  }
  async *#blocks(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; ) {
      const { buffer, bytesRead } = await this.#handle.read(Buffer.alloc(Math.min(1 << 16, end - at)), 0, undefined, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }
}
