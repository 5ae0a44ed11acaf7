import { type AssistantConversation, type AssistantSource, type AssistantTurn, filledToolPath, isOpen } from '#contract/assistant.ts';
import { ACTIVITIES, findTool, type ToolInput, type ToolKey } from '#contract/assistant-tools.ts';
import type { AssistantOffer } from '#contract/outputs/assistant.ts';
import type { Ctx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { coversOf } from '../catalog/index.ts';
import { numbersIn } from '../search/index.ts';
import type { AnswerRow, ConversationRow } from './repo.ts';

const REMOVED = '这条回答已被管理员移除。';

/** The outline and the budget with what a question names, where it names a number of people or a sum of money; none where it does not. */
export function offeredTools(question: string): AssistantOffer[] {
  const { people, money_fen } = numbersIn(question);
  if (people === null && money_fen === null) return [];
  const named = {
    activity: ACTIVITIES.find((activity) => question.includes(activity)) ?? '',
    people: people === null ? '' : String(people),
    total: money_fen === null ? '' : String(Math.round(money_fen / 100)),
  };
  return OFFERED.flatMap((key) => {
    const tool = findTool(key);
    const input: ToolInput = Object.fromEntries(
      Object.entries(named).filter(([field, value]) => value !== '' && tool?.fields.some((one) => one.key === field)),
    );
    return tool ? [{ tool: key, title: tool.title, path: filledToolPath(key, input) }] : [];
  });
}

const OFFERED: readonly ToolKey[] = ['outline', 'budget'];

/** Sources with the covers that their works have now. */
export async function withCovers(ctx: Ctx, { removed, sources }: Pick<AnswerRow, 'removed' | 'sources'>): Promise<AssistantSource[]> {
  if (removed) return [];
  const covers = await coversOf(
    ctx.db,
    sources.map(({ id }) => id),
  );
  return sources.map((source) => ({ ...source, cover: covers.get(source.id) ?? '' }));
}

export async function turnOf(ctx: Ctx, row: AnswerRow): Promise<AssistantTurn> {
  const { id, conversation_id, question, input, state, edited, result, sources, paid_by, coins, removed } = row;
  return {
    ...{ id, conversation_id, tool: row.tool as ToolKey | '', question, input, state, coins },
    text: removed ? '' : (edited ?? row.text),
    edited: edited === null || removed ? 0 : 1,
    result: removed ? null : result,
    sources: await withCovers(ctx, row),
    nothing_found: row.looked && sources.length === 0 && !isOpen(state) && !removed ? 1 : 0,
    offers: row.tool === '' && !isOpen(state) && !removed ? offeredTools(question) : [],
    reason: removed ? REMOVED : row.reason,
    paid_by: paid_by as AssistantTurn['paid_by'],
    vote: row.vote as AssistantTurn['vote'],
    time: unixSeconds(row.created_at),
  };
}

export const conversationOf = (row: ConversationRow): AssistantConversation => ({
  ...{ id: row.id, title: row.title, tool: row.tool as ToolKey | '' },
  last_time: unixSeconds(row.last_at),
});

/** What wakes those who watch an answer. */
export const topicOf = (id: number): string => `assistant:${id}`;
