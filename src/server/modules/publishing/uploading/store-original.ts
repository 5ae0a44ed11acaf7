import type { UploadPurpose } from '#contract/publish.ts';
import { type Ctx, requireUser } from '../../../app/ctx.ts';
import { byteParts } from '../../../kernel/byte-parts.ts';
import { AppError } from '../../../kernel/errors.ts';
import { openUpload } from './open-upload.ts';
import { receivePart } from './receive-part.ts';

/**
 * Stores bytes that are here already (seed, import) as the acting user's upload, by the same steps and checks as one from a browser.
 * `background`: its pages are made when no person waits for theirs.
 * @returns the file's id
 * @throws AppError with the reason when the file is refused
 */
export async function storeOriginal(
  ctx: Ctx,
  input: { purpose: UploadPurpose; name: string; data: Uint8Array; background?: boolean },
): Promise<number> {
  const { data, ...facts } = input;
  return storeStream(ctx, { ...facts, size_bytes: data.byteLength, data: once(data) });
}

/** The same for bytes that are still to be read, a part of them in memory at a time. `size_bytes`: of all of them. */
export async function storeStream(
  ctx: Ctx,
  input: { purpose: UploadPurpose; name: string; size_bytes: number; data: AsyncIterable<Uint8Array>; background?: boolean },
): Promise<number> {
  requireUser(ctx);
  const { data, ...facts } = input;
  const signed = await openUpload(ctx, facts);
  let offset = 0;
  for await (const part of byteParts(data, signed.part_bytes)) {
    const state = await receivePart(ctx, { ...signed, offset, data: once(part) });
    if (state.file) return state.file.id;
    if (state.status === 'refused') throw new AppError(state.refusal);
    offset += part.byteLength;
  }
  throw new AppError('文件没有完整写入');
}

async function* once(part: Uint8Array): AsyncGenerator<Uint8Array> {
  yield part;
}
