import { eq, inArray } from 'drizzle-orm';
import { ownRows } from '../../db/own-rows.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import { chat_phrases } from './tables.ts';

export const findPhrases = (db: Queryable, owner_ids: readonly number[]): Promise<Array<typeof chat_phrases.$inferSelect>> =>
  db
    .select()
    .from(chat_phrases)
    .where(inArray(chat_phrases.owner_id, [...owner_ids]));

const write = statement<{ edition: number }>(
  'chat_write_phrases',
  `insert into chat_phrases (owner_id, edition, list, updated_at) values ($1, 1, $3, $4)
   on conflict (owner_id) do update set edition = chat_phrases.edition + 1, list = excluded.list, updated_at = excluded.updated_at
   where chat_phrases.edition = $2 returning edition`,
);

/** False: another edition stands there. */
export const writePhrases = async (
  db: Queryable,
  { owner_id, edition, list, now }: { owner_id: number; edition: number; list: readonly string[]; now: Date },
): Promise<boolean> => (await write(db, [owner_id, edition, JSON.stringify(list), now])).length > 0;

export async function forgetPhrases(tx: { db: Tx }, user_id: number): Promise<void> {
  await tx.db.delete(chat_phrases).where(eq(chat_phrases.owner_id, user_id));
}

// for the package of somebody's data
export const chatPhraseRows = ownRows(chat_phrases, chat_phrases.owner_id, [chat_phrases.updated_at]);
