import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { AnswerState } from '#contract/assistant.ts';
import { ownRows } from '../../db/own-rows.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { deleteFilesOf } from './files.repo.ts';
import { SANDBOX_MODEL } from './rules.ts';
import { assistant_answers, assistant_conversations, assistant_instructions, assistant_shared } from './tables.ts';

export type ConversationRow = typeof assistant_conversations.$inferSelect;
export type AnswerRow = Omit<typeof assistant_answers.$inferSelect, 'state'> & { state: AnswerState };
type NewAnswer = typeof assistant_answers.$inferInsert;

const OPEN = ['waiting', 'running'];

/** One at a time for a reader, until the transaction ends: what runs and what is free is counted. */
export async function lockReader(db: Tx, user_id: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`assistant/${user_id}`}, 0))`);
}

/** One row, or none. */
export const findInstructions = (db: Queryable, user_id: number) =>
  db.select().from(assistant_instructions).where(eq(assistant_instructions.user_id, user_id));

/** The only row of somebody; without words none. */
export async function writeInstructions(db: Queryable, row: typeof assistant_instructions.$inferInsert): Promise<void> {
  const t = assistant_instructions;
  if (row.text === '') await db.delete(t).where(eq(t.user_id, row.user_id));
  else await db.insert(t).values(row).onConflictDoUpdate({ target: t.user_id, set: row });
}

export async function findByKey(db: Queryable, user_id: number, key: string): Promise<AnswerRow | null> {
  const rows = await db
    .select()
    .from(assistant_answers)
    .where(and(eq(assistant_answers.user_id, user_id), eq(assistant_answers.key, key)));
  return (rows[0] as AnswerRow | undefined) ?? null;
}

export async function findAnswer(db: Queryable, id: number): Promise<AnswerRow | null> {
  const rows = await db.select().from(assistant_answers).where(eq(assistant_answers.id, id));
  return (rows[0] as AnswerRow | undefined) ?? null;
}

/** Of this asker, in a conversation that was not thrown away. */
export async function findOwnAnswer(db: Queryable, user_id: number, id: number): Promise<AnswerRow | null> {
  const rows = await db
    .select({ answer: assistant_answers })
    .from(assistant_answers)
    .innerJoin(assistant_conversations, eq(assistant_conversations.id, assistant_answers.conversation_id))
    .where(and(eq(assistant_answers.id, id), eq(assistant_answers.user_id, user_id), isNull(assistant_conversations.deleted_at)));
  return (rows[0]?.answer as AnswerRow | undefined) ?? null;
}

export async function lockAnswer(db: Tx, id: number): Promise<AnswerRow | null> {
  const rows = await db.select().from(assistant_answers).where(eq(assistant_answers.id, id)).for('update');
  return (rows[0] as AnswerRow | undefined) ?? null;
}

export async function findAnswers(db: Queryable, ids: readonly number[]): Promise<AnswerRow[]> {
  if (ids.length === 0) return [];
  return (await db
    .select()
    .from(assistant_answers)
    .where(inArray(assistant_answers.id, [...ids]))) as AnswerRow[];
}

/** Deeper branches are not read to their beginning. */
const BRANCH_MOST = 100;

/** An answer and those before it in its branch, oldest first. */
export async function findBranch(db: Queryable, id: number): Promise<AnswerRow[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with recursive branch (id, parent_id, depth) as (
      select id, parent_id, 1 from assistant_answers where id = ${id}
      union all
      select a.id, a.parent_id, b.depth + 1 from assistant_answers a join branch b on a.id = b.parent_id where b.depth < ${BRANCH_MOST}
    ) select id from branch`);
  const found = await findAnswers(
    db,
    rows.map((row) => Number(row.id)),
  );
  return found.toSorted((a, b) => a.id - b.id);
}

/** Answers of a conversation, and those at one place; what failed, or goes on with another, takes none. */
export async function countPlaces(
  db: Queryable,
  conversation_id: number,
  parent_id: number | null,
): Promise<{ all: number; beside: number }> {
  const of = sql`${assistant_answers.parent_id} is not distinct from ${parent_id}::bigint`;
  const rows = await db
    .select({
      all: sql<number>`count(*)::int`,
      beside: sql<number>`(count(*) filter (where ${of} and first_id is null and ${assistant_answers.state} not in ('failed', 'cut')))::int`,
    })
    .from(assistant_answers)
    .where(eq(assistant_answers.conversation_id, conversation_id));
  return rows[0] ?? { all: 0, beside: 0 };
}

/** Whole answers to the same question that stand beside it and were asked before. */
export async function countSame(db: Queryable, { id, first_id, conversation_id, parent_id, question, tool }: AnswerRow): Promise<number> {
  if (tool !== '') return 0;
  return db.$count(
    assistant_answers,
    and(
      eq(assistant_answers.conversation_id, conversation_id),
      sql`${assistant_answers.parent_id} is not distinct from ${parent_id}::bigint`,
      lt(assistant_answers.id, first_id ?? id),
      isNull(assistant_answers.first_id),
      eq(assistant_answers.question, question),
      inArray(assistant_answers.state, ['done', 'stopped']),
    ),
  );
}

/** What was asked after an answer, and those that go on with it. */
export function findAfter(db: Queryable, { id, first_id, conversation_id }: AnswerRow): Promise<Array<{ parent_id: number | null }>> {
  const t = assistant_answers;
  const later = or(eq(t.parent_id, id), and(eq(t.first_id, first_id ?? id), gt(t.id, id)));
  return db
    .select({ parent_id: t.parent_id })
    .from(t)
    .where(and(eq(t.conversation_id, conversation_id), later));
}

/** The newest answer of a conversation. */
export async function findNewest(db: Queryable, conversation_id: number): Promise<number | null> {
  return (await findTurns(db, conversation_id, 1))[0]?.id ?? null;
}

/** The last of a conversation, in their order. */
export async function findTurns(db: Queryable, conversation_id: number, limit: number): Promise<AnswerRow[]> {
  const rows = await db
    .select()
    .from(assistant_answers)
    .where(eq(assistant_answers.conversation_id, conversation_id))
    .orderBy(desc(assistant_answers.id))
    .limit(limit);
  return rows.reverse() as AnswerRow[];
}

export async function insertAnswer(db: Tx, row: NewAnswer): Promise<AnswerRow> {
  return (await db.insert(assistant_answers).values(row).returning())[0] as AnswerRow;
}

export async function findRunning(db: Queryable, user_id: number): Promise<number[]> {
  const rows = await db
    .select({ id: assistant_answers.id })
    .from(assistant_answers)
    .where(and(eq(assistant_answers.user_id, user_id), inArray(assistant_answers.state, OPEN)))
    .orderBy(asc(assistant_answers.id));
  return rows.map(({ id }) => id);
}

/** Free ones of that day: what runs, and what was answered or stopped after words had come. One that found nothing has no words. */
export async function countFree(db: Queryable, user_id: number, day: string): Promise<number> {
  return db.$count(
    assistant_answers,
    and(
      eq(assistant_answers.user_id, user_id),
      eq(assistant_answers.day, day),
      eq(assistant_answers.paid_by, 'free'),
      or(
        inArray(assistant_answers.state, OPEN),
        and(inArray(assistant_answers.state, ['done', 'stopped']), sql`${assistant_answers.output_tokens} > 0`),
      ),
    ),
  );
}

/** Its job begins; what a model wrote the beginning of stays that model's. Null: it began before, or is over. */
export async function beginAnswer(db: Queryable, id: number, model: string, now: Date): Promise<AnswerRow | null> {
  const rows = await db
    .update(assistant_answers)
    .set({
      state: 'running',
      model: model === SANDBOX_MODEL ? sql`coalesce(nullif(${assistant_answers.model}, ''), ${model})` : model,
      started_at: now,
      beat_at: now,
    })
    .where(and(eq(assistant_answers.id, id), eq(assistant_answers.state, 'waiting')))
    .returning();
  return (rows[0] as AnswerRow | undefined) ?? null;
}

/** Keeps what is there so far and says that the job lives. Null: it is not running any more. */
export async function beatAnswer(
  db: Queryable,
  id: number,
  change: Partial<Pick<NewAnswer, 'text' | 'sources' | 'sought' | 'looked'>>,
  now: Date,
): Promise<{ stop_asked: boolean } | null> {
  const rows = await db
    .update(assistant_answers)
    .set({ ...change, beat_at: now })
    .where(and(eq(assistant_answers.id, id), eq(assistant_answers.state, 'running')))
    .returning({ stop_asked: assistant_answers.stop_asked });
  return rows[0] ?? null;
}

/** Ends what is not over. Null: it was. */
export async function endAnswer(db: Tx, id: number, change: Partial<NewAnswer> & { state: AnswerState }): Promise<AnswerRow | null> {
  const rows = await db
    .update(assistant_answers)
    .set(change)
    .where(and(eq(assistant_answers.id, id), inArray(assistant_answers.state, OPEN)))
    .returning();
  return (rows[0] as AnswerRow | undefined) ?? null;
}

export async function updateAnswer(db: Queryable, id: number, change: Partial<NewAnswer>): Promise<AnswerRow | null> {
  const rows = await db.update(assistant_answers).set(change).where(eq(assistant_answers.id, id)).returning();
  return (rows[0] as AnswerRow | undefined) ?? null;
}

/** Running ones whose job is silent since then, and waiting ones that no worker began. */
export async function findDead(db: Queryable, of: { silent_since: Date; waiting_since: Date }, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: assistant_answers.id })
    .from(assistant_answers)
    .where(
      and(
        inArray(assistant_answers.state, OPEN),
        or(
          and(eq(assistant_answers.state, 'running'), lt(assistant_answers.beat_at, of.silent_since)),
          and(eq(assistant_answers.state, 'waiting'), lt(assistant_answers.created_at, of.waiting_since)),
        ),
      ),
    )
    .orderBy(asc(assistant_answers.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function insertConversation(db: Tx, row: typeof assistant_conversations.$inferInsert): Promise<ConversationRow> {
  return (await db.insert(assistant_conversations).values(row).returning())[0] as ConversationRow;
}

/** Of this user, and not thrown away. */
export async function findConversation(db: Queryable, user_id: number, id: number): Promise<ConversationRow | null> {
  const rows = await db
    .select()
    .from(assistant_conversations)
    .where(
      and(eq(assistant_conversations.id, id), eq(assistant_conversations.user_id, user_id), isNull(assistant_conversations.deleted_at)),
    );
  return rows[0] ?? null;
}

/** Those that a user wants above the others, the newest first. */
export function findPinned(db: Queryable, user_id: number): Promise<ConversationRow[]> {
  const t = assistant_conversations;
  const where = and(eq(t.user_id, user_id), isNotNull(t.pinned_at), isNull(t.deleted_at));
  return db.select().from(t).where(where).orderBy(desc(t.last_at), desc(t.id));
}

/** False: this user has no such conversation. */
export async function setPinned(db: Tx, user_id: number, id: number, pinned_at: Date | null): Promise<boolean> {
  const t = assistant_conversations;
  const mine = and(eq(t.id, id), eq(t.user_id, user_id), isNull(t.deleted_at));
  return (await db.update(t).set({ pinned_at }).where(mine).returning({ id: t.id })).length > 0;
}

export async function findShared(db: Queryable, conversation_id: number): Promise<typeof assistant_shared.$inferSelect | null> {
  return (await db.select().from(assistant_shared).where(eq(assistant_shared.conversation_id, conversation_id)))[0] ?? null;
}

/** In place of what was shared of it before. */
export async function writeShared(db: Tx, row: typeof assistant_shared.$inferInsert): Promise<void> {
  await db.insert(assistant_shared).values(row).onConflictDoUpdate({ target: assistant_shared.conversation_id, set: row });
}

// for the package of somebody's data
export const sharedRows = ownRows(assistant_shared, assistant_shared.user_id, [assistant_shared.conversation_id]);

/** The newest of a user after a place, without the pinned ones; all those that hold `q` in title, question or answer, where it is given. */
export async function findConversations(
  db: Queryable,
  user_id: number,
  { q, after, limit }: { q: string; after: { at: Date; id: number } | null; limit: number },
): Promise<ConversationRow[]> {
  const like = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
  const t = assistant_conversations;
  return (
    db
      .select()
      .from(t)
      .where(
        and(
          eq(t.user_id, user_id),
          isNull(t.deleted_at),
          after ? sql`(${t.last_at}, ${t.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::bigint)` : undefined,
          q === ''
            ? isNull(t.pinned_at)
            : sql`(${t.title} ilike ${like} or exists (select from ${assistant_answers} a where a.conversation_id = ${t.id} and (a.question ilike ${like} or a.text ilike ${like})))`,
        ),
      )
      // as its index stands
      .orderBy(desc(t.last_at), desc(t.id))
      .limit(limit)
  );
}

export async function touchConversation(db: Tx, id: number, now: Date): Promise<void> {
  await db.update(assistant_conversations).set({ last_at: now }).where(eq(assistant_conversations.id, id));
}

/** False: this user has no such conversation. */
export async function renameRow(db: Queryable, user_id: number, id: number, title: string): Promise<boolean> {
  const rows = await db
    .update(assistant_conversations)
    .set({ title })
    .where(
      and(eq(assistant_conversations.id, id), eq(assistant_conversations.user_id, user_id), isNull(assistant_conversations.deleted_at)),
    )
    .returning({ id: assistant_conversations.id });
  return rows.length > 0;
}

/** Throws away (`now`) or takes back (null). False: there was nothing to do. */
export async function setDeleted(db: Queryable, user_id: number, id: number, now: Date | null): Promise<boolean> {
  const t = assistant_conversations;
  const rows = await db
    .update(t)
    .set({ deleted_at: now, pinned_at: null })
    .where(and(eq(t.id, id), eq(t.user_id, user_id), now === null ? isNotNull(t.deleted_at) : isNull(t.deleted_at)))
    .returning({ id: t.id });
  return rows.length > 0;
}

/** Takes all words out of conversations. What answers cost stays, without what they said. */
export async function blankConversations(db: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const nothing = {
    question: '',
    instructions: '',
    sought: '',
    input: {},
    text: '',
    edited: null,
    result: null,
    sources: [],
    files: [],
    flags: [],
    vote_note: '',
    removed: true,
  };
  await db
    .update(assistant_answers)
    .set(nothing)
    .where(inArray(assistant_answers.conversation_id, [...ids]));
  await deleteFilesOf(db, ids);
  await db.delete(assistant_shared).where(inArray(assistant_shared.conversation_id, [...ids]));
  await db
    .update(assistant_conversations)
    .set({ title: '', deleted_at: sql`coalesce(deleted_at, now())` })
    .where(inArray(assistant_conversations.id, [...ids]));
}

/** Thrown away before that moment, and not blank yet. */
export async function findThrownAway(db: Queryable, before: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: assistant_conversations.id })
    .from(assistant_conversations)
    .where(and(lt(assistant_conversations.deleted_at, before), ne(assistant_conversations.title, '')))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function conversationIdsOf(db: Queryable, user_id: number): Promise<number[]> {
  const rows = await db
    .select({ id: assistant_conversations.id })
    .from(assistant_conversations)
    .where(eq(assistant_conversations.user_id, user_id));
  return rows.map(({ id }) => id);
}

/** What a user asked and got, for a package of their data. */
export async function answersOfUser(
  db: Queryable,
  user_id: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<AnswerRow[]> {
  const rows = await db
    .select()
    .from(assistant_answers)
    .where(eq(assistant_answers.user_id, user_id))
    .orderBy(asc(assistant_answers.id))
    .offset(offset)
    .limit(limit);
  return rows as AnswerRow[];
}
