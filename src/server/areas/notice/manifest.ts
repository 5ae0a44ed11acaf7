import { noticeCalls } from '#contract/notice/calls.ts';
import { NOTICE_CHANNELS, NOTICE_TOPICS, TOPIC_OF_TYPE } from '#contract/notice.ts';
import { requireUser } from '../../app/ctx.ts';
import { serve } from '../../http/endpoint.ts';
import { answerEvents } from '../../http/streams.ts';
import { BY_DAY, BY_TIME, choiceFilter, type StaffList } from '../../modules/console/index.ts';
import { publicUsers } from '../../modules/identity/index.ts';
import {
  changeMail,
  circularJob,
  circularRows,
  confirmMail,
  forgetNoticeWays,
  type GivenUpLine,
  givenUpSource,
  maskMailsIn,
  noticeEvents,
  noticeJobs,
  noticeSettingRows,
  noticeSettings,
  noticesOf,
  readAllNotices,
  readNotice,
  saveNoticeSettings,
  topicOf,
  unreadCount,
  unreadState,
  unsubscribe,
} from '../../modules/notices/index.ts';
import { paged } from '../../modules/privacy/index.ts';
import { holderOf } from '../../views/admin/lists.ts';
import { type TodaySource, todayCard } from '../../views/today-cards.ts';
import type { Manifest } from '../manifest.ts';

/** Mails and text messages that did not go out, however often they were tried. */
export const givenUpList: StaffList = {
  key: 'deliveries',
  title: '未送达的通知',
  verb: 'jobs.see',
  source: givenUpSource,
  columns: [
    { key: 'user', title: '用户' },
    { key: 'channel', title: '方式', kind: 'state' },
    { key: 'topic', title: '内容' },
    { key: 'failure', title: '原因' },
    { key: 'attempts', title: '已尝试', kind: 'number' },
    { key: 'ended_at', title: '放弃时间', kind: 'time' },
  ],
  filters: [choiceFilter('channel', '方式', NOTICE_CHANNELS), ...BY_DAY],
  orders: BY_TIME,
  search: '用户编号或手机号',
  people: holderOf,
  actions: [],
  async show(ctx, rows) {
    const lines = rows as readonly GivenUpLine[];
    const people = await publicUsers(
      ctx,
      lines.map(({ user_id }) => user_id),
    );
    return lines.map(({ id, user_id, channel, topic, attempts, failure, ended_at }) => ({
      id: String(id),
      href: `/admin/user?id=${user_id}`,
      cells: {
        user: people.get(user_id).nickname,
        channel: NOTICE_CHANNELS[channel],
        topic: topic === null ? '' : NOTICE_TOPICS[topic],
        failure: maskMailsIn(failure),
        ...{ attempts, ended_at },
      },
    }));
  },
};

const noticeToday: TodaySource = async (ctx, user_id) => {
  const num = await unreadCount(ctx, user_id);
  return todayCard('know', { key: 'message', title: '未读消息', text: '订阅上新、订单与账号通知', num, href: '/personalCenter/myMessage' });
};

/** The specification names the fields of these calls and no address; `p` is its name of the page. */
const noticeEndpoints = [
  serve(noticeCalls.list, (ctx, { type, p, limit, is_read }) =>
    noticesOf(ctx, { only_unread: is_read === 0, topic: TOPIC_OF_TYPE[type - 1], page: p, limit }),
  ),
  serve(noticeCalls.num, (ctx) => unreadState(ctx)),
  serve(noticeCalls.read, (ctx, { id }) => readNotice(ctx, id)),
  serve(noticeCalls.all, (ctx, { topic }) => readAllNotices(ctx, topic)),
  serve(noticeCalls.stream, async (ctx, { after }, c) => {
    const source = {
      topics: [topicOf(requireUser(ctx))],
      read: (from: number, limit: number) => noticeEvents(ctx, from, limit),
    };
    return (await answerEvents(ctx, c, after, source)) as Response;
  }),
  serve(noticeCalls.get_settings, (ctx) => noticeSettings(ctx)),
  serve(noticeCalls.put_settings, (ctx, input) => saveNoticeSettings(ctx, input)),
  serve(noticeCalls.mail, (ctx, { mail }) => changeMail(ctx, mail)),
  serve(noticeCalls.confirm_mail, (ctx, { code }) => confirmMail(ctx, code)),
  serve(noticeCalls.unsubscribe, (ctx, input) => unsubscribe(ctx, input)),
];

/** Notifications of the site to its users. */
export const noticeArea: Manifest = {
  name: 'notice',
  endpoints: noticeEndpoints,
  jobs: (app) => [...noticeJobs(app), circularJob(app)],
  today: noticeToday,
  staff_lists: [givenUpList],
  personal: {
    files: {
      通知设置: noticeSettingRows,
      群发的通知: circularRows,
      消息: paged(async (ctx, _user_id, at) => (await noticesOf(ctx, { only_unread: false, ...at })).list),
    },
    forget: [forgetNoticeWays],
  },
};
