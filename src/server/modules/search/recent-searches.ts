import { type Ctx, inTransaction, requireUser, requireVerb, type TxCtx } from '../../app/ctx.ts';
import { conflict, invalid } from '../../kernel/errors.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { getSetting } from '../settings/index.ts';
import { normalise } from './normalise.ts';
import { closeWish, countWishes, insertWish, updateOpenWish } from './pins.repo.ts';
import { countHotClick, countWord, deleteRecent, findHotWords, findRecent, findSuggestions, trimRecent, upsertRecent } from './repo.ts';
import { hotWordsSetting } from './settings.ts';
import { withoutTones } from './sounds.ts';

const MOST = 8;

/**
 * Words that begin as the text does, as written, by pinyin or by initials; those that most documents hold first. Empty for an empty text.
 * One statement by index.
 */
export async function suggestWords(ctx: Ctx, text: string): Promise<string[]> {
  const begun = normalise(text);
  if (begun === '' || !/^[\p{L}\p{N}\s']+$/u.test(begun)) return [];
  return findSuggestions(ctx.db, begun, lettersOf(begun), MOST);
}

/** What a text that is still typed says: letters their likeliest word, others themselves. */
export function saidBy(text: string, words: readonly string[]): string {
  const begun = normalise(text);
  return (lettersOf(begun) !== null && !words.includes(begun) && words[0]) || begun;
}

/** The letters of a text that is of pinyin only; null for others. */
function lettersOf(begun: string): string | null {
  const letters = withoutTones(begun.replace(/[\s']+/g, ''));
  return /^[a-z]+$/.test(letters) ? letters : null;
}

/** Wishes of a user in 24 hours. */
const A_DAY = 5;
const DAY_MS = 86_400_000;

/**
 * Keeps what the signed-in user looked for and did not find; staff read it in the console. The same keyword again while it waits changes what
 * was written, so a second press makes no second wish. @throws AppError code 1 beyond five a day
 */
export async function leaveWish(ctx: Ctx, wish: { keyword: string; content: string }): Promise<void> {
  const user_id = requireUser(ctx);
  const now = ctx.app.clock.now();
  const keyword = normalise(wish.keyword);
  if (await updateOpenWish(ctx.db, user_id, keyword, wish.content)) return;
  if ((await countWishes(ctx.db, user_id, new Date(now.getTime() - DAY_MS))) >= A_DAY) {
    throw invalid({ content: '今天登记得很多了，明天再来吧' });
  }
  await insertWish(ctx.db, { user_id, keyword, content: wish.content, created_at: now });
}

/** Staff have seen to a wish; `reason` says how. @returns whose it was, and for what. @throws AppError 403 for others, 409 when it was seen to already or is not there */
export async function answerWish(tx: TxCtx, wish_id: number, reason: string): Promise<{ user_id: number; keyword: string }> {
  const user_id = requireVerb(tx, 'wish.answer');
  const wish = await closeWish(tx.db, wish_id, user_id, tx.app.clock.now());
  if (!wish) throw conflict('这条需求已经处理过了');
  await recordAudit(tx, 'wish.answer', `wish:${wish_id}`, { reason });
  return wish;
}

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
