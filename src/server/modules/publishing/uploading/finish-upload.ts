import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pictureFile } from '#contract/picture.ts';
import { type Ctx, inTransaction } from '../../../kernel/ctx.ts';
import { AppError } from '../../../kernel/errors.ts';
import { DocumentError, ReaderLost } from '../../../providers/document/port.ts';
import type { TempFile } from '../../../providers/storage/port.ts';
import { queueRendering } from '../rendering/render-job.ts';
import { endUpload, insertFile, insertRendering, type UploadRow } from '../repo.ts';
import { derivedKey } from '../rules.ts';

/**
 * Checks what really arrived (size, content, hash) and stores it, or refuses it with a reason. Done again after a crash it comes to
 * the same end: the storage key follows from the upload.
 */
export async function finishUpload(ctx: Ctx, upload: UploadRow): Promise<UploadRow> {
  const { storage } = ctx.app.providers;
  const temp = await storage.openTemp(upload.upload_key);
  const key = derivedKey(ctx.app.config.secrets.upload, `file:${upload.upload_key}`);
  try {
    const size_bytes = await temp.size_bytes();
    // a crash between the move and the commit: the file is whole, under its key
    if (size_bytes === 0 && (await storage.statPrivate(key))?.size_bytes === upload.size_bytes) return await keep(ctx, upload, key, null);
    if (size_bytes !== upload.size_bytes) throw new DocumentError('收到的文件不完整，请重新上传');
    return await keep(ctx, upload, key, temp);
  } catch (error) {
    // the bytes stay: the same last part again is checked again
    if (error instanceof ReaderLost) throw new AppError('文件检查被中断，请稍后继续上传', { status: 503, cause: error });
    if (!(error instanceof DocumentError)) throw error;
    await temp.discard();
    await storage.removePrivate([key]);
    await endUpload(ctx.db, upload.upload_key, { status: 'refused', refusal: error.message });
    return { ...upload, status: 'refused', refusal: error.message };
  }
}

async function keep(ctx: Ctx, upload: UploadRow, key: string, temp: TempFile | null): Promise<UploadRow> {
  return upload.purpose === 'cover' ? keepPicture(ctx, upload, key, temp) : keepDocument(ctx, upload, key, temp);
}

async function keepDocument(ctx: Ctx, upload: UploadRow, key: string, temp: TempFile | null): Promise<UploadRow> {
  const { storage, documents } = ctx.app.providers;
  const inspect = (path: string) => documents.inspect(path, upload.owner_id);
  const facts = await (temp ? temp.withPath(inspect) : storage.withPrivateFile(key, inspect));
  if (facts.type === 'pptx') {
    const { possible, reason } = await documents.conversion();
    if (!possible) throw new DocumentError(reason);
  }
  const sha256 = await hashOf(await (temp ? temp.read() : storage.readPrivate(key)));
  await temp?.keepPrivate(key);
  return record(ctx, upload, { key, sha256, type: facts.type, page_count: facts.page_count });
}

async function keepPicture(ctx: Ctx, upload: UploadRow, key: string, temp: TempFile | null): Promise<UploadRow> {
  const { storage, documents } = ctx.app.providers;
  const pictures = (path: string) => documents.pictures(path, upload.owner_id);
  const made = await (temp ? temp.withPath(pictures) : storage.withPrivateFile(key, pictures));
  const sha256 = await hashOf(await (temp ? temp.read() : storage.readPrivate(key)));
  for (const { width, data } of made.pictures) await storage.putPrivate(pictureFile(key, width), data);
  await temp?.discard();
  return record(ctx, upload, { key, sha256, type: made.type, width: made.width, height: made.height });
}

async function record(
  ctx: Ctx,
  upload: UploadRow,
  facts: { key: string; sha256: string; type: string; page_count?: number; width?: number; height?: number },
): Promise<UploadRow> {
  const { page_count, ...row } = facts;
  return inTransaction(ctx, async (tx) => {
    const now = tx.app.clock.now();
    const file_id = await insertFile(tx.db, {
      ...row,
      owner_id: upload.owner_id,
      name: upload.name,
      size_bytes: upload.size_bytes,
      created_at: now,
    });
    await endUpload(tx.db, upload.upload_key, { status: 'done', file_id });
    if (page_count !== undefined) {
      const { background } = upload;
      await insertRendering(tx.db, { file_id, page_count, background, updated_at: now });
      await queueRendering(tx, { file_id, background }, tx.db);
    }
    return { ...upload, status: 'done', file_id };
  });
}

async function hashOf(stream: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of stream as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}
