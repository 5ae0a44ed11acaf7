import { assistantCalls } from '#contract/assistant/calls.ts';
import { modelText } from '#contract/assistant.ts';
import { plainAnswer } from '#contract/assistant-text.ts';
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
  handleQuestion,
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
  type WeakLine,
  weakSource,
} from '../../modules/assistant/index.ts';
import { actsOf, BY_DAY, BY_TIME, CSV_START, choiceFilter, csvLine, type StaffList, stateFilter } from '../../modules/console/index.ts';
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
  search: '问题里的文字',
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
        answer: plainAnswer(line.answer),
        note: line.note,
        user: people.get(line.user_id).nickname,
        model: modelText(line.model),
        voted_at: line.voted_at,
      },
    }));
  },
};

const WEAK_STATES = { nothing: '没有找到', indirect: '没有直接回答' } as const;
const HANDLED = { no: '未处理', yes: '已处理' } as const;
const act = actsOf('assistant.handle');

/** Questions that no work was found for or that nothing found answers directly: what the catalogue lacks, in the words of who looked for it. */
export const weakList: StaffList = {
  key: 'assistant-nothing',
  title: '助手没有答上的问题',
  verb: 'assistant.see',
  source: weakSource,
  columns: [
    { key: 'id', title: '编号', kind: 'number' },
    { key: 'question', title: '问题' },
    { key: 'sought', title: '查找的内容' },
    { key: 'state', title: '状态', kind: 'state' },
    { key: 'times', title: '次数', kind: 'number' },
    { key: 'handled', title: '处理', kind: 'state' },
    { key: 'user', title: '最近提问者' },
    { key: 'asked_at', title: '最近一次', kind: 'time' },
  ],
  filters: [
    stateFilter(WEAK_STATES, { nothing: 'failed', indirect: 'waiting' }),
    { ...stateFilter(HANDLED, { no: 'waiting', yes: 'well' }, 'handled'), title: '处理' },
    ...BY_DAY,
  ],
  orders: BY_TIME,
  search: '问题里的文字',
  screen: 'assistantNothing',
  about: '同样文字的问题合为一行，时间是最近一次。标记已处理以后又有人问、仍然没有答上的，会重新成为未处理。',
  actions: [
    { ...act('handle', '标记已处理', '同样文字的问题一起标记。', (tx, id) => handleQuestion(tx, Number(id), true)), needs_reason: false },
    {
      ...act('unhandle', '取消已处理', '同样文字的问题一起取消。', (tx, id) => handleQuestion(tx, Number(id), false)),
      needs_reason: false,
    },
  ],
  async show(ctx, rows) {
    const lines = rows as readonly WeakLine[];
    const people = await publicUsers(
      ctx,
      lines.map(({ user_id }) => user_id),
    );
    return lines.map(({ id, user_id, question, sought, state, times, handled_at, asked_at }) => ({
      id: String(id),
      href: `/admin/user?id=${user_id}`,
      cells: {
        ...{ id, question, sought: sought || question, times, asked_at, user: people.get(user_id).nickname },
        ...{ state: WEAK_STATES[state], handled: handled_at === null ? HANDLED.no : HANDLED.yes },
      },
    }));
  },
};

const HEADS = ['日期', '模型', '工具', '回答', '未完成', 'token', '猫币', '成本（元）', '毛利（元）'];

/** The table of the screen as a CSV. @throws AppError 403 */
async function costsCsv(ctx: Ctx, range: number): Promise<string> {
  const { rows } = await assistantCosts(ctx, range);
  const lines = rows.map(({ day, model, tool, answers, not_answered, tokens, coins, cost_fen, margin_fen }) =>
    csvLine([
      day,
      modelText(model),
      findTool(tool)?.title ?? '提问',
      answers,
      not_answered,
      tokens,
      coins,
      cost_fen / 100,
      margin_fen / 100,
    ]),
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
