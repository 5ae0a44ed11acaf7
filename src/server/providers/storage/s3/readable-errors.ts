import { Readable } from 'node:stream';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { storageAway, storageFull } from '../port.ts';
import { isMissing } from './bucket.ts';
import { S3Error } from './request.ts';

/** What S3 says, in the words of the port. */
export async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw readable(error);
  }
}

export async function* translated<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* source;
  } catch (error) {
    throw readable(error);
  }
}

export function translatedStream(inner: Readable): Readable {
  const outer = Readable.from(translated(inner as AsyncIterable<Uint8Array>), { objectMode: false });
  // who leaves must not wait for the next bytes
  outer.once('close', () => inner.destroy());
  return outer;
}

function readable(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof S3Error)) return error;
  if (isMissing(error)) return notFound('文件不存在');
  return error.status === 507 ? storageFull(error) : storageAway(error);
}
