/** DTOs and limits of conversations between two users. Times are unix seconds. */
import { voiceText } from '#contract/voice.ts';
import type { ChatConversation, ChatMessage, ChatQuote } from './outputs/chat.ts';

export type {
  ChatCard,
  ChatCase,
  ChatConversation,
  ChatEvent,
  ChatFile,
  ChatList,
  ChatMessage,
  ChatPage,
  ChatPhrases,
  ChatPrice,
  ChatQuote,
  ChatSearch,
} from './outputs/chat.ts';

export const CHAT_PATH = '/receiveOrder/chat';

export const CHAT_SUBJECTS = ['demand', 'request', 'item', 'job', 'shop'] as const;
export type ChatSubjectKind = (typeof CHAT_SUBJECTS)[number];

/** What stands before the title of a subject. */
export const CHAT_SUBJECT_NAMES: Readonly<Record<ChatSubjectKind, string>> = {
  demand: '需求',
  request: '求单',
  item: '作品',
  job: '职位',
  shop: '店铺',
};

export const CHAT_TYPES = ['text', 'picture', 'file', 'voice', 'work', 'resume', 'price', 'event'] as const;
export type ChatType = (typeof CHAT_TYPES)[number];
/** What people send; events come from verbs. */
export const CHAT_SENT_TYPES = ['text', 'picture', 'file', 'voice', 'work', 'resume', 'price'] as const;
export type ChatSentType = (typeof CHAT_SENT_TYPES)[number];

/** What a later row made of a message. */
export const CHAT_STATES = ['', 'accepted', 'declined', 'withdrawn', 'recalled', 'removed'] as const;
export type ChatState = (typeof CHAT_STATES)[number];

/** By what one answers a message of the other side without writing; '': by nothing. */
export const CHAT_REACTIONS = ['', 'got', 'good', 'thanks'] as const;
export type ChatReaction = (typeof CHAT_REACTIONS)[number];
export const CHAT_REACTION_TEXTS: Readonly<Record<Exclude<ChatReaction, ''>, string>> = { got: '收到', good: '赞', thanks: '谢谢' };

export const CHAT_TEXT_MAX = 2_000;
export const CHAT_PAGE = 50;
export const CHAT_LIST_PAGE = 20;
/** A sender takes a message back within so long. */
export const CHAT_RECALL_S = 120;
/** Before the other side has answered. */
export const CHAT_STRANGER_MESSAGES = 5;
/** Messages from the beginning of a conversation that are looked through for contact details. */
export const CHAT_EARLY_MESSAGES = 20;
export const CHAT_PRICE_MAX = 10_000_000;
export const CHAT_REPORT_REASONS = ['骚扰或辱骂', '引导站外交易', '欺诈', '发布违法信息', '其他'] as const;

/** Sentences that are said again and again: how many one has, how long each is, and of how many companies one sees them. */
export const CHAT_PHRASES_MAX = 50;
export const CHAT_PHRASE_MAX = 500;
export const CHAT_PHRASE_COMPANIES = 5;
/** Stands in a sentence for the name of the other side. */
export const CHAT_NAME_MARK = '{对方称呼}';

/** A change of one of the reader's conversations: look at it. */
export interface ChatChange {
  conversation: ChatConversation;
  /** Unread in all that are not muted, at most 100. */
  num: number;
}

/** Where something of one's own was found. */
export interface ChatFound {
  conversation: ChatConversation;
  message: ChatMessage;
}

export const CHAT_CALLS = {
  open: '/user/chat/open',
  conversation: '/user/chat/conversation',
  messages: '/user/chat/messages',
  before: '/user/chat/before',
  send: '/user/chat/send',
  search: '/user/chat/search',
  find: '/user/chat/find',
  stream: '/user/chat/stream',
  file: '/user/chat/file',
  plain: '/user/chat/plain',
  plain_link: '/user/chat/plainLink',
  case: '/admin/chat/case',
} as const;

/** Failures of sending that the browser answers by a question or a text of its own; they stand in `data.why`. */
export const CHAT_REFUSALS = ['contact', 'stranger', 'blocked', 'daily'] as const;
export type ChatRefusal = (typeof CHAT_REFUSALS)[number];

/** `at`: the number of the message to show; absent: the last. */
export const chatPath = (id?: number, at?: number): string =>
  id === undefined ? CHAT_PATH : `${CHAT_PATH}?id=${id}${at === undefined ? '' : `&at=${at}`}`;

/** One line of a message, for lists and readers of notices. */
export function chatLine(message: Pick<ChatMessage, 'type' | 'text' | 'state'> & Partial<ChatMessage>): string {
  if (message.state === 'recalled') return '撤回了一条消息';
  if (message.state === 'removed') return '消息已被管理员移除';
  switch (message.type) {
    case 'picture':
      return '[图片]';
    case 'file':
      return `[文件] ${message.file?.name ?? ''}`.trim();
    case 'voice':
      return message.voice ? `[语音] ${voiceText(message.voice.ms)}` : '[语音]';
    case 'work':
      return `[作品] ${message.card?.title ?? ''}`.trim();
    case 'resume':
      return `[简历] ${message.card?.title ?? ''}`.trim();
    case 'price':
      return `[报价] ${message.price?.title ?? ''}`.trim();
    case 'event':
      return message.event?.text ?? message.text;
    default:
      return message.text.replaceAll('\n', ' ').slice(0, 80);
  }
}

const GONE: Partial<Record<ChatState, string>> = { recalled: '原消息已撤回', removed: '原消息已被管理员移除' };

/** A message as the one that answers it shows it. */
export function quoteOf(message: Pick<ChatMessage, 'seq' | 'from' | 'type' | 'text' | 'state'> & Partial<ChatMessage>): ChatQuote {
  const { seq, from, type, state, file } = message;
  const line = type === 'picture' && file ? `[图片] ${file.name}` : chatLine(message);
  return { seq, from, text: GONE[state] ?? line };
}
