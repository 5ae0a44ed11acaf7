import { type Ctx, inTransaction, requireUser } from '../../app/ctx.ts';
import { getSetting } from '../settings/index.ts';
import { normalise } from './normalise.ts';
import { countHotClick, countWord, deleteRecent, findHotWords, findRecent, trimRecent, upsertRecent } from './repo.ts';
import { hotWordsSetting } from './settings.ts';

const RECENT_KEPT = 10;
/** A word is hot once this many people looked for it: one person's habit is private. */
const HOT_LEAST = 3;

/**
 * Puts a word to the front of the signed-in user's recent searches; ten stay. The first time a user looks for it, it also counts
 * for 大家都在搜, so one person cannot push a word alone.
 */
export async function rememberSearch(ctx: Ctx, keyword: string): Promise<void> {
  const user_id = requireUser(ctx);
  const word = keyword.normalize('NFKC').trim();
  if (word === '') return;
  const now = ctx.app.clock.now();
  await inTransaction(ctx, async (tx) => {
    const fresh = await upsertRecent(tx.db, user_id, word, now);
    await trimRecent(tx.db, user_id, RECENT_KEPT);
    if (fresh) await countWord(tx.db, normalise(word), now);
  });
}

/** The signed-in user's words, newest first. */
export async function recentSearches(ctx: Ctx): Promise<Array<{ id: number; word: string }>> {
  return findRecent(ctx.db, requireUser(ctx), RECENT_KEPT);
}

/** Forgets one of the user's words, or all of them. Another user's word is not touched. */
export async function forgetSearches(ctx: Ctx, id: number | null = null): Promise<void> {
  await deleteRecent(ctx.db, requireUser(ctx), id);
}

/** Words that several people looked for, most wanted first. */
export async function hotSearches(ctx: Ctx, limit = 10): Promise<Array<{ id: number; word: string; count: number }>> {
  return findHotWords(ctx.db, limit, HOT_LEAST);
}

/** A reader pressed a hot word. One of the operator's has no id and is known by itself; any other word counts nowhere. */
export async function hotWordPressed(ctx: Ctx, { id, word }: { id: number; word: string }): Promise<void> {
  const now = ctx.app.clock.now();
  if (id > 0) return countHotClick(ctx.db, { id }, now);
  const chosen = await getSetting(ctx, hotWordsSetting);
  if (chosen.includes(word)) await countHotClick(ctx.db, { word: normalise(word) }, now);
}
