import { UPLOAD_PART_BYTES, type UploadPurpose, type UploadSignature } from '#contract/publish.ts';
import { unixSeconds } from '../../../kernel/clock.ts';
import { type Ctx, requireUser } from '../../../kernel/ctx.ts';
import { invalid } from '../../../kernel/errors.ts';
import { randomToken } from '../../../kernel/ids.ts';
import { plainText } from '../../../kernel/plain-text.ts';
import { storageFull } from '../../../providers/storage/port.ts';
import { insertUpload } from '../repo.ts';
import { signPolicy, UPLOAD_TTL_MS, uploadLimit } from '../rules.ts';

/** Space that uploads leave to the database and everybody else. */
const SPARE_BYTES = 512 * 1024 * 1024;

export interface UploadInput {
  purpose: UploadPurpose;
  name: string;
  size_bytes: number;
  /** True when no person waits for its pages (seed, import): theirs go first. */
  background?: boolean;
}

/**
 * Opens an upload and signs what the browser posts with the file (shell spec 7). The policy names one upload of one user, its size
 * and when it expires; the server checks all of it, and the content, again.
 * @throws AppError code 1 for a size that is refused anyway, 507 when the disk could not take it
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
  await insertUpload(ctx.db, {
    owner_id,
    upload_key,
    name: plainText(input.name).replaceAll('\n', ' ').slice(-200) || '未命名',
    purpose: input.purpose,
    background: input.background ?? false,
    size_bytes: input.size_bytes,
    created_at: now,
    expires_at,
  });
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
  };
}
