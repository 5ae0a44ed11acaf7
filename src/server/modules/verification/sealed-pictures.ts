import { buffer } from 'node:stream/consumers';
import type { Ctx } from '../../app/ctx.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { type KeyRing, openWith, sealWith } from '../../kernel/key-ring.ts';
import { newStorageKey } from '../../providers/storage/port.ts';
import { namedKeys } from './repo.ts';

export const SWEEP_JOB = 'verification.sweep';
/** Pictures lie in storage before the row that names them is committed. */
const UNNAMED_S = 3_600;
const PICTURE = 'verification picture';

export const ringOf = ({ app }: Ctx): KeyRing => ({ current: app.config.secrets.identity, former: app.config.former_identity_keys });

/** Stores a picture sealed, and returns its key. Unless a row names it within an hour, it goes again. */
export async function storeSealed(ctx: Ctx, picture: Buffer): Promise<string> {
  const key = newStorageKey();
  await ctx.app.jobs.send(SWEEP_JOB, { keys: [key] }, { delay_s: UNNAMED_S });
  const sealed = sealWith(ringOf(ctx), PICTURE, picture.toString('base64'));
  await ctx.app.providers.storage.putPrivate(key, Buffer.from(sealed));
  return key;
}

/** @throws AppError 404 when it is gone */
export async function readSealed(ctx: Ctx, key: string): Promise<Buffer> {
  const sealed = (await buffer(await ctx.app.providers.storage.readPrivate(key))).toString();
  return Buffer.from(openWith(ringOf(ctx), PICTURE, sealed), 'base64');
}

/** Removes pictures that no row names once the transaction is committed. */
export async function sweepLater(ctx: Ctx & { db: Tx }, keys: readonly string[]): Promise<void> {
  const gone = keys.filter((key) => key !== '');
  if (gone.length > 0) await ctx.app.jobs.send(SWEEP_JOB, { keys: gone }, {}, ctx.db);
}

/** Removes those of the pictures that no row names. Idempotent. */
export async function sweepPictures(ctx: Ctx & { db: Queryable }, keys: readonly string[]): Promise<void> {
  const named = await namedKeys(ctx.db, keys);
  await ctx.app.providers.storage.removePrivate(keys.filter((key) => !named.has(key)));
}
