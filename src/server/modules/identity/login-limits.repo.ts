import { lt } from 'drizzle-orm';
import type { Queryable } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import { login_tries } from './tables.ts';

const take = statement<{ tries: number; ends_at: Date }>(
  'identity_take_try',
  `insert into login_tries as t (key, tries, ends_at) values ($1, 1, $3)
   on conflict (key) do update set
     tries = case when t.ends_at > $2 then t.tries + 1 else 1 end,
     ends_at = case when t.ends_at > $2 then t.ends_at else excluded.ends_at end
   returning tries, ends_at`,
);

/** One attempt more under the key; the first of a window says when it ends. Refused ones count as well. */
export async function takeTry(db: Queryable, { key, now, ends_at }: { key: string; now: Date; ends_at: Date }) {
  return (await take(db, [key, now, ends_at]))[0] as { tries: number; ends_at: Date };
}

const counted = statement<{ tries: number }>('identity_counted_tries', 'select tries from login_tries where key = $1 and ends_at > $2');

export async function countTries(db: Queryable, key: string, now: Date): Promise<number> {
  return (await counted(db, [key, now]))[0]?.tries ?? 0;
}

// rows are locked in one order, so that two of them do not wait for each other
const giveBack = statement(
  'identity_give_back_tries',
  `with mine as (select key from login_tries where key = any($1::text[]) and ends_at > $3 order by key for update)
   update login_tries t set tries = case when t.key = $2 then 0 else greatest(t.tries - 1, 0) end from mine where mine.key = t.key`,
);

/** Takes one attempt back under each key, and all of them under `forget`. */
export async function giveBackTries(
  db: Queryable,
  { keys, forget, now }: { keys: readonly string[]; forget: string; now: Date },
): Promise<void> {
  await giveBack(db, [keys, forget, now]);
}

export async function deleteOldTries(db: Queryable, before: Date): Promise<void> {
  await db.delete(login_tries).where(lt(login_tries.ends_at, before));
}
