import { type AssistantConversation, type AssistantSource, type AssistantTurn, isOpen } from '#contract/assistant.ts';
import type { ToolInput, ToolKey } from '#contract/assistant-tools.ts';
import type { Ctx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { coversOf } from '../catalog/index.ts';
import { offeredTools } from './offered-tools.ts';
import { type AnswerRow, type ConversationRow, findBranch } from './repo.ts';

const REMOVED = '这条回答已被管理员移除。';

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
  const asks = row.tool === '' && !isOpen(row.state) && !row.removed;
  const branch = asks && row.parent_id !== null ? await findBranch(ctx.db, row.id) : [row];
  return shownTurn(ctx, row, branch, await withCovers(ctx, row));
}

/** All of a conversation. */
export async function turnsOf(ctx: Ctx, rows: readonly AnswerRow[]): Promise<AssistantTurn[]> {
  const known = new Map(rows.map((row) => [row.id, row]));
  const read = new Map<string, ToolInput>();
  const covers = await coversOf(ctx.db, [...new Set(rows.flatMap(({ sources }) => sources.map(({ id }) => id)))]);
  return rows.map((row) => {
    const branch: AnswerRow[] = [];
    for (let at: AnswerRow | undefined = row; at; at = at.parent_id === null ? undefined : known.get(at.parent_id)) branch.unshift(at);
    return shownTurn(
      ctx,
      row,
      branch,
      row.removed ? [] : row.sources.map((source) => ({ ...source, cover: covers.get(source.id) ?? '' })),
      read,
    );
  });
}

/** `branch`: the turns up to this one, oldest first. */
function shownTurn(
  ctx: Ctx,
  row: AnswerRow,
  branch: readonly AnswerRow[],
  shown: AssistantSource[],
  read?: Map<string, ToolInput>,
): AssistantTurn {
  const { id, conversation_id, question, input, state, edited, result, sources, sought, paid_by, coins, removed } = row;
  const nothing = row.looked && sources.length === 0 && !isOpen(state) && !removed;
  const said = branch.filter((one) => one.state !== 'refused' && !one.removed).map((one) => one.question);
  return {
    ...{
      id,
      conversation_id,
      parent_id: row.parent_id ?? 0,
      sought: removed ? '' : sought,
      tool: row.tool as ToolKey | '',
      question,
      input,
      state,
      coins,
    },
    text: removed ? '' : (edited ?? row.text),
    edited: edited === null || removed ? 0 : 1,
    result: removed ? null : result,
    sources: shown,
    nothing_found: nothing ? 1 : 0,
    offers:
      row.tool === '' && !isOpen(state) && !removed
        ? offeredTools(said, { nothing, now: ctx.app.clock.now(), ...(read ? { read } : {}) })
        : [],
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
