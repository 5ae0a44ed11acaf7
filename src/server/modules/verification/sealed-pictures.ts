import { buffer } from 'node:stream/consumers';
import type { Ctx } from '../../app/ctx.ts';
import { sweeperOf } from '../../app/sweeper.ts';
import { type KeyRing, openWith, sealWith } from '../../kernel/key-ring.ts';
import { newStorageKey } from '../../providers/storage/port.ts';
import { namedKeys } from './repo.ts';

export const sealedPictures = sweeperOf('verification.sweep', namedKeys);
const PICTURE = 'verification picture';

export const ringOf = ({ app }: Ctx): KeyRing => ({ current: app.config.secrets.identity, former: app.config.former_identity_keys });

/** Stores a picture sealed, and returns its key. Unless a row names it within an hour, it goes again. */
export async function storeSealed(ctx: Ctx, picture: Buffer): Promise<string> {
  const key = await sealedPictures.newKey(ctx, newStorageKey());
  const sealed = sealWith(ringOf(ctx), PICTURE, picture.toString('base64'));
  await ctx.app.providers.storage.putPrivate(key, Buffer.from(sealed));
  return key;
}

/** @throws AppError 404 when it is gone */
export async function readSealed(ctx: Ctx, key: string): Promise<Buffer> {
  const sealed = (await buffer(await ctx.app.providers.storage.readPrivate(key))).toString();
  return Buffer.from(openWith(ringOf(ctx), PICTURE, sealed), 'base64');
}
