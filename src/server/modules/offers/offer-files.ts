import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { OFFER_CALLS, OFFER_FILE_MAX_BYTES } from '#contract/offer.ts';
import type { OfferFileView } from '#contract/outputs/offer.ts';
import type { Ctx } from '../../app/ctx.ts';
import { sweeperOf } from '../../app/sweeper.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import { hmacSha256, sameText } from '../../kernel/ids.ts';
import { newStorageKey } from '../../providers/storage/port.ts';
import { loginOf, loginStands } from '../identity/index.ts';
import { ownOriginal } from '../publishing/index.ts';
import { findVersions, namedKeys } from './repo.ts';
import type { OfferFile } from './tables.ts';

export const offerFiles = sweeperOf('offers.sweep', namedKeys);
const TTL_S = 3_600;
const [IV, TAG] = [12, 16];

/**
 * Copies uploads of the signed-in user to keys of the offers' own; `sealed`: encrypted, each with a key that only its offer knows. Unless a
 * row names them within an hour they go again. @throws AppError 404 for what is not theirs, code 1 for one that is too large
 */
export async function keepFiles(ctx: Ctx, file_ids: readonly number[], sealed: boolean): Promise<OfferFile[]> {
  const kept: OfferFile[] = [];
  for (const id of file_ids) {
    const file = await ownOriginal(ctx, id);
    if (file.size_bytes > OFFER_FILE_MAX_BYTES) throw invalid({ files: `每个附件最大 ${OFFER_FILE_MAX_BYTES / 1024 ** 2} MB` });
    const key = await offerFiles.newKey(ctx, newStorageKey());
    const data = await ctx.app.providers.storage.readPrivate(file.key);
    const secret = sealed ? randomBytes(32) : null;
    await ctx.app.providers.storage.putPrivate(key, secret ? encrypt(secret, await buffer(data)) : data);
    kept.push({ name: file.name, size_bytes: file.size_bytes, type: file.type, key, secret: secret?.toString('base64url') ?? '' });
  }
  return kept;
}

export interface OfferFileTicket {
  id: number;
  version: number;
  no: number;
  user_id: number;
  /** The login that asked, with which it ends. */
  login: number;
  /** Unix seconds. */
  expires: number;
}

const signOf = (ctx: Ctx, { id, version, no, user_id, login, expires }: OfferFileTicket): string =>
  hmacSha256(ctx.app.config.secrets.link, `offer-file:${id}:${version}:${no}:${user_id}:${login}:${expires}`);

/** Files of a version with addresses for one reader, whose right the caller has asked for; good for an hour or two, while they are signed in. */
export function signFiles(ctx: Ctx, of: { id: number; version: number; user_id: number }, files: readonly OfferFile[]): OfferFileView[] {
  const expires = (Math.floor(unixSeconds(ctx.app.clock.now()) / TTL_S) + 2) * TTL_S;
  return files.map(({ name, size_bytes }, no) => {
    const ticket = { ...of, no, login: loginOf(ctx), expires };
    const query = new URLSearchParams(Object.entries({ ...ticket, sign: signOf(ctx, ticket) }).map(([key, value]) => [key, String(value)]));
    return { no, name, size_bytes, url: `/gateway${OFFER_CALLS.file}?${query}` };
  });
}

/** The file behind a signed address, decrypted where it was sealed. @throws AppError 404 for any other address */
export async function openOfferFile(ctx: Ctx, { sign, ...ticket }: OfferFileTicket & { sign: string }) {
  if (!sameText(signOf(ctx, ticket), sign) || ticket.expires <= unixSeconds(ctx.app.clock.now())) throw notFound('链接已失效，请刷新页面');
  if (!(await loginStands(ctx, { user_id: ticket.user_id, token_id: ticket.login }))) throw notFound('链接已失效，请重新登录');
  const version = (await findVersions(ctx.db, ticket.id)).find(({ no }) => no === ticket.version);
  const file = version?.files[ticket.no];
  if (!file) throw notFound('文件不存在');
  const data = await ctx.app.providers.storage.readPrivate(file.key);
  const bytes = file.secret === '' ? data : Readable.from([decrypt(Buffer.from(file.secret, 'base64url'), await buffer(data))]);
  return { name: file.name, size_bytes: file.size_bytes, bytes };
}

function encrypt(key: Buffer, data: Buffer): Buffer {
  const iv = randomBytes(IV);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const body = Buffer.concat([cipher.update(data), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

function decrypt(key: Buffer, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV));
  decipher.setAuthTag(sealed.subarray(IV, IV + TAG));
  return Buffer.concat([decipher.update(sealed.subarray(IV + TAG)), decipher.final()]);
}
