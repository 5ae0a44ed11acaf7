import { chatPath } from '#contract/chat.ts';
import {
  type CaseLine,
  caseSource,
  chatBlockRows,
  chatJobs,
  chatPhraseRows,
  chatReview,
  firstMessagesDaily,
  forgetPhrases,
  forgetTalks,
  messagesBy,
  tellUnreadAfter,
  unreadChats,
} from '../../modules/chat/index.ts';
import { BY_DAY, BY_TIME, choiceFilter, type StaffList, stateFilter } from '../../modules/console/index.ts';
import { publicUsers } from '../../modules/identity/index.ts';
import { holderOf } from '../../views/admin/lists.ts';
import { type TodaySource, todayCard } from '../../views/today-cards.ts';
import type { Manifest } from '../manifest.ts';
import { chatEndpoints, chatSubjects } from './routes.ts';

const WHY = { report: '用户举报', contact: '联系方式' };
const STATES = { open: '待处理', dismissed: '没有问题', removed: '已移除' };

/** Messages that were reported, or held contact details early in a talk. What they say is shown in the record, with an audit row. */
export const chatCaseList: StaffList = {
  key: 'chat-cases',
  about: '被举报的消息，以及会话初期含有联系方式的消息。查看前后几条会留下操作记录；处理在审核台。',
  title: '会话消息',
  verb: 'review.decide',
  source: caseSource,
  columns: [
    { key: 'id', title: '编号', kind: 'number' },
    { key: 'why', title: '来源' },
    { key: 'accused', title: '发送者' },
    { key: 'reporter', title: '举报人' },
    { key: 'reason', title: '原因' },
    { key: 'state', title: '状态', kind: 'state' },
    { key: 'created_at', title: '时间', kind: 'time' },
  ],
  filters: [stateFilter(STATES, { open: 'waiting', removed: 'over' }), choiceFilter('why', '来源', WHY), ...BY_DAY],
  orders: BY_TIME,
  search: '发送者的编号或手机号',
  people: holderOf,
  screen: 'chat',
  actions: [],
  async show(ctx, rows) {
    const lines = rows as readonly CaseLine[];
    const people = await publicUsers(
      ctx,
      lines.flatMap(({ accused_id, reporter_id }) => [accused_id, ...(reporter_id === null ? [] : [reporter_id])]),
    );
    const name = (id: number | null) => (id === null ? '系统检查' : people.get(id).nickname);
    return lines.map((line) => ({
      id: String(line.id),
      href: `/admin/chat/case?id=${line.id}`,
      cells: {
        id: line.id,
        why: WHY[line.why],
        accused: name(line.accused_id),
        reporter: name(line.reporter_id),
        // the words of a check are contact details: masked until the record is opened
        reason: line.why === 'contact' ? '消息里有联系方式' : line.reason,
        state: STATES[line.status],
        created_at: line.created_at,
      },
    }));
  },
};

const chatToday: TodaySource = async (ctx, user_id) => {
  const num = await unreadChats(ctx, user_id);
  return todayCard('answer', { key: 'chat', title: '未读的会话消息', text: '对方在等您回复', num, href: chatPath() });
};

/** People talk with each other about what they found. */
export const chatArea: Manifest = {
  name: 'chat',
  endpoints: chatEndpoints,
  jobs: chatJobs,
  settings: [firstMessagesDaily, tellUnreadAfter],
  reviewables: [chatReview],
  staff_lists: [chatCaseList],
  chat_subjects: chatSubjects,
  today: chatToday,
  personal: {
    files: { 会话里发送的消息: messagesBy, 拉黑的用户: chatBlockRows, 会话常用语: chatPhraseRows },
    forget: [forgetTalks, forgetPhrases],
  },
};
