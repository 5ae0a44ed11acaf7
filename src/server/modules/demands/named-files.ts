import type { Ctx } from '../../app/ctx.ts';
import { findDemands, findShownFiles } from './repo.ts';

/** Those of the stored files that a demand shows, or that what is typed or waits for the desk names. `item_ids`: demands they may be of. */
export async function namedFiles(ctx: Ctx, file_ids: readonly number[], item_ids: readonly number[]): Promise<Set<number>> {
  const named = new Set(await findShownFiles(ctx.db, file_ids));
  for (const { form, submitted } of (await findDemands(ctx.db, item_ids)).values()) {
    for (const id of [...form.files, ...(submitted?.files ?? [])]) if (file_ids.includes(id)) named.add(id);
  }
  return named;
}
