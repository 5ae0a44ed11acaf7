import { type NextPart, UPLOAD_PART_BYTES, type UploadState } from '#contract/publish.ts';
import { type Ctx, requireUser } from '../../../app/ctx.ts';
import { unixSeconds } from '../../../kernel/clock.ts';
import { AppError, conflict, forbidden, notFound } from '../../../kernel/errors.ts';
import { storageFull } from '../../../providers/storage/port.ts';
import { alikePictures } from '../alike-pictures.ts';
import { filmOf } from '../open-film.ts';
import { advanceUpload, type FileRow, findFile, findUpload, type UploadRow } from '../repo.ts';
import { readPolicy, SPARE_BYTES } from '../rules.ts';
import { signPicture, THUMB_WIDTH } from '../take-picture.ts';
import { finishUpload } from './finish-upload.ts';

/** Names an upload and proves that we opened it for this user. */
export interface UploadTicket {
  upload_key: string;
  policy: string;
  signature: string;
}

export interface Part extends UploadTicket {
  /** Where in the file this part begins. */
  offset: number;
  data: AsyncIterable<Uint8Array>;
}

/** Uploads that a request of this process is writing to. */
const busy = new Set<string>();

/**
 * Takes one part. A part that is there already changes nothing; one that begins where nothing has arrived yet is refused with the
 * place to go on from. With the last byte the file is checked and stored, so the answer to the last part may be a refusal.
 * @throws AppError 403 for a policy that is not ours, expired or somebody else's; 404, 409, 413, 507
 */
export function receivePart(ctx: Ctx, part: Part): Promise<UploadState> {
  return alone(ctx, part, async (upload) => {
    if (upload.status !== 'open') return stateOf(ctx, upload);
    const received_bytes = await write(ctx, upload, part);
    if (received_bytes < upload.size_bytes) return stateOf(ctx, { ...upload, received_bytes });
    return stateOf(ctx, await finishUpload(ctx, { ...upload, received_bytes }));
  });
}

/**
 * Of an upload whose parts the browser puts into the storage itself: how far it is there, and where the next part goes. Once nothing
 * is missing the file is checked and stored as one that came through us, so the answer may be a refusal.
 * @throws AppError 403 for a policy that is not ours, expired or somebody else's; 404, 409, 503, 507
 */
export function nextPart(ctx: Ctx, ticket: UploadTicket): Promise<NextPart> {
  return alone(ctx, ticket, async (upload) => {
    if (upload.status !== 'open') return { ...(await stateOf(ctx, upload)), next: null };
    const { direct } = ctx.app.providers.storage;
    const received_bytes = (await direct?.arrived(upload.upload_key)) ?? null;
    if (!direct || received_bytes === null) throw notFound('上传已失效，请重新选择文件');
    if (received_bytes > upload.received_bytes) await advanceUpload(ctx.db, upload.upload_key, upload.received_bytes, received_bytes);
    if (received_bytes >= upload.size_bytes) {
      return { ...(await stateOf(ctx, await finishUpload(ctx, { ...upload, received_bytes }))), next: null };
    }
    const bytes = Math.min(direct.part_bytes, upload.size_bytes - received_bytes);
    const url = await direct.address(upload.upload_key, received_bytes, bytes);
    return { ...(await stateOf(ctx, { ...upload, received_bytes })), next: { url, offset: received_bytes, bytes } };
  });
}

/** One request of this process at a time works on an upload, its owner's. */
async function alone<T>(ctx: Ctx, ticket: UploadTicket, work: (upload: UploadRow) => Promise<T>): Promise<T> {
  const { upload_key, signature } = ticket;
  const owner_id = requireUser(ctx);
  const policy = readPolicy(ticket.policy, signature, ctx.app.config.secrets.upload, unixSeconds(ctx.app.clock.now()));
  if (!policy || policy.user_id !== owner_id || policy.key !== upload_key) throw forbidden('上传凭证无效或已过期，请重新选择文件');
  if (busy.has(upload_key)) throw conflict('这个文件正在上传或检查中，请稍候');
  busy.add(upload_key);
  try {
    const upload = await findUpload(ctx.db, upload_key, owner_id);
    if (!upload) throw notFound('上传已失效，请重新选择文件');
    return await work(upload);
  } finally {
    busy.delete(upload_key);
  }
}

async function write(ctx: Ctx, upload: UploadRow, part: Part): Promise<number> {
  if (part.offset > upload.received_bytes) {
    throw conflict('分片顺序不对，请从断点继续', { received_bytes: upload.received_bytes });
  }
  if (upload.received_bytes === upload.size_bytes) return upload.received_bytes;
  const temp = await ctx.app.providers.storage.openTemp(upload.upload_key);
  if ((await ctx.app.providers.storage.freeBytes()) < UPLOAD_PART_BYTES + SPARE_BYTES) throw storageFull();
  // a part may begin earlier and change what came before: nothing of it was looked at yet
  const room = Math.min(upload.size_bytes - part.offset, UPLOAD_PART_BYTES);
  const written = await temp.write(part.offset, part.data, room);
  const received_bytes = Math.max(upload.received_bytes, part.offset + written);
  if (received_bytes === upload.received_bytes) return received_bytes;
  if (!(await advanceUpload(ctx.db, upload.upload_key, upload.received_bytes, received_bytes))) {
    throw conflict('这个文件正在另一个页面上传');
  }
  return received_bytes;
}

/** How far an own upload is. @throws AppError 404 */
export async function uploadState(ctx: Ctx, upload_key: string): Promise<UploadState> {
  const upload = await findUpload(ctx.db, upload_key, requireUser(ctx));
  if (!upload || (upload.status === 'open' && upload.expires_at <= ctx.app.clock.now())) throw notFound('上传已失效，请重新选择文件');
  return stateOf(ctx, upload);
}

async function stateOf(ctx: Ctx, upload: UploadRow): Promise<UploadState> {
  const { status, received_bytes, size_bytes, refusal } = upload;
  if (status === 'refused') throw new AppError(refusal, { data: { status, received_bytes, size_bytes, file: null, refusal } });
  const file = upload.file_id === null ? null : await findFile(ctx.db, upload.file_id);
  return {
    status: status === 'done' ? 'done' : 'open',
    received_bytes,
    size_bytes,
    file: file && {
      ...{ id: file.id, name: file.name, size_bytes: file.size_bytes, type: file.type },
      ...(upload.purpose === 'picture' ? { picture: await pictureOf(ctx, file) } : {}),
      ...filmOf(ctx, file),
    },
    refusal: '',
  };
}

async function pictureOf(ctx: Ctx, file: FileRow) {
  return { thumb: signPicture(ctx, file, THUMB_WIDTH), alike: (await alikePictures(ctx, [file])).get(file.id) ?? '' };
}
