import { type AssistantConversation, type AssistantSource, type AssistantTurn, isOpen } from '#contract/assistant.ts';
import { citedNumbers } from '#contract/assistant-text.ts';
import type { ToolKey } from '#contract/assistant-tools.ts';
import type { Ctx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { coversOf } from '../catalog/index.ts';
import { offeredTools, type Said, saidAfter } from './offered-tools.ts';
import { type AnswerRow, type ConversationRow, findBranch } from './repo.ts';
import { isUnfinished, markOf } from './rules.ts';

const BRIEF = /简报|需求|brief/i;
const REMOVED = '这条回答已被管理员移除。';

/** None of a file of the asker's: it has no page. */
const workId = ({ id, path }: AnswerRow['sources'][number]): number[] => (path === '' ? [] : [id]);

const withCover = (source: AnswerRow['sources'][number], covers: ReadonlyMap<number, string>): AssistantSource => ({
  ...source,
  cover: workId(source).length > 0 ? (covers.get(source.id) ?? '') : '',
});

const shownText = (row: AnswerRow): string => (row.removed ? '' : (row.edited ?? row.text));

/** Those that the text names as it stands; the row holds all that were read for it. */
function citedSources(row: AnswerRow): AnswerRow['sources'] {
  // in the order of the text: 第二个 is the second of both
  const cited = [...citedNumbers(shownText(row))];
  return cited.flatMap((n) => row.sources.filter((source) => source.n === n));
}

/** The sources an answer names so far, with the covers that their works have now. */
export async function withCovers(ctx: Ctx, row: AnswerRow): Promise<AssistantSource[]> {
  const sources = citedSources(row);
  const covers = await coversOf(ctx.db, sources.flatMap(workId));
  return sources.map((source) => withCover(source, covers));
}

export async function turnOf(ctx: Ctx, row: AnswerRow): Promise<AssistantTurn> {
  const asks = row.tool === '' && !isOpen(row.state) && !row.removed && row.parent_id !== null;
  const turns = await turnsOf(ctx, asks ? [...(await findBranch(ctx.db, row.parent_id as number)), row] : [row]);
  return turns.at(-1) as AssistantTurn;
}

/** Of one conversation, in their order; of those that go on with each other the last, which holds the whole. */
export async function turnsOf(ctx: Ctx, all: readonly AnswerRow[]): Promise<AssistantTurn[]> {
  const last = new Map(all.map((row) => [row.first_id ?? row.id, row]));
  const rows = all.filter((row) => last.get(row.first_id ?? row.id) === row);
  const covers = await coversOf(ctx.db, [...new Set(rows.flatMap((row) => citedSources(row).flatMap(workId)))]);
  // each once, behind what its parent said
  const said = new Map<number, Said | null>();
  for (const row of rows) {
    const before = said.get(row.parent_id ?? 0) ?? null;
    // a brief says more of the event than what stands beside it
    const files = row.files.toSorted((a, b) => Number(BRIEF.test(b.name)) - Number(BRIEF.test(a.name)));
    const briefs = files.map(({ brief = {} }) => brief);
    said.set(
      row.id,
      row.tool !== '' || row.state === 'refused' || row.removed ? before : saidAfter(before, row.question, briefs, ctx.app.clock.now()),
    );
  }
  // one that has not begun is written by what the site has now
  const { model } = ctx.app.providers.assistant;
  return rows.map((row) => ({
    ...shownTurn(row, said.get(row.id) ?? null, covers),
    mark: markOf(row.model === '' && isOpen(row.state) ? { ...row, model } : row),
  }));
}

function shownTurn(row: AnswerRow, said: Said | null, covers: ReadonlyMap<number, string>): Omit<AssistantTurn, 'mark'> {
  const { id, conversation_id, question, input, state, edited, result, sources, sought, paid_by, coins, removed } = row;
  const nothing = row.looked && sources.length === 0 && !isOpen(state) && !removed;
  return {
    ...{
      id,
      conversation_id,
      parent_id: row.parent_id ?? 0,
      company_id: row.company_id ?? 0,
      sought: removed ? '' : sought,
      tool: row.tool as ToolKey | '',
      question,
      input,
      state,
      coins: row.coins_before + coins,
    },
    text: shownText(row),
    edited: edited === null || removed ? 0 : 1,
    unfinished: isUnfinished(row) ? 1 : 0,
    result: removed ? null : result,
    files: removed ? [] : row.files.map((file) => ({ id: file.id, name: file.name })),
    sources: citedSources(row).map((source) => withCover(source, covers)),
    nothing_found: nothing ? 1 : 0,
    offers: said && row.tool === '' && !isOpen(state) && !removed ? offeredTools(said, nothing) : [],
    reason: removed ? REMOVED : row.reason,
    paid_by: paid_by as AssistantTurn['paid_by'],
    vote: row.vote as AssistantTurn['vote'],
    time: unixSeconds(row.created_at),
  };
}

export const conversationOf = (row: ConversationRow): AssistantConversation => ({
  ...{ id: row.id, title: row.title, tool: row.tool as ToolKey | '' },
  last_time: unixSeconds(row.last_at),
  pinned: row.pinned_at === null ? 0 : 1,
});

/** What wakes those who watch an answer. */
export const topicOf = (id: number): string => `assistant:${id}`;
