import type { Readable } from 'node:stream';
import { type Ctx, requireUser, userId } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { forbidden, notFound } from '../../kernel/errors.ts';
import { hmacSha256, sameText } from '../../kernel/ids.ts';
import type { ByteRange } from '../../providers/storage/port.ts';
import { loginOf, loginStands } from '../identity/index.ts';
import { findFile } from './repo.ts';

/** Where signed links to attachments are opened. */
export const ATTACHMENT_PATH = '/gateway/attachment/';
const TTL_S = 600;

export interface OpenAttachment {
  name: string;
  size_bytes: number;
  etag: string;
  read(range: ByteRange): Promise<Readable>;
}

/** A link for the signed-in user to a stored file, for ten minutes and while they are signed in. No right is asked for here: the caller has decided. */
export function attachmentLink(ctx: Ctx, file_id: number): string {
  const what = `${file_id}.${requireUser(ctx)}.${loginOf(ctx)}.${unixSeconds(ctx.app.clock.now()) + TTL_S}`;
  return `${ATTACHMENT_PATH}${what}.${signOf(ctx, what)}`;
}

const signOf = (ctx: Ctx, what: string): string => hmacSha256(ctx.app.config.secrets.link, `attachment:${what}`).slice(0, 40);

/** Opens such a link; another signed-in account is refused. @throws AppError 403 forged, over or lent; 404 when the file is gone */
export async function openAttachment(ctx: Ctx, signed: string): Promise<OpenAttachment> {
  const parts = /^((\d{1,15})\.(\d{1,15})\.(\d{1,15})\.(\d{1,12}))\.([0-9a-f]{40})$/.exec(signed);
  const [, what = '', file_id = '', owner = '', login = '', until = '', sign = ''] = parts ?? [];
  if (!parts || !sameText(signOf(ctx, what), sign)) throw forbidden('附件链接无效，请回到原页面重新打开');
  if (Number(until) <= unixSeconds(ctx.app.clock.now())) throw forbidden('附件链接已过期，请回到原页面重新打开');
  const reader_id = userId(ctx);
  if (reader_id !== null && reader_id !== Number(owner)) throw forbidden('附件链接只供申请它的账号使用');
  if (!(await loginStands(ctx, { user_id: Number(owner), token_id: Number(login) }))) throw forbidden('登录已退出，请重新登录后打开附件');
  const file = await findFile(ctx.db, Number(file_id));
  if (!file) throw notFound('附件已删除');
  const { name, size_bytes, sha256, key } = file;
  return { name, size_bytes, etag: `"${sha256}"`, read: (range) => ctx.app.providers.storage.readPrivate(key, range) };
}
