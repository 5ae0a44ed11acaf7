import { sql } from 'drizzle-orm';
import { createCtx } from '#server/app/ctx.ts';
import { decideReview, listReviews } from '#server/modules/review/index.ts';
import type { TestApp } from './app.ts';
import { makePerson } from './people.ts';

/** Another admin confirms all that waits for a second person. @returns how many acts that were */
export async function confirmWaiting(t: TestApp): Promise<number> {
  const { id } = await makePerson(t, { roles: ['admin'] });
  const admin = createCtx(t.app, { kind: 'user', user_id: id, token_id: 0, roles: ['admin'], address: '' }, 'second');
  const { list } = await listReviews(admin, { type: 'countersign', status: 'open', page: 1, limit: 50 });
  for (const { id: review_id, version } of list) await decideReview(admin, { id: review_id, version, action: 'confirm', reason: '' });
  return list.length;
}

/** What staff did alone no longer counts. */
export async function nextStaffDay(t: TestApp): Promise<void> {
  await t.app.db.execute(sql`update staff_acts set created_at = created_at - interval '25 hours' where state <> 'waiting'`);
}
