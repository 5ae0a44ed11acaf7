import type { Readable } from 'node:stream';
import { CHAT_CALLS } from '#contract/chat.ts';
import { VOICE_TYPE } from '#contract/voice.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import { sweeperOf } from '../../app/sweeper.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import { hmacSha256, sameText } from '../../kernel/ids.ts';
import { type ByteRange, newStorageKey } from '../../providers/storage/port.ts';
import { loginOf, loginStands } from '../identity/index.ts';
import { originalFile, uploadedPicture } from '../publishing/index.ts';
import { CASE_AROUND, findCase } from './cases.repo.ts';
import { type FileRow, findFiles, findOwn, hidesFile, namedKeys } from './repo.ts';

export const chatFiles = sweeperOf('chat.sweep', namedKeys);
const TTL_S = 3_600;
const FILE_MAX_BYTES = 50 * 1024 * 1024;
/** Of what was found to be a voice message when it was uploaded. */
const VOICE_MEDIA = 'audio/wav';
/** What a browser does not open by itself: everything else than pictures and voices is saved. */
const SAVED = 'application/octet-stream';

/** A stored upload that no row references yet. */
export interface KeptFile {
  key: string;
  name: string;
  type: string;
  size_bytes: number;
  width: number;
  height: number;
}

/**
 * Copies an upload of the signed-in user into the conversation's own storage: a picture as it is shown, without what a camera knows of its
 * owner, a file or a voice as it came. Unless a row names it within an hour, it goes again. @throws AppError 404 for what is not theirs; code 1 too large
 */
export async function keepFile(ctx: Ctx, file_id: number, as: 'picture' | 'file' | 'voice'): Promise<KeptFile> {
  const { storage } = ctx.app.providers;
  const key = await chatFiles.newKey(ctx, newStorageKey());
  if (as === 'picture') {
    const { data, width, height } = await uploadedPicture(ctx, file_id);
    await storage.putPrivate(key, data);
    return { key, name: '图片.webp', type: 'image/webp', size_bytes: data.byteLength, width, height };
  }
  const file = await originalFile(ctx, file_id);
  if (!file || file.owner_id !== requireUser(ctx)) throw notFound('文件不存在，请重新上传');
  if (as === 'voice' && file.type !== VOICE_TYPE) throw new AppError('这不是一段语音');
  if (file.size_bytes > FILE_MAX_BYTES) throw new AppError('文件不能超过 50 MB，较大的文件请发布为作品后发送');
  await storage.putPrivate(key, await storage.readPrivate(file.key));
  const said = as === 'voice' ? { name: '语音.wav', type: VOICE_MEDIA } : { name: file.name, type: SAVED };
  return { key, ...said, size_bytes: file.size_bytes, width: 0, height: 0 };
}

export interface FileTicket {
  id: number;
  user_id: number;
  /** The case by which staff see it; 0: one of the two. */
  case_id: number;
  /** The login that asked, with which it ends. */
  login: number;
  /** Unix seconds. */
  expires: number;
}

const signOf = (ctx: Ctx, { id, user_id, case_id, login, expires }: FileTicket): string =>
  hmacSha256(ctx.app.config.secrets.link, `chat-file:${id}:${user_id}:${case_id}:${login}:${expires}`);

/** An address for one reader that works for an hour or two, while they are signed in; rounded, so that a browser that asks again keeps what it has. */
export function signFile(ctx: Ctx, id: number, user_id: number, case_id = 0): string {
  const expires = (Math.floor(unixSeconds(ctx.app.clock.now()) / TTL_S) + 2) * TTL_S;
  const ticket = { id, user_id, case_id, login: loginOf(ctx), expires };
  const query = new URLSearchParams(Object.entries({ ...ticket, sign: signOf(ctx, ticket) }).map(([name, value]) => [name, String(value)]));
  return `/gateway${CHAT_CALLS.file}?${query}`;
}

export interface OpenFile {
  name: string;
  type: string;
  size_bytes: number;
  etag: string;
  read(range: ByteRange): Promise<Readable>;
}

/**
 * The file behind a signed address. The right is asked again: one of the two, while the message stands; staff, where a case is about it.
 * @throws AppError 404
 */
export async function openFile(ctx: Ctx, { sign, ...ticket }: FileTicket & { sign: string }): Promise<OpenFile> {
  const now = unixSeconds(ctx.app.clock.now());
  const right =
    sameText(signOf(ctx, ticket), sign) &&
    ticket.expires > now &&
    (await loginStands(ctx, { user_id: ticket.user_id, token_id: ticket.login }));
  const file = right ? (await findFiles(ctx.db, [ticket.id])).get(ticket.id) : undefined;
  if (!file || !(await maySee(ctx, file, ticket))) throw notFound('文件不存在或链接已失效，请刷新页面');
  const { name, type, size_bytes, key } = file;
  return { name, type, size_bytes, etag: `"${key}"`, read: (range) => ctx.app.providers.storage.readPrivate(key, range) };
}

async function maySee(ctx: Ctx, file: FileRow, { user_id, case_id }: FileTicket): Promise<boolean> {
  if (case_id !== 0) {
    const known = await findCase(ctx.db, case_id);
    return known?.conversation_id === file.conversation_id && Math.abs(known.seq - file.seq) <= CASE_AROUND;
  }
  return (await findOwn(ctx.db, file.conversation_id, user_id)) !== null && !(await hidesFile(ctx.db, file));
}
