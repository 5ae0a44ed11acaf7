import type { Ctx } from '../../../app/ctx.ts';
import { deleteExpiredUploads, findOpenUploadKeys } from '../repo.ts';
import { UPLOAD_TTL_MS } from '../rules.ts';

/** Unfinished work of a dead process is older than the longest conversion. */
const SCRATCH_TTL_MS = 3_600_000;

/** Removes what expired: half uploads with their bytes, bytes without an upload, leftovers of killed work. Again is harmless. */
export async function cleanUploads(ctx: Ctx): Promise<void> {
  const { storage } = ctx.app.providers;
  const now = ctx.app.clock.now();
  for (const upload_key of await deleteExpiredUploads(ctx.db, now)) await (await storage.openTemp(upload_key)).discard();
  const stored = await storage.listTemp();
  const known = await findOpenUploadKeys(
    ctx.db,
    stored.map((file) => file.name),
  );
  for (const { name, modified_at } of stored) {
    if (!known.has(name) && modified_at.getTime() < now.getTime() - UPLOAD_TTL_MS) await (await storage.openTemp(name)).discard();
  }
  await storage.cleanScratch(new Date(now.getTime() - SCRATCH_TTL_MS));
}
