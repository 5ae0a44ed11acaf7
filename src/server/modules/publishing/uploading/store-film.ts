import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { FilmFacts } from '#contract/publish.ts';
import { type Ctx, inTransaction } from '../../../app/ctx.ts';
import { newStorageKey } from '../../../providers/storage/port.ts';
import { insertFile } from '../repo.ts';

/**
 * Keeps a film that this program made of an upload, as a file of its owner. Nothing is checked, so no call of the gateway leads here; what
 * no row names is cleaned away as other unused files are.
 * @returns the file's id
 * @throws AppError 507 when the disk is full
 */
export async function storeFilm(ctx: Ctx, made: { owner_id: number; name: string; path: string; film: FilmFacts }): Promise<number> {
  const { path, ...facts } = made;
  const key = newStorageKey();
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
  const size_bytes = await ctx.app.providers.storage.putPrivate(key, createReadStream(path));
  const row = { ...facts, key, size_bytes, type: made.film.type, sha256: hash.digest('hex'), created_at: ctx.app.clock.now() };
  return inTransaction(ctx, (tx) => insertFile(tx.db, row));
}
