import { buffer } from 'node:stream/consumers';
import { pictureFile, pictureWidths } from '#contract/picture.ts';
import { UPLOAD_PART_BYTES, type UploadPurpose, type UploadSignature } from '#contract/publish.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../../app/ctx.ts';
import { unixSeconds } from '../../../kernel/clock.ts';
import { invalid, notFound } from '../../../kernel/errors.ts';
import { randomToken } from '../../../kernel/ids.ts';
import { plainText } from '../../../kernel/plain-text.ts';
import { storageFull } from '../../../providers/storage/port.ts';
import {
  deleteOpenUploads,
  findFile,
  findFilesOf,
  findOpenUploads,
  insertUpload,
  lockOwnFiles,
  lockUploadsOf,
  sumFilesOf,
} from '../repo.ts';
import { crowdedOut, SPARE_BYTES, signPolicy, UNSOLD_BYTES_MAX, UPLOAD_TTL_MS, uploadLimit } from '../rules.ts';
import { keptFiles, removeFiles } from '../stored-files.ts';

/** Types of proofs, as found by content. */
export const PROOF_TYPES: readonly string[] = ['png', 'jpeg'];

export interface UploadedPicture {
  id: number;
  /** png, jpeg, webp: what was uploaded. */
  type: string;
  /** WebP, in the largest width that is stored; without what a camera knows of its owner. */
  data: Buffer;
  /** Of `data`, px. */
  width: number;
  height: number;
}

/** A picture that the signed-in user uploaded. @throws AppError 404 for what is not theirs or is no picture */
export async function uploadedPicture(ctx: Ctx, file_id: number): Promise<UploadedPicture> {
  const owner_id = requireUser(ctx);
  const file = await findFile(ctx.db, file_id);
  if (file?.owner_id !== owner_id || file.width === 0) throw notFound('图片不存在，请重新上传');
  const width = pictureWidths(file.width).at(-1) as number;
  const data = await buffer(await ctx.app.providers.storage.readPrivate(pictureFile(file.key, width)));
  return { id: file.id, type: file.type, data, width, height: Math.max(1, Math.round((file.height * width) / file.width)) };
}

/** Removes uploads of a user that nothing uses: rows now, bytes by a job of the same transaction. Others stay. */
export async function dropUploads(tx: TxCtx, owner_id: number, file_ids: readonly number[]): Promise<void> {
  const locked = await lockOwnFiles(tx.db, owner_id, file_ids);
  const used = await keptFiles(tx, locked);
  await removeFiles(
    tx,
    locked.filter((file) => !used.has(file.id)),
  );
}

export interface UploadInput {
  purpose: UploadPurpose;
  name: string;
  size_bytes: number;
  /** True when no person waits for its pages (seed, import): theirs go first. */
  background?: boolean;
  /** The sender can put parts straight into the storage. */
  direct?: boolean;
}

/**
 * Opens an upload and signs what the browser posts with the file (shell spec 7). The policy names one upload of one user, its size
 * and when it expires; the server checks all of it, and the content, again. Somebody's oldest uploads give way to their newest.
 * @throws AppError code 1 for a size that is refused anyway and for a publisher whose drafts take too much, 507 when the disk could not take it
 */
export async function openUpload(ctx: Ctx, input: UploadInput): Promise<UploadSignature> {
  const owner_id = requireUser(ctx);
  const limit = uploadLimit(input.purpose);
  if (input.size_bytes < 1) throw invalid({ size: '文件是空的，请重新选择' });
  if (input.size_bytes > limit.max_bytes) throw invalid({ size: limit.message });
  if ((await ctx.app.providers.storage.freeBytes()) < input.size_bytes + SPARE_BYTES) throw storageFull();
  const now = ctx.app.clock.now();
  const expires_at = new Date(now.getTime() + UPLOAD_TTL_MS);
  const upload_key = randomToken(18);
  const crowded = await inTransaction(ctx, async (tx) => {
    await lockUploadsOf(tx.db, owner_id);
    await refuseHoarding(tx, owner_id, input.size_bytes);
    const open = await findOpenUploads(tx.db, owner_id);
    const gone = crowdedOut(open, input.size_bytes).map((upload) => upload.upload_key);
    await insertUpload(tx.db, {
      owner_id,
      upload_key,
      name: plainText(input.name).replaceAll('\n', ' ').slice(-200) || '未命名',
      purpose: input.purpose,
      background: input.background ?? false,
      size_bytes: input.size_bytes,
      created_at: now,
      expires_at,
    });
    return deleteOpenUploads(tx.db, gone);
  });
  const direct = input.direct ? await beginDirect(ctx, upload_key, input.size_bytes) : false;
  for (const key of crowded) await (await ctx.app.providers.storage.openTemp(key)).discard();
  const policy = { key: upload_key, user_id: owner_id, size_bytes: input.size_bytes, expire: unixSeconds(expires_at) };
  return {
    accessid: 'cemao',
    callback: '',
    dir: `${input.purpose}/`,
    expire: policy.expire,
    host: `/gateway/upload/${upload_key}`,
    ...signPolicy(policy, ctx.app.config.secrets.upload),
    upload_key,
    received_bytes: 0,
    part_bytes: UPLOAD_PART_BYTES,
    ...(direct ? { direct } : {}),
  };
}

/** Small files are not worth the way around. */
async function beginDirect(ctx: Ctx, upload_key: string, size_bytes: number): Promise<boolean> {
  const { direct } = ctx.app.providers.storage;
  if (!direct || size_bytes <= direct.part_bytes || !(await direct.ready(ctx.app.config.site_url))) return false;
  await direct.begin(upload_key);
  return true;
}

/** Files of items are what the shop is made of; the rest of somebody's files may not grow without end. */
async function refuseHoarding(tx: TxCtx, owner_id: number, size_bytes: number): Promise<void> {
  if ((await sumFilesOf(tx.db, owner_id)) + size_bytes <= UNSOLD_BYTES_MAX) return;
  const own = await findFilesOf(tx.db, owner_id);
  const used = await keptFiles(tx, own);
  const unsold = own.filter((file) => !used.has(file.id)).reduce((sum, file) => sum + file.size_bytes, 0);
  if (unsold + size_bytes > UNSOLD_BYTES_MAX) {
    throw invalid({ size: '草稿里的文件已占满 3 GB：请先发布或删除一些草稿，删除的文件一天后腾出空间' });
  }
}
