import { NOTICE_CHANNELS, NOTICE_TOPICS } from '#contract/notice.ts';
import { BY_DAY, BY_TIME, choiceFilter, type StaffList } from '../../modules/console/index.ts';
import { publicUsers } from '../../modules/identity/index.ts';
import { type GivenUpLine, givenUpSource, maskMailsIn } from '../../modules/notices/index.ts';

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
  search: '用户编号',
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
