import type { Ctx } from '../../../app/ctx.ts';
import { SCRATCH_SILENT_MS } from '../../../providers/storage/port.ts';
import { deleteExpiredUploads, findOpenUploadKeys } from '../repo.ts';

/** A file that is written to where it is not yet named is done with long before. */
const SCRATCH_TTL_MS = 3_600_000;

/** Removes what expired: half uploads with their bytes, bytes that no upload and no living check has, leftovers of killed work. Idempotent. */
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
    if (!known.has(name) && modified_at.getTime() < now.getTime() - SCRATCH_SILENT_MS) await (await storage.openTemp(name)).discard();
  }
  await storage.cleanScratch(now, new Date(now.getTime() - SCRATCH_TTL_MS));
}
