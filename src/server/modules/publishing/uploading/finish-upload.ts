import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { FILE_TEXT } from '#contract/assistant.ts';
import type { FileContents } from '#contract/design-contents.ts';
import { avifFile, pictureFile } from '#contract/picture.ts';
import { ATTACHMENT_TEXT, type FilmFacts, type UploadPurpose } from '#contract/publish.ts';
import { ID_PICTURE_TEXT } from '#contract/verification.ts';
import { isVoice, VOICE_TYPE } from '#contract/voice.ts';
import { type Ctx, inTransaction } from '../../../app/ctx.ts';
import { UNNAMED_S } from '../../../app/sweeper.ts';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { DocumentError, ReaderLost } from '../../../providers/document/port.ts';
import type { TempFile } from '../../../providers/storage/port.ts';
import { queueRendering } from '../rendering/render-file.ts';
import { endUpload, findUpload, insertFile, insertRendering, lockOpenUpload, type UploadRow } from '../repo.ts';
import { derivedKey, UPLOAD_TTL_MS, VIDEO_TYPES } from '../rules.ts';
import { sweepLater } from '../stored-files.ts';
import { attachmentType, isOpaque, OPAQUE_TEXT, opaqueType, readingType, SNIFF_BYTES } from './opaque-type.ts';
import { PROOF_TYPES } from './open-upload.ts';

/** What was checked, and how it gets into private storage. */
interface Checked {
  facts: {
    sha256: string;
    type: string;
    page_count?: number;
    width?: number;
    height?: number;
    placeholder?: string;
    look?: bigint | null;
    film?: FilmFacts;
    contents?: FileContents | null;
  };
  /** @returns the bytes that lie under the key, where they are others than those that arrived */
  store(key: string): Promise<number | undefined>;
}

/**
 * Checks what arrived (size, content, hash) and stores or refuses it. Idempotent after a crash: the storage key follows from the upload and its content; of
 * concurrent calls one makes the file of what it checked itself.
 */
export async function finishUpload(ctx: Ctx, upload: UploadRow): Promise<UploadRow> {
  const arrived = await ctx.app.providers.storage.openTemp(upload.upload_key);
  // a request of another process may still be writing: what is looked at must be what is stored
  const sealed = await arrived.seal();
  try {
    const ended = await ctx.app.providers.storage.withScratch(async (folder) =>
      record(ctx, upload, await check(ctx, upload, sealed, folder)),
    );
    await arrived.discard();
    return ended;
  } catch (error) {
    // the bytes stay: the same last part again is checked again
    if (error instanceof ReaderLost) throw new AppError('文件检查被中断，请稍后继续上传', { status: 503, cause: error });
    if (!(error instanceof DocumentError)) throw error;
    if (!(await endUpload(ctx.db, upload.upload_key, { status: 'refused', refusal: error.message }))) return await endedUpload(ctx, upload);
    await arrived.discard();
    return { ...upload, status: 'refused', refusal: error.message };
  } finally {
    await sealed.discard();
  }
}

async function check(ctx: Ctx, upload: UploadRow, sealed: TempFile, folder: string): Promise<Checked> {
  if ((await sealed.size_bytes()) !== upload.size_bytes) throw new DocumentError('收到的文件不完整，请重新上传');
  switch (upload.purpose as UploadPurpose) {
    case 'cover':
      return checkPicture(ctx, upload, sealed, false);
    case 'picture':
      return checkPicture(ctx, upload, sealed, true);
    case 'proof':
      return checkProof(ctx, upload, sealed);
    case 'video':
      return checkFilm(ctx, upload, sealed, folder);
    case 'opaque':
      return checkOpaque(ctx, upload, sealed);
    case 'attachment':
    case 'read':
      return checkAttachment(upload, sealed);
    case 'voice':
      return checkVoice(upload, sealed);
    case 'bulk':
      return checkZip(upload, sealed);
    default:
      return checkDocument(ctx, upload, sealed);
  }
}

async function checkDocument(ctx: Ctx, upload: UploadRow, sealed: TempFile): Promise<Checked> {
  const { documents } = ctx.app.providers;
  const { type, page_count } = await sealed.withPath((path) => documents.inspect(path, upload.owner_id));
  if (type === 'pptx') {
    const { possible, reason } = await documents.conversion();
    if (!possible) throw new DocumentError(reason);
  }
  const contents = type === 'pptx' ? await contentsIn(ctx, upload, sealed, type) : null;
  return { facts: { sha256: await hashOf(await sealed.read()), type, page_count, contents }, store: keepAsItIs(sealed) };
}

function contentsIn(ctx: Ctx, { owner_id, size_bytes }: UploadRow, sealed: TempFile, type: string): Promise<FileContents | null> {
  return sealed.withPath((path) => ctx.app.providers.documents.contents(path, { type, size_bytes }, owner_id));
}

/** Files of other programs: known by their first bytes and stored as they are; what can be read of them is. */
async function checkOpaque(ctx: Ctx, upload: UploadRow, sealed: TempFile): Promise<Checked> {
  const type = opaqueType(await firstBytes(sealed), upload.name);
  if (type === null || !isOpaque(type)) throw new DocumentError(`请上传 ${OPAQUE_TEXT} 文件`);
  const contents = await contentsIn(ctx, upload, sealed, type);
  return { facts: { sha256: await hashOf(await sealed.read()), type, contents }, store: keepAsItIs(sealed) };
}

/** What goes with a demand, an offer or a message, or is read by the assistant: stored as it came, never opened here. */
async function checkAttachment(upload: UploadRow, sealed: TempFile): Promise<Checked> {
  const is_read = upload.purpose === 'read';
  const type = (is_read ? readingType : attachmentType)(await firstBytes(sealed), upload.name);
  if (type === null) throw new DocumentError(is_read ? `文件打不开，可能已损坏。只能读 ${FILE_TEXT}` : `请上传 ${ATTACHMENT_TEXT} 文件`);
  return { facts: { sha256: await hashOf(await sealed.read()), type }, store: keepAsItIs(sealed) };
}

/** A spoken message: its first bytes and its size say all that is asked, the rest is sound whatever it holds. */
async function checkVoice(upload: UploadRow, sealed: TempFile): Promise<Checked> {
  if (!isVoice(await firstBytes(sealed), upload.size_bytes)) throw new DocumentError('这不是一段 60 秒以内的语音');
  return { facts: { sha256: await hashOf(await sealed.read()), type: VOICE_TYPE }, store: keepAsItIs(sealed) };
}

/** A ZIP of many works: what is in it is looked at when its works are made. */
async function checkZip(upload: UploadRow, sealed: TempFile): Promise<Checked> {
  if (opaqueType(await firstBytes(sealed), upload.name) !== 'zip') throw new DocumentError('请上传 ZIP 压缩包');
  return { facts: { sha256: await hashOf(await sealed.read()), type: 'zip' }, store: keepAsItIs(sealed) };
}

const keepAsItIs = (sealed: TempFile) => async (key: string) => {
  await sealed.keepPrivate(key);
  return undefined;
};

/** What is stored of a film is what browsers play: written again, without what a camera knows of its owner. */
async function checkFilm(ctx: Ctx, upload: UploadRow, sealed: TempFile, folder: string): Promise<Checked> {
  const { storage, documents } = ctx.app.providers;
  const sniffed = opaqueType(await firstBytes(sealed), upload.name);
  if (sniffed === null || !VIDEO_TYPES.includes(sniffed)) throw new DocumentError('请上传 H.264 编码的 MP4、MOV、MKV 视频，或 WebM 视频');
  const target = join(folder, 'film');
  const film = await sealed.withPath((path) => documents.film(path, target, upload.owner_id));
  return {
    facts: { sha256: await hashOf(createReadStream(target)), type: film.type, film },
    store: (key) => storage.putPrivate(key, createReadStream(target)),
  };
}

/** `keep`: the bytes as they came stay beside what is shown, for those who buy them. */
async function checkPicture(ctx: Ctx, upload: UploadRow, sealed: TempFile, keep: boolean): Promise<Checked> {
  const { storage, documents } = ctx.app.providers;
  const { pictures, avif, ...facts } = await sealed.withPath((path) => documents.pictures(path, upload.owner_id));
  return {
    facts: { sha256: await hashOf(await sealed.read()), ...facts },
    store: async (key) => {
      if (keep) await sealed.keepPrivate(key);
      for (const { width, data } of avif) await storage.putPrivate(avifFile(pictureFile(key, width)), data);
      for (const { width, data } of pictures) await storage.putPrivate(pictureFile(key, width), data);
      return undefined;
    },
  };
}

/** A picture of a card or a licence: stored until it is handed in (uploaded-picture.ts). */
async function checkProof(ctx: Ctx, upload: UploadRow, sealed: TempFile): Promise<Checked> {
  const checked = await checkPicture(ctx, upload, sealed, false);
  if (!PROOF_TYPES.includes(checked.facts.type)) throw new DocumentError(ID_PICTURE_TEXT);
  return checked;
}

async function record(ctx: Ctx, upload: UploadRow, { facts, store }: Checked): Promise<UploadRow> {
  // what another call checked of this upload is the same bytes, or lies elsewhere
  const key = derivedKey(ctx.app.config.secrets.upload, `file:${upload.upload_key}:${facts.sha256}`);
  const { page_count, ...row } = facts;
  // once the upload is over nothing makes a row for it any more
  await sweepLater(ctx, { key, type: facts.type, width: facts.width ?? 0, pages: [] }, UPLOAD_TTL_MS / 1_000 + UNNAMED_S);
  // before the transaction: a slow bucket must not hold a connection
  const kept_bytes = await store(key);
  const file_id = await inTransaction(ctx, async (tx) => {
    if (!(await lockOpenUpload(tx.db, upload.upload_key))) return null;
    const now = tx.app.clock.now();
    const { owner_id, name, size_bytes, background } = upload;
    const file_id = await insertFile(tx.db, { ...row, key, owner_id, name, size_bytes: kept_bytes ?? size_bytes, created_at: now });
    await endUpload(tx.db, upload.upload_key, { status: 'done', file_id });
    if (page_count !== undefined) {
      await insertRendering(tx.db, { file_id, page_count, background, updated_at: now });
      await queueRendering(tx, { file_id, background }, tx.db);
    }
    return file_id;
  });
  return file_id === null ? endedUpload(ctx, upload) : { ...upload, status: 'done', file_id };
}

/** What somebody else made of it meanwhile. @throws AppError 404 when it is gone */
async function endedUpload(ctx: Ctx, { upload_key, owner_id }: UploadRow): Promise<UploadRow> {
  const upload = await findUpload(ctx.db, upload_key, owner_id);
  if (!upload) throw notFound('上传已失效，请重新选择文件');
  return upload;
}

async function firstBytes(sealed: TempFile): Promise<Buffer> {
  return buffer(await sealed.read({ start: 0, end: SNIFF_BYTES - 1 }));
}

async function hashOf(stream: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of stream as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}
