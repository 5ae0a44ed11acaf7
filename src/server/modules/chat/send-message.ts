import type { z } from 'zod';
import type { chatCalls } from '#contract/chat/calls.ts';
import {
  CHAT_EARLY_MESSAGES,
  CHAT_PRICE_MAX,
  CHAT_STRANGER_MESSAGES,
  CHAT_TEXT_MAX,
  type ChatMessage,
  type ChatPrice,
  type ChatRefusal,
} from '#contract/chat.ts';
import { findContactDetails } from '#contract/contact-details.ts';
import { voiceMs } from '#contract/voice.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { AppError, conflict, invalid, notFound } from '../../kernel/errors.ts';
import { plainText } from '../../kernel/plain-text.ts';
import { getItem } from '../catalog/index.ts';
import { isAccountClosed, isAccountOpen } from '../identity/index.ts';
import { dropUploads } from '../publishing/index.ts';
import { requireSendable } from '../recruiting/index.ts';
import { getSetting } from '../settings/index.ts';
import { addRow, type NewRow, otherOf } from './add-row.ts';
import { openCase } from './cases.ts';
import { type KeptFile, keepFile } from './chat-files.ts';
import { planTelling, readTelling } from './jobs.ts';
import { showMessages } from './own-conversations.ts';
import {
  type Conversation,
  countSent,
  findBlocks,
  findMessage,
  findOwn,
  findSent,
  insertFile,
  lockConversation,
  type MessageRow,
  type OwnRow,
  setState,
  takeFirstMessage,
} from './repo.ts';
import { type Act, actOn, STATE_TEXTS } from './rules.ts';
import { firstMessagesDaily } from './settings.ts';

export type SendInput = z.output<typeof chatCalls.send.input>;

const refused = (why: ChatRefusal, message: string, status: number, more: object = {}) =>
  new AppError(message, { status, data: { why, ...more } });

/**
 * Says something in a conversation of one's own. The same `client_id` again answers the message that is there and adds none.
 * @throws AppError 404 for a conversation of others; code 1 for wrong fields; 403 with `data.why` blocked; 409 with `data.why` contact
 * (send again with `confirmed`); 429 with `data.why` stranger or daily
 */
export async function sendMessage(ctx: Ctx, input: SendInput): Promise<ChatMessage> {
  const user_id = requireUser(ctx);
  const own = await findOwn(ctx.db, input.id, user_id);
  if (!own) throw notFound('会话不存在');
  const before = await findSent(ctx.db, user_id, input.client_id);
  const row = before ? sameTalk(before, input.id) : await sendNew(ctx, own, input);
  // who speaks has read to their own words
  if (own.read_seq < own.last_seq) await readTelling(ctx, own);
  return (await showMessages(ctx, [row], user_id))[0] as ChatMessage;
}

function sameTalk(row: MessageRow, id: number): MessageRow {
  if (row.conversation_id !== id) throw conflict('这条消息已发到另一个会话');
  return row;
}

async function sendNew(ctx: Ctx, own: OwnRow, input: SendInput): Promise<MessageRow> {
  const { user_id } = own;
  const said = await rowOf(ctx, input);
  // bytes are copied before anything is locked
  const file = isFile(input.type) ? await keepFile(ctx, input.file_id, input.type) : null;
  if (file && input.type === 'voice') said.data = { voice: { ms: voiceMs(file.size_bytes), wave: input.wave ?? '' } };
  return inTransaction(ctx, async (tx) => {
    const conversation = await lockConversation(tx.db, input.id);
    if (!conversation) throw notFound('会话不存在');
    const before = await findSent(tx.db, user_id, input.client_id);
    if (before) return sameTalk(before, input.id);
    await requireTaken(tx, conversation, user_id);
    const details = early(conversation) ? findContactDetails(said.body) : [];
    if (details.length > 0 && !input.confirmed) {
      throw refused('contact', '消息里似乎有联系方式。站外交易没有保障，确定要发送吗？', 409, { found: details });
    }
    await requireRoom(tx, conversation, user_id);
    if (input.quote) said.data = { ...said.data, quote: await requireQuotable(tx, input.id, input.quote) };
    if (file) said.data = { ...said.data, file_id: await keepRow(tx, conversation, user_id, file) };
    const row = await addRow(tx, conversation, { ...said, sender_id: user_id, client_id: input.client_id });
    await planTelling(tx, { conversation_id: input.id, user_id: own.other_id });
    if (file) await dropUploads(tx, user_id, [input.file_id]);
    if (details.length > 0) {
      const reason = details.map(({ start, end }) => said.body.slice(start, end)).join('、');
      await openCase(tx, { why: 'contact', row, accused_id: user_id, reporter_id: null, reason });
    }
    return row;
  });
}

const isFile = (type: SendInput['type']) => type === 'picture' || type === 'file' || type === 'voice';

const early = (conversation: Conversation): boolean => conversation.answered_at === null || conversation.last_seq < CHAT_EARLY_MESSAGES;

function keepRow(tx: TxCtx, conversation: Conversation, owner_id: number, file: KeptFile): Promise<number> {
  const { id, last_seq } = conversation;
  return insertFile(tx.db, { ...file, conversation_id: id, seq: last_seq + 1, owner_id, created_at: tx.app.clock.now() });
}

/** A number of this conversation alone; what was taken back since it was chosen is still answered, and shows nothing of itself. */
async function requireQuotable(tx: TxCtx, id: number, seq: number): Promise<number> {
  const row = await findMessage(tx.db, id, seq);
  if (!row || row.type === 'event') throw invalid({ quote: '引用的消息不在这个会话里' });
  return seq;
}

/** Neither blocks the other, and the other is there still. */
export async function requireTaken(tx: TxCtx, conversation: Conversation, user_id: number): Promise<void> {
  const other = otherOf(conversation, user_id);
  const blocks = await findBlocks(tx.db, user_id, other);
  if (blocks.includes(user_id)) throw refused('blocked', '您已屏蔽对方，解除屏蔽后才能发送', 403);
  if (blocks.includes(other)) throw refused('blocked', '对方暂时不接收您的消息', 403);
  if (await isAccountOpen(tx, other)) return;
  const said = (await isAccountClosed(tx, other)) ? '对方已注销账号' : '对方的账号已停用，暂时收不到消息';
  throw refused('blocked', said, 403);
}

/** Without an answer yet, the starter may send few messages and start few conversations a day. */
async function requireRoom(tx: TxCtx, conversation: Conversation, user_id: number): Promise<void> {
  if (conversation.answered_at !== null || conversation.starter_id !== user_id) return;
  const sent = await countSent(tx.db, conversation.id, user_id);
  if (sent >= CHAT_STRANGER_MESSAGES) throw refused('stranger', `对方还没有回复，先等等吧：最多先发 ${CHAT_STRANGER_MESSAGES} 条`, 429);
  if (sent > 0) return;
  const limit = await getSetting(tx, firstMessagesDaily);
  if (await takeFirstMessage(tx.db, user_id, shanghaiDay(tx.app.clock.now()), limit)) return;
  throw refused('daily', `每天最多主动联系 ${limit} 个人，明天再来吧`, 429);
}

type Said = Pick<NewRow, 'type' | 'body' | 'data'>;

async function rowOf(ctx: Ctx, input: SendInput): Promise<Said> {
  switch (input.type) {
    case 'text': {
      const body = plainText(input.text);
      if (body === '') throw invalid({ text: '请输入消息' });
      if (body.length > CHAT_TEXT_MAX) throw invalid({ text: `一条消息最多 ${CHAT_TEXT_MAX} 字` });
      return { type: 'text', body, data: {} };
    }
    case 'work': {
      const item = await getItem(ctx, input.item_id);
      if (item?.status !== 'published') throw notFound('作品不存在或已下架');
      return { type: 'work', body: item.title, data: { item_id: item.id } };
    }
    case 'resume':
      await requireSendable(ctx, input.resume_id ?? 0);
      return { type: 'resume', body: '', data: { resume_id: input.resume_id } };
    case 'price': {
      const price = checkedPrice(input.price);
      return { type: 'price', body: [price.title, price.note].filter(Boolean).join('\n'), data: { price } };
    }
    default:
      if (input.file_id === 0) throw invalid({ file_id: '请选择文件' });
      return { type: input.type, body: '', data: {} };
  }
}

function checkedPrice(given: ChatPrice | null): ChatPrice {
  const title = plainText(given?.title ?? '').replaceAll('\n', ' ');
  const note = plainText(given?.note ?? '');
  const price = given?.price ?? 0;
  const days = given?.days ?? 0;
  if (title === '' || title.length > 60) throw invalid({ title: '请填写报价内容，最多 60 字' });
  if (!(price > 0 && price <= CHAT_PRICE_MAX) || Math.round(price * 100) !== Number((price * 100).toFixed(4))) {
    throw invalid({ price: `报价应在 0.01 至 ${CHAT_PRICE_MAX} 元之间` });
  }
  if (note.length > 500) throw invalid({ note: '说明最多 500 字' });
  return { title, price, days, note };
}

/**
 * Accepts or declines the other's price, withdraws one's own, or takes a message back: once, and as a row of the same sequence, which is
 * answered. @throws AppError 404 for a conversation of others; 409 where it may not be (any more)
 */
export async function actOnMessage(ctx: Ctx, { id, seq, act }: { id: number; seq: number; act: Act }): Promise<ChatMessage> {
  const user_id = requireUser(ctx);
  if (!(await findOwn(ctx.db, id, user_id))) throw notFound('会话不存在');
  return inTransaction(ctx, async (tx) => {
    const conversation = await lockConversation(tx.db, id);
    const message = conversation && (await findMessage(tx.db, id, seq));
    if (!message) throw notFound('消息不存在');
    const state = actOn(message, act, user_id, tx.app.clock.now());
    if (typeof state !== 'string') throw conflict(state.refused);
    await setState(tx.db, id, seq, state);
    const text = STATE_TEXTS[state as keyof typeof STATE_TEXTS];
    const data = { type: `message_${state}`, of: seq, state };
    const row = await addRow(tx, conversation, { sender_id: user_id, type: 'event', body: text, data, client_id: null });
    return (await showMessages(tx, [row], user_id))[0] as ChatMessage;
  });
}
