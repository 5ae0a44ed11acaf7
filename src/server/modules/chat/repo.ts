import { and, eq, inArray, sql } from 'drizzle-orm';
import type { ChatReaction, ChatState, ChatSubjectKind, ChatType } from '#contract/chat.ts';
import { UNREAD_SHOWN_MOST } from '#contract/unread.ts';
import { ownRows } from '../../db/own-rows.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import { QUIET } from './rules.ts';
import { chat_blocks, chat_conversations, chat_files, chat_members, chat_messages } from './tables.ts';

export type Conversation = Omit<typeof chat_conversations.$inferSelect, 'subject_kind'> & { subject_kind: ChatSubjectKind };
export type FileRow = typeof chat_files.$inferSelect;

export interface MessageRow {
  conversation_id: number;
  seq: number;
  sender_id: number | null;
  type: ChatType;
  body: string;
  data: Record<string, unknown>;
  state: ChatState;
  client_id: string | null;
  created_at: Date;
}

/** A conversation as one of the two has it. */
export interface OwnRow {
  id: number;
  user_id: number;
  other_id: number;
  subject_kind: ChatSubjectKind;
  subject_id: number;
  last_seq: number;
  last_at: Date | null;
  read_seq: number;
  /** At most one more than is shown. */
  unread: number;
  other_read_seq: number;
  muted: boolean;
  blocked: boolean;
  place: number;
}

const open = statement<{ id: number }>(
  'chat_open',
  // nothing is written where it is there already, and the row comes back all the same
  `with made as (
     insert into chat_conversations (subject_kind, subject_id, low_id, high_id, starter_id, created_at)
     values ($1, $2, $3, $4, $5, $6) on conflict (subject_kind, subject_id, low_id, high_id) do nothing returning id
   ), members as (
     insert into chat_members (conversation_id, user_id, other_id)
     select id, $3::bigint, $4::bigint from made union all select id, $4::bigint, $3::bigint from made
   )
   select id from made union all
   select id from chat_conversations where subject_kind = $1 and subject_id = $2 and low_id = $3 and high_id = $4`,
);

/** The conversation of the two about the subject, made when there is none. Two at once make one. */
export async function upsertConversation(
  db: Tx,
  of: { kind: ChatSubjectKind; subject_id: number; starter_id: number; other_id: number; now: Date },
): Promise<number> {
  const [low, high] = [Math.min(of.starter_id, of.other_id), Math.max(of.starter_id, of.other_id)];
  const values = [of.kind, of.subject_id, low, high, of.starter_id, of.now];
  // a second one waits for the first to commit, and its statement does not see that row yet: the next does
  for (;;) {
    const row = (await open(db, values))[0];
    if (row) return row.id;
  }
}

/** Under `FOR UPDATE` until the transaction ends; null: there is none. */
export async function lockConversation(db: Tx, id: number): Promise<Conversation | null> {
  const rows = await db.select().from(chat_conversations).where(eq(chat_conversations.id, id)).for('update');
  return (rows[0] as Conversation | undefined) ?? null;
}

export async function findConversation(db: Queryable, id: number): Promise<Conversation | null> {
  const rows = await db.select().from(chat_conversations).where(eq(chat_conversations.id, id));
  return (rows[0] as Conversation | undefined) ?? null;
}

const add = statement<MessageRow>(
  'chat_add',
  `insert into chat_messages (conversation_id, seq, sender_id, type, body, data, client_id, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8) returning *`,
);

export async function insertMessage(db: Tx, row: Omit<MessageRow, 'state' | 'created_at'> & { now: Date }): Promise<MessageRow> {
  const { conversation_id, seq, sender_id, type, body, data, client_id, now } = row;
  return (await add(db, [conversation_id, seq, sender_id, type, body, JSON.stringify(data), client_id, now]))[0] as MessageRow;
}

const moveOn = statement(
  'chat_move_on',
  `with c as (update chat_conversations set last_seq = $2, answered_at = $4, waiting_id = $5, waiting_at = $6 where id = $1)
   update chat_members set last_seq = $2, last_at = $3, read_seq = case when (user_id = $7 and $8) or ((user_id = $7 or $9) and read_seq = $2 - 1) then $2 else read_seq end
   where conversation_id = $1`,
);

/** Brings conversation and members up to a new row. Who speaks has read to its end; who only caused it, or loses a message by it, if nothing else was new. */
export async function moveConversation(
  db: Tx,
  id: number,
  to: {
    seq: number;
    at: Date;
    answered_at: Date | null;
    waiting_id: number | null;
    waiting_at: Date | null;
    by: number | null;
    spoken: boolean;
    hides: boolean;
  },
): Promise<void> {
  await moveOn(db, [id, to.seq, to.at, to.answered_at, to.waiting_id, to.waiting_at, to.by, to.spoken, to.hides]);
}

const mark = statement(
  'chat_mark',
  // in one order, so that two writers cannot wait for each other; of several conversations the last one changed has the last place
  `with changed as (
     select c, u, max(n) as n from unnest($1::bigint[], $2::bigint[]) with ordinality as g(c, u, n) group by c, u
   ), marks as (
     insert into chat_marks (user_id, place) select u, count(*) from changed group by u order by u
     on conflict (user_id) do update set place = chat_marks.place + excluded.place returning user_id, place
   ), places as (
     select g.c, g.u, k.place + 1 - row_number() over (partition by g.u order by g.n desc) as place
     from changed g join marks k on k.user_id = g.u
   )
   update chat_members m set place = p.place from places p where m.conversation_id = p.c and m.user_id + 0 = p.u`,
);

/** A conversation changed for one of its members. */
export interface MemberChange {
  conversation_id: number;
  user_id: number;
}

/** Gives changes of conversations their places among those of their members. The caller has locked the conversations. */
export async function markChanged(db: Tx, changes: readonly MemberChange[]): Promise<void> {
  await mark(db, [changes.map(({ conversation_id }) => conversation_id), changes.map(({ user_id }) => user_id)]);
}

const sentAs = statement<MessageRow>('chat_sent_as', 'select * from chat_messages where sender_id = $1 and client_id = $2');

/** What this sender's browser sent under this id before. */
export async function findSent(db: Queryable, sender_id: number, client_id: string): Promise<MessageRow | null> {
  return (await sentAs(db, [sender_id, client_id]))[0] ?? null;
}

const rowsAfter = statement<MessageRow>(
  'chat_after',
  'select * from chat_messages where conversation_id = $1 and seq > $2 order by seq limit $3',
);
const rowsBefore = statement<MessageRow>(
  'chat_before',
  'select * from chat_messages where conversation_id = $1 and seq < $2 order by seq desc limit $3',
);

export const findAfter = (db: Queryable, conversation_id: number, seq: number, limit: number): Promise<MessageRow[]> =>
  rowsAfter(db, [conversation_id, seq, limit]);

/** The last before a number, in their order. */
export async function findBefore(db: Queryable, conversation_id: number, seq: number, limit: number): Promise<MessageRow[]> {
  return (await rowsBefore(db, [conversation_id, seq, limit])).reverse();
}

export async function findMessage(db: Queryable, conversation_id: number, seq: number): Promise<MessageRow | null> {
  return (await findAfter(db, conversation_id, seq - 1, 1)).find((row) => row.seq === seq) ?? null;
}

export async function setState(db: Tx, conversation_id: number, seq: number, state: ChatState): Promise<void> {
  await db
    .update(chat_messages)
    .set({ state })
    .where(and(eq(chat_messages.conversation_id, conversation_id), eq(chat_messages.seq, seq)));
}

export async function setReaction(db: Tx, conversation_id: number, seq: number, reaction: ChatReaction): Promise<void> {
  await db
    .update(chat_messages)
    .set({ data: sql`${chat_messages.data} || ${JSON.stringify({ reaction })}::jsonb` })
    .where(and(eq(chat_messages.conversation_id, conversation_id), eq(chat_messages.seq, seq)));
}

/** A message that was taken away is nothing to read, nor is a row that only says what became of one. */
const COUNTS = `x.state not in ('recalled', 'removed') and not (x.type = 'event' and x.data ->> 'type' in (${QUIET.map((one) => `'${one}'`).join(', ')}))`;
const UNREAD = `(select count(*) from (select from chat_messages x
  where x.conversation_id = m.conversation_id and x.seq > m.read_seq and ${COUNTS} limit ${UNREAD_SHOWN_MOST + 1}) u)`;
const OWN = `m.conversation_id as id, m.user_id, m.other_id, c.subject_kind, c.subject_id, m.last_seq, m.last_at, m.read_seq, m.muted, m.place, ${UNREAD}::int as unread,
  o.read_seq as other_read_seq, exists (select from chat_blocks b where b.user_id = m.user_id and b.blocked_id = m.other_id) as blocked`;
// `+ 0` keeps to the key: one of a conversation's two rows is looked for, never one among the thousands of a busy user
const BESIDE = `join chat_conversations c on c.id = m.conversation_id
  join chat_members o on o.conversation_id = m.conversation_id and o.user_id + 0 = m.other_id`;
const OWN_FROM = `chat_members m ${BESIDE}`;
/** The rows of a page first, then what stands beside them: no list is read whole for its first page. */
const pageOf = (where: string, order: string, limit: string, more = '') =>
  `select ${OWN}${more} from (select * from chat_members m where ${where} order by ${order} limit ${limit}) m ${BESIDE} order by ${order}`;
const NEWEST = 'm.last_at desc, m.conversation_id desc';

const CURSOR_AT = `to_char(m.last_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as cursor_at`;

const own = statement<OwnRow>('chat_own', `select ${OWN} from ${OWN_FROM} where m.conversation_id = $1 and m.user_id + 0 = $2`);
const newest = statement<OwnRow & { cursor_at: string }>(
  'chat_newest',
  pageOf('m.user_id = $1 and m.last_at is not null and (not $3::boolean or m.last_seq > m.read_seq)', NEWEST, '$2', `, ${CURSOR_AT}`),
);
const newestAfter = statement<OwnRow & { cursor_at: string }>(
  'chat_newest_after',
  pageOf(
    'm.user_id = $1 and m.last_at is not null and (not $3::boolean or m.last_seq > m.read_seq) and (m.last_at, m.conversation_id) < ($4::timestamptz, $5::bigint)',
    NEWEST,
    '$2',
    `, ${CURSOR_AT}`,
  ),
);
const changed = statement<OwnRow>('chat_changed', pageOf('m.user_id = $1 and m.place > $2', 'm.place', '$3'));

export async function findOwn(db: Queryable, conversation_id: number, user_id: number): Promise<OwnRow | null> {
  return (await own(db, [conversation_id, user_id]))[0] ?? null;
}

/** Newest first, after a row that stood at this time with this id; `unread`: those alone of which something is. */
export function findNewest(
  db: Queryable,
  user_id: number,
  limit: number,
  unread: boolean,
  after: { at: string; id: number } | null,
): Promise<Array<OwnRow & { cursor_at: string }>> {
  return after ? newestAfter(db, [user_id, limit, unread, after.at, after.id]) : newest(db, [user_id, limit, unread]);
}

/** Conversations that changed after a place, in the order of their last change. */
export const findChanged = (db: Queryable, user_id: number, place: number, limit: number): Promise<OwnRow[]> =>
  changed(db, [user_id, place, limit]);

const others = statement<{ other_id: number }>(
  'chat_others',
  'select distinct other_id from chat_members where user_id = $1 and last_at is not null',
);
const named = statement<OwnRow>(
  'chat_named',
  pageOf('m.user_id = $1 and m.other_id = any($2::bigint[]) and m.last_at is not null', NEWEST, '$3'),
);

/** Everybody with whom the user has talked. */
export const findOthers = async (db: Queryable, user_id: number): Promise<number[]> =>
  (await others(db, [user_id])).map(({ other_id }) => other_id);
export const findWith = (db: Queryable, user_id: number, other_ids: readonly number[], limit: number): Promise<OwnRow[]> =>
  named(db, [user_id, other_ids, limit]);

const place = statement<{ place: number }>('chat_place', 'select place from chat_marks where user_id = $1');
const unread = statement<{ n: number }>(
  'chat_unread',
  // a conversation has one at least, unless all were taken back: as many as the badge shows are looked at
  `select least(coalesce(sum(${UNREAD}), 0), $2)::int as n from (
     select * from chat_members where user_id = $1 and last_seq > read_seq and not muted limit $2
   ) m`,
);

export const findPlace = async (db: Queryable, user_id: number): Promise<number> => (await place(db, [user_id]))[0]?.place ?? 0;
export const countUnread = async (db: Queryable, user_id: number, most: number): Promise<number> =>
  (await unread(db, [user_id, most]))[0]?.n ?? 0;

export interface UnreadOf {
  other_id: number;
  subject_kind: ChatSubjectKind;
  subject_id: number;
  read_seq: number;
  muted: boolean;
  /** Messages of the other side that stand and were not read, and when the first of them came. */
  num: number;
  since: Date | null;
}

const unreadOf = statement<UnreadOf>(
  'chat_unread_of',
  `select m.other_id, c.subject_kind, c.subject_id, m.read_seq, m.muted, count(x.seq)::int as num, min(x.created_at) as since
   from chat_members m join chat_conversations c on c.id = m.conversation_id
   left join chat_messages x on x.conversation_id = m.conversation_id and x.seq > m.read_seq and x.sender_id = m.other_id
     and x.type <> 'event' and x.state not in ('recalled', 'removed')
   where m.conversation_id = $1 and m.user_id + 0 = $2 group by m.conversation_id, m.user_id, c.id`,
);

export const findUnreadOf = async (db: Queryable, conversation_id: number, user_id: number): Promise<UnreadOf | null> =>
  (await unreadOf(db, [conversation_id, user_id]))[0] ?? null;

const read = statement<{ user_id: number }>(
  'chat_read',
  `update chat_members set read_seq = least($3, last_seq)
   where conversation_id = $1 and user_id + 0 = $2 and read_seq < least($3, last_seq) returning user_id`,
);

/** False: it was read so far before. */
export const setRead = async (db: Tx, conversation_id: number, user_id: number, seq: number): Promise<boolean> =>
  (await read(db, [conversation_id, user_id, seq])).length > 0;

export async function setMuted(db: Tx, conversation_id: number, user_id: number, muted: boolean): Promise<void> {
  await db
    .update(chat_members)
    .set({ muted })
    .where(and(eq(chat_members.conversation_id, conversation_id), eq(chat_members.user_id, user_id)));
}

export async function setBlocked(db: Tx, user_id: number, blocked_id: number, blocked: boolean, now: Date): Promise<void> {
  const pair = and(eq(chat_blocks.user_id, user_id), eq(chat_blocks.blocked_id, blocked_id));
  if (!blocked) await db.delete(chat_blocks).where(pair);
  else await db.insert(chat_blocks).values({ user_id, blocked_id, created_at: now }).onConflictDoNothing();
}

const blocks = statement<{ user_id: number }>(
  'chat_blocks_between',
  'select user_id from chat_blocks where (user_id, blocked_id) in (($1, $2), ($2, $1))',
);

/** Who of the two blocks the other. */
export const findBlocks = async (db: Queryable, a: number, b: number): Promise<number[]> =>
  (await blocks(db, [a, b])).map(({ user_id }) => user_id);

const takeFirst = statement<{ num: number }>(
  'chat_take_first',
  `insert into chat_days (user_id, day, num) select $1, $2, 1 where $3 > 0
   on conflict (user_id, day) do update set num = chat_days.num + 1 where chat_days.num < $3 returning num`,
);

/** Takes one of the day's first messages; false: none is left. A rollback gives it back. */
export const takeFirstMessage = async (db: Tx, user_id: number, day: string, limit: number): Promise<boolean> =>
  (await takeFirst(db, [user_id, day, limit])).length > 0;

const ownSent = statement<{ n: number }>(
  'chat_own_sent',
  "select count(*)::int as n from chat_messages where conversation_id = $1 and sender_id = $2 and type <> 'event'",
);
/** Asked only while the conversation is young. */
export const countSent = async (db: Tx, conversation_id: number, user_id: number): Promise<number> =>
  (await ownSent(db, [conversation_id, user_id]))[0]?.n ?? 0;

const answer = statement(
  'chat_answer',
  'insert into chat_answers (user_id, conversation_id, seq, seconds, created_at) values ($1, $2, $3, $4, $5) on conflict do nothing',
);
export async function insertAnswer(
  db: Tx,
  row: { user_id: number; conversation_id: number; seq: number; seconds: number; now: Date },
): Promise<void> {
  await answer(db, [row.user_id, row.conversation_id, row.seq, row.seconds, row.now]);
}

const medians = statement<{ user_id: number; seconds: number }>(
  'chat_medians',
  `select u as user_id, round(percentile_cont(0.5) within group (order by a.seconds))::int as seconds
   from unnest($1::bigint[]) u
   join lateral (select seconds from chat_answers where user_id = u order by created_at desc limit $2) a on true
   group by u`,
);

/** Medians of the newest answers, at most `most` of each. */
export const findAnswerTimes = (db: Queryable, user_ids: readonly number[], most: number) => medians(db, [user_ids, most]);

export async function insertFile(db: Tx, row: Omit<typeof chat_files.$inferInsert, 'id'>): Promise<number> {
  return (await db.insert(chat_files).values(row).returning({ id: chat_files.id }))[0]?.id as number;
}

export async function findFiles(db: Queryable, ids: readonly number[]): Promise<Map<number, FileRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(chat_files)
    .where(inArray(chat_files.id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Which of these storage keys a row names. */
export async function namedKeys(db: Queryable, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ key: chat_files.key })
    .from(chat_files)
    .where(inArray(chat_files.key, [...keys]));
  return new Set(rows.map(({ key }) => key));
}

const search = statement<MessageRow>(
  'chat_search',
  // the reader's own conversations bound it: the newest of them, a stretch of each
  `select x.* from (select conversation_id from chat_members where user_id = $1 and last_at is not null order by last_at desc limit $5) m
   join lateral (
     select * from chat_messages c where c.conversation_id = m.conversation_id and c.type in ('text', 'price') and c.state <> 'recalled'
       and c.state <> 'removed' and c.body ilike $2 order by c.seq desc limit $4
   ) x on true
   order by x.created_at desc, x.conversation_id desc, x.seq desc limit $4 offset $3`,
);

const likeOf = (words: string): string => `%${words.replace(/[\\%_]/g, '\\$&')}%`;

/** Messages of one's own conversations that hold the words, the newest first. */
export function findWords(
  db: Queryable,
  of: { user_id: number; words: string; offset: number; limit: number; conversations: number },
): Promise<MessageRow[]> {
  return search(db, [of.user_id, likeOf(of.words), of.offset, of.offset + of.limit, of.conversations]);
}

const find = statement<{ seq: number }>(
  'chat_find',
  `select seq from chat_messages where conversation_id = $1 and seq > $2 and type in ('text', 'price') and state not in ('recalled', 'removed')
     and body ilike $3 order by seq desc limit $4`,
);

/** Numbers of the messages after a number that hold the words, the newest first. */
export async function findSeqs(
  db: Queryable,
  of: { conversation_id: number; after: number; words: string; limit: number },
): Promise<number[]> {
  return (await find(db, [of.conversation_id, of.after, likeOf(of.words), of.limit])).map(({ seq }) => seq);
}

const lastRows = statement<MessageRow>(
  'chat_last',
  'select m.* from unnest($1::bigint[], $2::bigint[]) as k(c, s) join chat_messages m on m.conversation_id = k.c and m.seq = k.s',
);
/** The rows with these numbers, one a conversation. */
export const findRows = (db: Queryable, keys: ReadonlyArray<{ id: number; seq: number }>): Promise<MessageRow[]> =>
  lastRows(db, [keys.map(({ id }) => id), keys.map(({ seq }) => seq)]);

const ownMessages = statement<MessageRow>(
  'chat_export',
  `select c.* from chat_members m join chat_messages c on c.conversation_id = m.conversation_id
   where m.user_id = $1 and c.sender_id = $1 and (c.conversation_id, c.seq) > ($2::bigint, $3::bigint)
   order by c.conversation_id, c.seq limit $4`,
);
export const findOwnMessages = (db: Queryable, user_id: number, after: { id: number; seq: number }, limit: number): Promise<MessageRow[]> =>
  ownMessages(db, [user_id, after.id, after.seq, limit]);

/** What is only theirs: whom they blocked, how fast they answered, how much they began. The talks belong to the other side too. */
export async function forgetUser(db: Tx, user_id: number): Promise<void> {
  await db.execute(sql`delete from chat_blocks where user_id = ${user_id}`);
  await db.execute(sql`delete from chat_answers where user_id = ${user_id}`);
  await db.execute(sql`delete from chat_days where user_id = ${user_id}`);
}

const opened = statement<{ id: number }>(
  'chat_opened',
  'select id from chat_conversations where subject_kind = $1 and subject_id = $2 and low_id = least($3::bigint, $4) and high_id = greatest($3::bigint, $4)',
);

/** The conversation of the two about the subject; null: there is none. */
export async function findOpened(
  db: Queryable,
  of: { kind: ChatSubjectKind; subject_id: number; user_id: number; other_id: number },
): Promise<number | null> {
  return (await opened(db, [of.kind, of.subject_id, of.user_id, of.other_id]))[0]?.id ?? null;
}

const hides = statement<{ seq: number }>(
  'chat_hides_file',
  `select m.seq from chat_messages m where m.conversation_id = $1 and m.seq = $2 and m.state in ('recalled', 'removed')`,
);

/** The message that brought the file was taken back or removed. */
export const hidesFile = async (db: Queryable, file: Pick<FileRow, 'conversation_id' | 'seq'>): Promise<boolean> =>
  (await hides(db, [file.conversation_id, file.seq])).length > 0;

// for the package of somebody's data
export const chatBlockRows = ownRows(chat_blocks, chat_blocks.user_id, [chat_blocks.blocked_id]);
