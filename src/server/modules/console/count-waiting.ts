import { COUNT_MOST, type WaitingRows } from '#contract/admin.ts';
import { type Ctx, can, requireVerb } from '../../app/ctx.ts';
import { countKeyset } from '../../db/keyset.ts';
import { parseQuery } from './list-query.ts';
import { allStaffLists, screenOf } from './staff-list.ts';

/** What of the lists that the caller may see waits for staff, counted no further than `COUNT_MOST` + 1. @throws AppError 403 */
export async function countWaiting(ctx: Ctx): Promise<WaitingRows[]> {
  requireVerb(ctx, 'today.see');
  const lists = allStaffLists().filter(({ verb }) => can(ctx.actor, verb));
  return Promise.all(
    lists.flatMap((list) =>
      (list.waits ?? []).map(async ({ title, query }) => ({
        title,
        href: `${screenOf(list)}?${query}`,
        count: await countKeyset(ctx.db, list.source, parseQuery(list, query), COUNT_MOST),
      })),
    ),
  );
}
