import { assistantCalls } from '#contract/assistant/calls.ts';
import { findTool } from '#contract/assistant-tools.ts';
import type { Ctx } from '../../app/ctx.ts';
import { serve, serveDone } from '../../http/endpoint.ts';
import { csvAnswer, drawnAnswer } from '../../http/file-answer.ts';
import { answerEvents as answerStream } from '../../http/streams.ts';
import {
  answerEvents,
  answerOf,
  askAssistant,
  assistantConversations,
  assistantCosts,
  assistantStanding,
  assistantTalk,
  dropFile,
  editAnswer,
  exportAnswer,
  exportTalk,
  type NothingLine,
  nothingSource,
  pinConversation,
  readFile,
  removeConversation,
  renameConversation,
  restoreConversation,
  saveInstructions,
  stopAnswer,
  topicOf,
  type VoteLine,
  voteAnswer,
  voteSource,
} from '../../modules/assistant/index.ts';
import { BY_DAY, BY_TIME, CSV_START, choiceFilter, csvLine, type StaffList } from '../../modules/console/index.ts';
import { publicUsers } from '../../modules/identity/index.ts';
import { assistantDays } from '../../views/admin/assistant-costs.ts';

/** Answers that their askers voted on, with the question. */
export const voteList: StaffList = {
  key: 'assistant-votes',
  title: '助手评价',
  verb: 'assistant.see',
  source: voteSource,
  columns: [
    { key: 'id', title: '编号', kind: 'number' },
    { key: 'vote', title: '评价', kind: 'state' },
    { key: 'tool', title: '工具' },
    { key: 'question', title: '问题' },
    { key: 'answer', title: '回答' },
    { key: 'note', title: '说明' },
    { key: 'user', title: '提问者' },
    { key: 'model', title: '模型' },
    { key: 'voted_at', title: '时间', kind: 'time' },
  ],
  filters: [choiceFilter('vote', '评价', { up: '有帮助', down: '没有帮助' }), ...BY_DAY],
  orders: BY_TIME,
  search: '问题开头的文字',
  screen: 'assistantVotes',
  actions: [],
  async show(ctx, rows) {
    const lines = rows as readonly VoteLine[];
    const people = await publicUsers(
      ctx,
      lines.map(({ user_id }) => user_id),
    );
    return lines.map((line) => ({
      id: String(line.id),
      href: `/admin/user?id=${line.user_id}`,
      cells: {
        id: line.id,
        vote: line.vote > 0 ? '有帮助' : '没有帮助',
        tool: findTool(line.tool)?.title ?? '提问',
        question: line.question,
        answer: line.answer,
        note: line.note,
        user: people.get(line.user_id).nickname,
        model: line.model,
        voted_at: line.voted_at,
      },
    }));
  },
};

/** Questions that no work was found for: what the catalogue lacks, in the words of who looked for it. */
export const nothingList: StaffList = {
  key: 'assistant-nothing',
  title: '助手没有找到的问题',
  verb: 'assistant.see',
  source: nothingSource,
  columns: [
    { key: 'id', title: '编号', kind: 'number' },
    { key: 'question', title: '问题' },
    { key: 'sought', title: '查找的内容' },
    { key: 'user', title: '提问者' },
    { key: 'asked_at', title: '时间', kind: 'time' },
  ],
  filters: [...BY_DAY],
  orders: BY_TIME,
  search: '问题开头的文字',
  screen: 'assistantNothing',
  actions: [],
  async show(ctx, rows) {
    const lines = rows as readonly NothingLine[];
    const people = await publicUsers(
      ctx,
      lines.map(({ user_id }) => user_id),
    );
    return lines.map(({ id, user_id, question, sought, asked_at }) => ({
      id: String(id),
      href: `/admin/user?id=${user_id}`,
      cells: { id, question, sought: sought || question, asked_at, user: people.get(user_id).nickname },
    }));
  },
};

const HEADS = ['日期', '模型', '工具', '回答', '未完成', 'token', '猫币', '成本（元）', '毛利（元）'];

/** The table of the screen as a CSV. @throws AppError 403 */
async function costsCsv(ctx: Ctx, range: number): Promise<string> {
  const { rows } = await assistantCosts(ctx, range);
  const lines = rows.map(({ day, model, tool, answers, not_answered, tokens, coins, cost_fen, margin_fen }) =>
    csvLine([day, model, findTool(tool)?.title ?? '提问', answers, not_answered, tokens, coins, cost_fen / 100, margin_fen / 100]),
  );
  return CSV_START + csvLine(HEADS) + lines.join('');
}

export const assistantEndpoints = [
  serve(assistantCalls.standing, (ctx) => assistantStanding(ctx)),
  serve(assistantCalls.ask, (ctx, input) => askAssistant(ctx, input)),
  serve(assistantCalls.answer, (ctx, { id }) => answerOf(ctx, id)),
  serve(assistantCalls.stream, async (ctx, { id, after }, c) => {
    await answerOf(ctx, id);
    const source = { topics: [topicOf(id)], read: (from: number) => answerEvents(ctx, id, from) };
    return (await answerStream(ctx, c, after, source)) as Response;
  }),
  serve(assistantCalls.read_file, (ctx, { file_id }) => readFile(ctx, file_id)),
  serveDone(assistantCalls.drop_file, (ctx, { id }) => dropFile(ctx, id)),
  serve(assistantCalls.stop, (ctx, { id }) => stopAnswer(ctx, id)),
  serve(assistantCalls.edit, (ctx, { id, text: words }) => editAnswer(ctx, id, words)),
  serve(assistantCalls.vote, (ctx, input) => voteAnswer(ctx, input)),
  serve(assistantCalls.export, async (ctx, { id, format, whole }) =>
    drawnAnswer(await (whole ? exportTalk(ctx, id) : exportAnswer(ctx, id, format))),
  ),
  serve(assistantCalls.instruct, (ctx, input) => saveInstructions(ctx, input)),
  serve(assistantCalls.conversations, (ctx, input) => assistantConversations(ctx, input)),
  serve(assistantCalls.conversation, (ctx, { id }) => assistantTalk(ctx, id)),
  serveDone(assistantCalls.rename, (ctx, { id, title }) => renameConversation(ctx, id, title)),
  serveDone(assistantCalls.pin, (ctx, { id, pinned }) => pinConversation(ctx, id, pinned)),
  serveDone(assistantCalls.remove, (ctx, { id }) => removeConversation(ctx, id)),
  serveDone(assistantCalls.restore, (ctx, { id }) => restoreConversation(ctx, id)),
  serve(assistantCalls.costs, (ctx, { range }) => assistantDays(ctx, range)),
  serve(assistantCalls.costs_csv, async (ctx, { range }) => csvAnswer(`助手成本-近${range}天.csv`, await costsCsv(ctx, range))),
];
