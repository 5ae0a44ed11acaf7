import { type Ctx, inTransaction } from '../../app/ctx.ts';
import { sweeperOf } from '../../app/sweeper.ts';
import { namedKeys, takeFiles } from './repo.ts';

export const packages = sweeperOf('privacy.sweep', namedKeys);

/** Ends packages that are over, or all of one user; their files go with the commit. */
export function dropPackages(ctx: Ctx, of: { before: Date } | { user_id: number }): Promise<void> {
  return inTransaction(ctx, async (tx) => packages.sweepLater(tx, await takeFiles(tx.db, of)));
}
