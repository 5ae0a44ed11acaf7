import {
  CHAT_LIST_PAGE,
  CHAT_SUBJECT_NAMES,
  type ChatCard,
  type ChatChange,
  type ChatConversation,
  type ChatEvent,
  type ChatFile,
  type ChatList,
  type ChatMessage,
  type ChatPrice,
  type ChatQuote,
  type ChatReaction,
  chatLine,
  quoteOf,
} from '#contract/chat.ts';
import { KINDS, type KindFacts, type KindKey } from '#contract/kinds.ts';
import { paths } from '#contract/paths.ts';
import type { StreamEvent } from '#contract/stream.ts';
import { UNREAD_SHOWN_MOST } from '#contract/unread.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import { itemCards } from '../catalog/index.ts';
import { publicUsers } from '../identity/index.ts';
import { shownResumes } from '../recruiting/index.ts';
import { signFile } from './chat-files.ts';
import {
  countUnread,
  type FileRow,
  findChanged,
  findFiles,
  findNewest,
  findOthers,
  findOwn,
  findPlace,
  findRows,
  findWith,
  type MessageRow,
  type OwnRow,
} from './repo.ts';
import { isGone } from './rules.ts';
import { subjectFacts } from './subjects.ts';

const idOf = (row: MessageRow, name: string): number => Number(row.data[name] ?? 0);

/** Rows as this reader sees them, with their pictures, files and cards; what was taken back or removed shows nothing of itself. */
export async function showMessages(ctx: Ctx, rows: readonly MessageRow[], reader_id: number): Promise<ChatMessage[]> {
  const files = await findFiles(
    ctx.db,
    rows.flatMap((row) => idOf(row, 'file_id') || []),
  );
  const quotes = await quotesOf(ctx, rows, reader_id);
  const item_ids = [...new Set(rows.flatMap((row) => (row.type === 'work' ? idOf(row, 'item_id') : [])))];
  const works = new Map((await itemCards(ctx, item_ids)).map((card) => [card.id, card]));
  const workOf = (row: MessageRow): ChatCard => {
    const card = works.get(idOf(row, 'item_id'));
    if (!card) return { id: idOf(row, 'item_id'), title: row.body, path: '', cover: '', note: '已下架' };
    const kind = KINDS[card.kind as KindKey] as KindFacts;
    return { id: card.id, title: card.title, path: paths.detail(kind, card.id), cover: card.cover?.src ?? '', note: kind.noun };
  };
  const resumes = await shownResumes(
    ctx,
    rows.flatMap((row) => (row.type === 'resume' ? idOf(row, 'resume_id') : [])),
  );
  const cardOf = (row: MessageRow): ChatCard | null => {
    if (row.type === 'work') return workOf(row);
    if (row.type !== 'resume') return (row.data['card'] as ChatCard | undefined) ?? null;
    const [id, title] = [idOf(row, 'resume_id'), resumes.get(idOf(row, 'resume_id'))];
    return { ...(title ? { id, title, note: '简历' } : { id: 0, title: '简历已不再公开', note: '' }), path: '', cover: '' };
  };
  return rows.map((row): ChatMessage => {
    const mine = row.sender_id === reader_id;
    const shown = { seq: row.seq, from: row.sender_id ?? 0, type: row.type, state: row.state, time: unixSeconds(row.created_at) };
    const nothing = { text: '', file: null, voice: null, card: null, price: null, event: null, quote: null, reaction: '' } as const;
    const client_id = mine ? (row.client_id ?? '') : '';
    if (isGone(row.state)) return { ...shown, ...nothing, client_id };
    const file = files.get(idOf(row, 'file_id'));
    return {
      ...{ ...shown, ...nothing, client_id },
      text: row.type === 'text' ? row.body : '',
      file: file ? fileOf(ctx, file, reader_id) : null,
      voice: row.type === 'voice' ? (row.data['voice'] as ChatMessage['voice']) : null,
      card: cardOf(row),
      price: row.type === 'price' ? (row.data['price'] as ChatPrice) : null,
      event: row.type === 'event' ? eventOf(row, mine) : null,
      quote: quotes.get(quoteKey(row)) ?? null,
      reaction: row.type === 'event' ? '' : ((row.data['reaction'] as ChatReaction | undefined) ?? ''),
    };
  });
}

const quoteKey = (row: MessageRow): string => `${row.conversation_id}:${idOf(row, 'quote')}`;

/** What these rows answer, as it stands now; what that answered is not followed. */
async function quotesOf(ctx: Ctx, rows: readonly MessageRow[], reader_id: number): Promise<Map<string, ChatQuote>> {
  const keys = new Map(
    rows.flatMap((row) => (idOf(row, 'quote') > 0 ? [[quoteKey(row), { id: row.conversation_id, seq: idOf(row, 'quote') }] as const] : [])),
  );
  if (keys.size === 0) return new Map();
  const found = await findRows(ctx.db, [...keys.values()]);
  const shown = await showMessages(
    ctx,
    found.map((row) => ({ ...row, data: { ...row.data, quote: 0 } })),
    reader_id,
  );
  return new Map(found.map((row, i) => [`${row.conversation_id}:${row.seq}`, quoteOf(shown[i] as ChatMessage)]));
}

function eventOf(row: MessageRow, mine: boolean): ChatEvent {
  const { type, of, state, reaction } = row.data as Partial<ChatEvent> & { type: string };
  const text = row.sender_id === null ? row.body : `${mine ? '您' : '对方'}${row.body}`;
  return {
    type,
    text,
    ...(of === undefined ? {} : { of }),
    ...(state === undefined ? {} : { state }),
    ...(reaction === undefined ? {} : { reaction }),
  };
}

export const fileOf = (ctx: Ctx, file: FileRow, reader_id: number): ChatFile => ({
  id: file.id,
  src: signFile(ctx, file.id, reader_id),
  name: file.name,
  size_bytes: file.size_bytes,
  width: file.width,
  height: file.height,
});

/** Conversations as their reader sees them. */
export async function showConversations(ctx: Ctx, rows: readonly OwnRow[], reader_id: number): Promise<ChatConversation[]> {
  const facts = await subjectFacts(ctx, rows);
  const people = await publicUsers(
    ctx,
    rows.map(({ other_id }) => other_id),
  );
  const last = await findRows(
    ctx.db,
    rows.filter(({ last_seq }) => last_seq > 0).map(({ id, last_seq }) => ({ id, seq: last_seq })),
  );
  const shown = await showMessages(ctx, last, reader_id);
  const lines = new Map(last.map((row, i) => [row.conversation_id, shown[i] as (typeof shown)[number]]));
  return rows.map((row): ChatConversation => {
    const { title, path, noun = CHAT_SUBJECT_NAMES[row.subject_kind] } = facts(row.subject_kind, row.subject_id);
    const other = people.get(row.other_id);
    const line = lines.get(row.id);
    return {
      id: row.id,
      subject: { kind: row.subject_kind, id: row.subject_id, noun, title, path },
      other: { id: row.other_id, nickname: other.nickname, headimgurl: other.headimgurl },
      last_seq: row.last_seq,
      read_seq: row.read_seq,
      other_read_seq: row.other_read_seq,
      unread: row.unread,
      last_text: line ? chatLine(line) : '',
      last_time: row.last_at ? unixSeconds(row.last_at) : 0,
      muted: row.muted ? 1 : 0,
      blocked: row.blocked ? 1 : 0,
    };
  });
}

/** The reader's conversations, the last that changed first; `after` is the `next` of the page before. @throws AppError code 1 for another `after` */
export async function conversationsOf(
  ctx: Ctx,
  { after, q, unread = false }: { after: string; q: string; unread?: boolean },
): Promise<ChatList> {
  const user_id = requireUser(ctx);
  if (q !== '') return { list: await showConversations(ctx, await rowsNamed(ctx, user_id, q), user_id), next: '' };
  const rows = await findNewest(ctx.db, user_id, CHAT_LIST_PAGE + 1, unread, cursorOf(after));
  const page = rows.slice(0, CHAT_LIST_PAGE);
  const last = page.at(-1);
  const next = rows.length > CHAT_LIST_PAGE && last ? `${last.cursor_at}~${last.id}` : '';
  return { list: await showConversations(ctx, page, user_id), next };
}

const CURSOR = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z)~(\d{1,15})$/;

function cursorOf(after: string): { at: string; id: number } | null {
  if (after === '') return null;
  const [, at, id] = CURSOR.exec(after) ?? [];
  if (at === undefined || Number.isNaN(Date.parse(at))) throw invalid({ after: '位置无效' });
  return { at, id: Number(id) };
}

/** By the name of the other: few people talk with more than a list holds. */
async function rowsNamed(ctx: Ctx, user_id: number, q: string): Promise<OwnRow[]> {
  const people = await publicUsers(ctx, await findOthers(ctx.db, user_id));
  const wanted = [...people.values()].filter(({ nickname }) => nickname.toLowerCase().includes(q.toLowerCase())).map(({ id }) => id);
  return wanted.length === 0 ? [] : findWith(ctx.db, user_id, wanted, 50);
}

/** One of the reader's conversations. @throws AppError 404 for those of others */
export async function conversationOf(ctx: Ctx, id: number): Promise<ChatConversation> {
  const user_id = requireUser(ctx);
  const row = await findOwn(ctx.db, id, user_id);
  if (!row) throw notFound('会话不存在');
  return (await showConversations(ctx, [row], user_id))[0] as ChatConversation;
}

/** Unread messages of a user in conversations that are not muted, at most 100. */
export const unreadChats = (ctx: Ctx, user_id: number): Promise<number> => countUnread(ctx.db, user_id, UNREAD_SHOWN_MOST + 1);

/** The number, and the place from which changes are followed. */
export async function chatState(ctx: Ctx): Promise<{ num: number; seq: number }> {
  const user_id = requireUser(ctx);
  // the place first: a change in between is delivered twice, never missed
  const seq = await findPlace(ctx.db, user_id);
  return { num: await unreadChats(ctx, user_id), seq };
}

/** What happened to the reader's conversations after a place, rising; each conversation once, as it stands now. */
export async function chatChanges(ctx: Ctx, after: number, limit: number): Promise<StreamEvent<ChatChange>[]> {
  const user_id = requireUser(ctx);
  const rows = await findChanged(ctx.db, user_id, after, limit);
  if (rows.length === 0) return [];
  const num = await unreadChats(ctx, user_id);
  const shown = await showConversations(ctx, rows, user_id);
  return rows.map((row, i) => ({ seq: row.place, data: { conversation: shown[i] as ChatConversation, num } }));
}
