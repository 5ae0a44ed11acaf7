import { UPLOAD_PART_BYTES, type UploadPurpose, type UploadSignature } from '#contract/publish.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../../app/ctx.ts';
import { unixSeconds } from '../../../kernel/clock.ts';
import { invalid } from '../../../kernel/errors.ts';
import { randomToken } from '../../../kernel/ids.ts';
import { plainText } from '../../../kernel/plain-text.ts';
import { storageFull } from '../../../providers/storage/port.ts';
import { keptFiles } from '../file-uses.ts';
import { deleteOpenUploads, findFilesOf, findOpenUploads, insertUpload, lockUploadsOf, sumFilesOf } from '../repo.ts';
import { crowdedOut, SPARE_BYTES, signPolicy, UNSOLD_BYTES_MAX, UPLOAD_TTL_MS, uploadLimit } from '../rules.ts';

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
