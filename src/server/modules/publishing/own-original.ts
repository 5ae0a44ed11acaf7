import { type Ctx, requireUser } from '../../app/ctx.ts';
import { notFound } from '../../kernel/errors.ts';
import type { OriginalFile } from './original-file.ts';
import { originalFile } from './original-file.ts';
import { findFile } from './repo.ts';

/** An upload of the signed-in user. @throws AppError 404 for what is not theirs */
export async function ownOriginal(ctx: Ctx, file_id: number): Promise<OriginalFile> {
  const owner_id = requireUser(ctx);
  const [row, file] = [await findFile(ctx.db, file_id), await originalFile(ctx, file_id)];
  if (!file || row?.owner_id !== owner_id) throw notFound('文件不存在，请重新上传');
  return file;
}
