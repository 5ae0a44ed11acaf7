import { findTool } from '#contract/assistant-tools.ts';
import { type VoteLine, voteSource } from '../../modules/assistant/index.ts';
import { BY_DAY, BY_TIME, choiceFilter, type StaffList } from '../../modules/console/index.ts';
import { publicUsers } from '../../modules/identity/index.ts';

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
