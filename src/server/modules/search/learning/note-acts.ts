import { type App, type Ctx, requireVerb, userId } from '../../../app/ctx.ts';
import { shanghaiDay } from '../../../kernel/clock.ts';
import { hmacSha256 } from '../../../kernel/ids.ts';
import { queryKey, readQuery } from '../read-query.ts';
import { dictionaryOf } from '../words/load-dictionary.ts';
import { actBuffer } from './act-buffer.ts';
import { findFigures, type QueryFigures } from './queries.repo.ts';
import { isRecorded, LATE_AFTER, monthOfDay, type QueryAnswer } from './rules.ts';
import { type Reader, rememberAnswer } from './write-acts.ts';

const DAY_MS = 86_400_000;

/** Who reads, as their request says: a browser's own name, and the hash of the cookie that it got with a login. */
export interface ReaderOf {
  uuid: string;
  browser_hash: string;
}

/** A keyed hash as a uuid, for `what` of this day or month alone. */
function hashed(app: App, period: string, what: string): string {
  return hmacSha256(app.config.secrets.code, `search/${period}/${what}`)
    .slice(0, 32)
    .replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
}

const nameOfUser = (user_id: number): string => `u${user_id}`;

/** The reader of a day; null: somebody who asked not to be followed. */
function readerOf({ app, actor }: Ctx, { uuid, browser_hash }: ReaderOf, day: string): Reader | null {
  const user_id = actor.kind === 'user' ? actor.user_id : null;
  if (user_id === null && uuid === '') return null;
  const address = actor.kind === 'user' || actor.kind === 'visitor' ? actor.address : '';
  const name = user_id === null ? `v${uuid}/${address}` : nameOfUser(user_id);
  const month = monthOfDay(day);
  return {
    ...{ user_id, browser_hash, day, month },
    today: hashed(app, day, name),
    in_month: hashed(app, month, name),
    // an address alone, and for a work of a query: see `quotasOf`
    quota: (of) => hashed(app, day, `a${address}/${of}`),
  };
}

/** A reader looks at what this keyword finds. Counts once a reader and day. */
export async function noteAsked(ctx: Ctx, keyword: string, of: ReaderOf): Promise<void> {
  const reader = readerOf(ctx, of, shanghaiDay(ctx.app.clock.now()));
  const key = await keyOf(ctx, keyword);
  if (reader && isRecorded(key)) actBuffer(ctx.app).add([{ act: 'asked', key, reader }]);
}

/** The key under which presses, pins and figures of what somebody typed stand; '' where it says nothing. */
export async function keyOf(ctx: Ctx, keyword: string): Promise<string> {
  return queryKey(readQuery(keyword, await dictionaryOf(ctx)));
}

/** A press on a work among results. `typed`: by the address, where what was shown were results of another keyword. */
export interface Press {
  keyword: string;
  typed: string;
  item_id: number;
  /** From 1, over all pages. */
  place: number;
}

/** A reader opens what a keyword found. Counts once a reader, query, work and day. */
export async function notePressed(ctx: Ctx, { keyword, typed, item_id, place }: Press, of: ReaderOf): Promise<void> {
  const reader = readerOf(ctx, of, shanghaiDay(ctx.app.clock.now()));
  const [key, asked] = await Promise.all([keyOf(ctx, keyword), keyOf(ctx, typed || keyword)]);
  if (reader && isRecorded(key)) actBuffer(ctx.app).add([{ act: 'opened', key, asked, item_id, late: place > LATE_AFTER, reader }]);
}

/**
 * Somebody collected or bought a work: it counts for the queries in whose results they opened it today or yesterday. Without such a press it
 * counts for none.
 */
export function noteTaken(
  { app }: Ctx,
  { act, user_id, item_id }: { act: 'collected' | 'bought'; user_id: number; item_id: number },
): void {
  const now = app.clock.now();
  const days = [shanghaiDay(now), shanghaiDay(new Date(now.getTime() - DAY_MS))];
  const readers = days.map((day) => ({ day, reader: hashed(app, day, nameOfUser(user_id)) }));
  actBuffer(app).add([{ act, item_id, user_id, readers }]);
}

/** The same for the caller. */
export function noteCollected(ctx: Ctx, item_id: number): void {
  const user_id = userId(ctx);
  if (user_id !== null) noteTaken(ctx, { act: 'collected', user_id, item_id });
}

/** A page of results was made: what became of its query. Written soon, where readers asked for it; cached pages say nothing new. */
export function noteAnswer({ app, supposed }: Ctx, key: string, found: QueryAnswer): void {
  if (supposed || !isRecorded(key)) return;
  if (rememberAnswer(app, key, found)) actBuffer(app).add([{ act: 'answered', key, found }]);
}

/** Days of figures that a query shows. */
const SHOWN_DAYS = 30;

/** What readers did for a query by its key, and day by day; nothing of one that too few asked for. @throws AppError 403 */
export function queryFigures(ctx: Ctx, key: string): Promise<QueryFigures> {
  requireVerb(ctx, 'search.see');
  return findFigures(ctx.db, key, shanghaiDay(new Date(ctx.app.clock.now().getTime() - SHOWN_DAYS * 86_400_000)));
}
