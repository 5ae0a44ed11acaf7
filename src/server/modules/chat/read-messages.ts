import { CHAT_PAGE, type ChatFound, type ChatMessage, type ChatPage } from '#contract/chat.ts';
import type { StreamEvent } from '#contract/stream.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import type { Queryable } from '../../db/pool.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { tellMembers } from './add-row.ts';
import { readTelling } from './jobs.ts';
import { showConversations, showMessages } from './own-conversations.ts';
import {
  findAfter,
  findAnswerTimes,
  findBefore,
  findOwn,
  findOwnMessages,
  findRows,
  findSeqs,
  findWords,
  forgetUser,
  lockConversation,
  type MessageRow,
  type OwnRow,
  setBlocked,
  setMuted,
  setRead,
} from './repo.ts';

async function requireOwn(ctx: Ctx, id: number): Promise<OwnRow> {
  const row = await findOwn(ctx.db, id, requireUser(ctx));
  if (!row) throw notFound('会话不存在');
  return row;
}

/** What came after a number, rising, at most `limit`: the one way to catch up. @throws AppError 404 for conversations of others */
export async function messageEvents(ctx: Ctx, id: number, after: number, limit: number): Promise<StreamEvent<ChatMessage>[]> {
  const { user_id } = await requireOwn(ctx, id);
  const rows = await findAfter(ctx.db, id, after, limit);
  return (await showMessages(ctx, rows, user_id)).map((data) => ({ seq: data.seq, data }));
}

/** A page of earlier messages in their order, ending before a number; 0: the last page. @throws AppError 404 for conversations of others */
export async function messagesBefore(ctx: Ctx, { id, before }: { id: number; before: number }): Promise<ChatPage> {
  const { user_id, last_seq } = await requireOwn(ctx, id);
  const rows = await findBefore(ctx.db, id, before === 0 ? last_seq + 1 : before, CHAT_PAGE);
  return { list: await showMessages(ctx, rows, user_id), last_seq };
}

/** The reader has seen everything up to a number; never goes back. Both sides are notified. @throws AppError 404 for conversations of others */
export async function readUpTo(ctx: Ctx, { id, seq }: { id: number; seq: number }): Promise<void> {
  const own = await requireOwn(ctx, id);
  const { user_id, read_seq, last_seq } = own;
  if (Math.min(seq, last_seq) <= read_seq) return;
  await inTransaction(ctx, async (tx) => {
    const conversation = await lockConversation(tx.db, id);
    if (conversation && (await setRead(tx.db, id, user_id, seq))) tellMembers(tx, conversation);
  });
  await readTelling(ctx, own);
}

/** Muted conversations count in no number. @throws AppError 404 for conversations of others */
export async function muteConversation(ctx: Ctx, { id, muted }: { id: number; muted: boolean }): Promise<void> {
  const { user_id } = await requireOwn(ctx, id);
  await inTransaction(ctx, async (tx) => {
    const conversation = await lockConversation(tx.db, id);
    if (!conversation) return;
    await setMuted(tx.db, id, user_id, muted);
    tellMembers(tx, conversation, [user_id]);
  });
}

/** Takes no messages of the other side any more, in any conversation; or takes them again. @throws AppError 404 for conversations of others */
export async function blockOther(ctx: Ctx, { id, blocked }: { id: number; blocked: boolean }): Promise<void> {
  const { user_id, other_id } = await requireOwn(ctx, id);
  await inTransaction(ctx, async (tx) => {
    const conversation = await lockConversation(tx.db, id);
    if (!conversation) return;
    await setBlocked(tx.db, user_id, other_id, blocked, tx.app.clock.now());
    tellMembers(tx, conversation, [user_id]);
  });
}

/** How many of the newest conversations a search goes through. */
const SEARCHED = 200;
const FOUND_PAGE = 20;

/** Texts of one's own conversations that hold the words, the newest first; `more`: there is another page. */
export async function searchMessages(ctx: Ctx, { q, page }: { q: string; page: number }): Promise<{ list: ChatFound[]; more: boolean }> {
  const user_id = requireUser(ctx);
  const of = { user_id, words: q, offset: (page - 1) * FOUND_PAGE, limit: FOUND_PAGE + 1, conversations: SEARCHED };
  const found = await findWords(ctx.db, of);
  const rows = found.slice(0, FOUND_PAGE);
  const shown = await showMessages(ctx, rows, user_id);
  const talks = await talksOf(ctx, rows, user_id);
  const list = rows.flatMap((row, i): ChatFound[] => {
    const conversation = talks.get(row.conversation_id);
    return conversation ? [{ conversation, message: shown[i] as ChatMessage }] : [];
  });
  return { list, more: found.length > FOUND_PAGE };
}

/** How far back the words of one conversation are looked for, and how many places are named. */
const FOUND_ROWS = 20_000;
const FOUND_SEQS = 200;

/**
 * Where one of the reader's conversations holds the words: numbers of messages, the newest first; `more`: earlier ones may hold them too.
 * @throws AppError 404 for conversations of others
 */
export async function findInTalk(ctx: Ctx, { id, q }: { id: number; q: string }): Promise<{ seqs: number[]; more: boolean }> {
  const { last_seq } = await requireOwn(ctx, id);
  const after = Math.max(0, last_seq - FOUND_ROWS);
  const seqs = await findSeqs(ctx.db, { conversation_id: id, after, words: q, limit: FOUND_SEQS + 1 });
  return { seqs: seqs.slice(0, FOUND_SEQS), more: after > 0 || seqs.length > FOUND_SEQS };
}

/** What stands at these places of one of the reader's conversations, in the order of the conversation. @throws AppError 404 */
export async function messagesAt(ctx: Ctx, id: number, seqs: readonly number[]): Promise<ChatMessage[]> {
  const { user_id } = await requireOwn(ctx, id);
  const rows = await findRows(
    ctx.db,
    seqs.map((seq) => ({ id, seq })),
  );
  return showMessages(
    ctx,
    rows.sort((a, b) => a.seq - b.seq),
    user_id,
  );
}

async function talksOf(ctx: Ctx, rows: readonly MessageRow[], user_id: number) {
  const own: OwnRow[] = [];
  for (const id of new Set(rows.map(({ conversation_id }) => conversation_id))) {
    const row = await findOwn(ctx.db, id, user_id);
    if (row) own.push(row);
  }
  return new Map((await showConversations(ctx, own, user_id)).map((one) => [one.id, one]));
}

const PAGE = 500;

/** All that a user said, conversation by conversation, for a package of their data. */
export async function* messagesBy(ctx: Ctx, user_id: number): AsyncGenerator<object> {
  for (let after = { id: 0, seq: 0 }; ; ) {
    const rows = await findOwnMessages(ctx.db, user_id, after, PAGE);
    for (const { conversation_id, seq, type, body, data, created_at } of rows) {
      const quotes = data['quote'];
      yield { conversation_id, seq, type, text: body, time: unixSeconds(created_at), ...(quotes ? { quotes } : {}) };
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = { id: last.conversation_id, seq: last.seq };
  }
}

/**
 * Removes what is only the user's own: whom they blocked, how fast they answered, how much they began. What they said belongs to the other
 * side too and stays, under the name of an account that is gone.
 */
export async function forgetTalks(tx: TxCtx, user_id: number): Promise<void> {
  await forgetUser(tx.db, user_id);
}

const ANSWERS = 50;

/**
 * How long these users take to answer in conversations: the median of their newest 50 answers, in seconds. Users who never answered are absent.
 * One query for any number.
 */
export async function answerTimesOf(db: Queryable, user_ids: readonly number[]): Promise<Map<number, number>> {
  if (user_ids.length === 0) return new Map();
  const rows = await findAnswerTimes(db, [...new Set(user_ids)], ANSWERS);
  return new Map(rows.map(({ user_id, seconds }) => [user_id, seconds]));
}
