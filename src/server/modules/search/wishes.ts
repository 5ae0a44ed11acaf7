import { and, eq, gte, sql } from 'drizzle-orm';
import { beginning, choiceFilter, dayFilters, type KeysetSource } from '../../db/keyset.ts';
import { recordAudit } from '../../db/outbox.ts';
import { type Ctx, requireUser, requireVerb, type TxCtx } from '../../kernel/ctx.ts';
import { conflict, invalid } from '../../kernel/errors.ts';
import { normalise } from './rules.ts';
import { search_wishes } from './tables.ts';

/** Wishes of a user in a day. */
const A_DAY = 5;
const DAY_MS = 86_400_000;

/**
 * Keeps what the signed-in user looked for and did not find; staff read it in the console. The same words again while they wait change what
 * was written, so a second press makes no second wish. @throws AppError code 1 beyond five a day
 */
export async function leaveWish(ctx: Ctx, { keyword, content }: { keyword: string; content: string }): Promise<void> {
  const user_id = requireUser(ctx);
  const now = ctx.app.clock.now();
  const asked = normalise(keyword);
  const mine = eq(search_wishes.user_id, user_id);
  const same = and(mine, eq(search_wishes.keyword, asked), eq(search_wishes.state, 'open'));
  const changed = await ctx.db.update(search_wishes).set({ content }).where(same).returning({ id: search_wishes.id });
  if (changed.length > 0) return;
  const since = new Date(now.getTime() - DAY_MS);
  if ((await ctx.db.$count(search_wishes, and(mine, gte(search_wishes.created_at, since)))) >= A_DAY) {
    throw invalid({ content: '今天登记得很多了，明天再来吧' });
  }
  await ctx.db.insert(search_wishes).values({ user_id, keyword: asked, content, created_at: now });
}

/** Staff have seen to a wish; `reason` says how. @throws AppError 403 for others, 409 when it was seen to already or is not there */
export async function answerWish(tx: TxCtx, wish_id: number, reason: string): Promise<void> {
  const user_id = requireVerb(tx, 'wish.answer');
  const rows = await tx.db
    .update(search_wishes)
    .set({ state: 'done', answered_by: user_id, answered_at: tx.app.clock.now() })
    .where(and(eq(search_wishes.id, wish_id), eq(search_wishes.state, 'open')))
    .returning({ id: search_wishes.id });
  if (rows.length === 0) throw conflict('这条需求已经处理过了');
  await recordAudit(tx, 'wish.answer', `wish:${wish_id}`, { reason });
}

export interface WishLine {
  id: number;
  user_id: number;
  keyword: string;
  content: string;
  state: 'open' | 'done';
  created_at: number;
}

/** All wishes, for staff. */
export const wishSource: KeysetSource = {
  select: sql`w.id, w.user_id, w.keyword, w.content, w.state, floor(extract(epoch from w.created_at))::bigint as created_at`,
  from: sql`search_wishes w`,
  id: sql`w.id`,
  id_cast: 'bigint',
  filters: { state: choiceFilter({ open: sql`w.state = 'open'`, done: sql`w.state = 'done'` }), ...dayFilters(sql`w.created_at`) },
  search: (text) => sql`w.keyword like ${beginning(normalise(text))}`,
  orders: {
    new: { by: sql`w.id`, cast: 'bigint', desc: true },
    old: { by: sql`w.id`, cast: 'bigint', desc: false },
  },
};
