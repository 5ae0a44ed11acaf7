import type { z } from 'zod';
import type { assistantCalls } from './assistant/calls.ts';

/** DTOs of the assistant. Times are unix seconds; prices are cat coins. */
import type { ToolInput, ToolKey } from './assistant-tools.ts';

export type {
  AssistantConversation,
  AssistantConversations,
  AssistantCosts,
  AssistantEvent,
  AssistantFile,
  AssistantInstructions,
  AssistantSource,
  AssistantStanding,
  AssistantTalk,
  AssistantTurn,
} from './outputs/assistant.ts';

export const ASSISTANT_PATH = '/assistant';
export const TOOLS_PATH = '/ai/more';
export const TOOL_PATH = '/ai/morenew';
export const FRONT_PATH = '/ai/more/front';

export const QUESTION_MAX = 2_000;
export const ANSWER_TEXT_MAX = 20_000;
/** Why an answer did not help. */
export const VOTE_NOTE_MAX = 300;
export const CONVERSATION_TITLE_MAX = 60;
export const CONVERSATIONS_PAGE = 20;
/** Conversations that stand above the others. */
export const PINNED_MOST = 20;
/** Answers of one conversation, all branches together. */
export const TURNS_MOST = 100;
/** Answers beside each other: answered again, or asked in other words. */
export const BESIDE_MOST = 10;
/** Files of one question. */
export const FILES_MOST = 3;
export const FILE_MAX_BYTES = 10 * 1024 * 1024;
export const FILE_FORMATS = ['pdf', 'docx', 'xlsx', 'pptx', 'txt', 'md'] as const;
export const FILE_TEXT = 'PDF、Word（docx）、Excel（xlsx）、PPT（pptx）和文本（txt、md）';
/** A conversation that was thrown away comes back for so long. */
export const RESTORE_DAYS = 7;

/**
 * waiting: its job has not begun; running; done; stopped: its asker stopped it; cut: the site went down under it; failed: the model's
 * server; refused: by the word list or the check. The last three cost nothing.
 */
export const ANSWER_STATES = ['waiting', 'running', 'done', 'stopped', 'cut', 'failed', 'refused'] as const;
export type AnswerState = (typeof ANSWER_STATES)[number];
export const isOpen = (state: AnswerState): boolean => state === 'waiting' || state === 'running';

export type AssistantAsk = z.output<typeof assistantCalls.ask.input>;

/** Who wrote an answer, for staff. */
export const modelText = (model: string): string => (model === 'sandbox' ? '模拟' : model || '未开始');

export const COST_RANGES = [7, 30, 90] as const;

export const ASSISTANT_CALLS = {
  ask: '/assistant/index/ask',
  answer: '/assistant/index/answer',
  stream: '/assistant/index/stream',
  export: '/assistant/index/export',
  conversation: '/assistant/index/conversation',
  costs_csv: '/admin/assistant/costs/csv',
} as const;

/** `at`: an answer of the branch that is shown; without, the newest. */
export const talkPath = (id?: number, at?: number): string =>
  id === undefined ? ASSISTANT_PATH : `${ASSISTANT_PATH}?id=${id}${at === undefined ? '' : `&at=${at}`}`;
export const toolPath = (key: ToolKey, conversation_id?: number): string =>
  `${TOOL_PATH}?tool=${key}${conversation_id === undefined ? '' : `&id=${conversation_id}`}`;

/** The form of a tool that begins with these fields. */
export const filledToolPath = (key: ToolKey, input: ToolInput): string => `${TOOL_PATH}?${new URLSearchParams({ tool: key, ...input })}`;

/** Where somebody goes on when nothing was found, with what they typed. */
export function insteadLinks(question: string): { search: string; demand: string } {
  const keyword = question.replace(/\s+/g, ' ').trim().slice(0, 40);
  return { search: `/search?${new URLSearchParams({ keyword })}`, demand: `/demand/add?${new URLSearchParams({ keyword })}` };
}

/** The form of a demand that begins with what was written. */
export const answerDemandPath = (id: number): string => `/demand/add?answer=${id}`;
