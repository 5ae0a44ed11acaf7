import { type Ctx, inTransaction } from '../../../app/ctx.ts';
import { rowByRow } from '../../../app/timed-job.ts';
import { SCRATCH_SILENT_MS } from '../../../providers/storage/port.ts';
import { timesOfBuyers } from '../../access/index.ts';
import { dropVersion, replacedVersions } from '../../catalog/index.ts';
import {
  deleteExpiredUploads,
  findFilesOfDrafts,
  findFilesWithoutDraft,
  findOpenUploadKeys,
  lockUnusedFiles,
  markUnused,
} from '../repo.ts';
import { FILE_GRACE_MS, VERSION_GRACE_MS } from '../rules.ts';
import { keptFiles, removeFiles } from '../stored-files.ts';

const BATCH = 200;

/**
 * Forgets versions that a newer one replaced and that no buyer holds; their files then go as all unused ones do. Not before an hour has passed: a
 * purchase of the last moment may not be committed yet. @returns how many were forgotten
 */
export async function dropUnboughtVersions(ctx: Ctx, stopping?: AbortSignal): Promise<number> {
  const before = new Date(ctx.app.clock.now().getTime() - VERSION_GRACE_MS);
  let dropped = 0;
  for (let after = { item_id: 0, version: 0 }; ; ) {
    stopping?.throwIfAborted();
    const replaced = await replacedVersions(ctx, before, after, BATCH);
    const bought = new Set(await timesOfBuyers(ctx, replaced));
    const unbought = replaced.filter((version) => !bought.has(version));
    const drop = (one: (typeof unbought)[number]) => inTransaction(ctx, (tx) => dropVersion(tx, one));
    dropped += await rowByRow(ctx, unbought, 'a version was not forgotten', drop, stopping);
    const last = replaced.at(-1);
    if (!last || replaced.length < BATCH) return dropped;
    after = { item_id: last.item_id, version: last.version + 1 };
  }
}

/**
 * Removes files without any use, found twice 24 h apart (open forms keep theirs), with pages, covers and public copies. Files that an item or a
 * sold version names are never removed. Idempotent, safe in parallel.
 * @returns how many files were removed
 */
export async function cleanFiles(ctx: Ctx, stopping?: AbortSignal): Promise<number> {
  const now = ctx.app.clock.now();
  let removed = 0;
  for (let after_id = 0; ; ) {
    stopping?.throwIfAborted();
    const candidates = await findFilesWithoutDraft(ctx.db, after_id, BATCH);
    const used = await keptFiles(ctx, candidates);
    const unused = candidates.filter((file) => !used.has(file.id)).map((file) => file.id);
    await markUnused(ctx.db, [...used], null);
    await markUnused(ctx.db, unused, now);
    removed += await removeUnused(ctx, unused, new Date(now.getTime() - FILE_GRACE_MS));
    if (candidates.length < BATCH) return removed;
    after_id = candidates.at(-1)?.id ?? after_id;
  }
}

async function removeUnused(ctx: Ctx, ids: number[], since: Date): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const locked = await lockUnusedFiles(tx.db, ids, since);
    // under the lock: a save that put one into a draft meanwhile has committed
    const named = await findFilesOfDrafts(tx.db, locked);
    const used = await keptFiles(tx, locked);
    const gone = locked.filter((file) => !named.has(file.id) && !used.has(file.id));
    await removeFiles(tx, gone);
    return gone.length;
  });
}

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
