import { detailPath, KINDS } from '#contract/kinds.ts';
import { itemsById } from '../../modules/catalog/index.ts';
import { actsOf, BY_DAY, BY_TIME, type StaffList, stateFilter } from '../../modules/console/index.ts';
import { maskNetwork, publicUsers } from '../../modules/identity/index.ts';
import { hideTalk, type LinkLine, lessonTitles, linkSource, type TalkKind, type TalkLine, talkSource } from '../../modules/study/index.ts';

/** Every address of a lesson's file that somebody was given; retained for thirty days after its end. */
export const linkList: StaffList = {
  key: 'filmLinks',
  title: '播放记录',
  verb: 'review.see',
  source: linkSource,
  columns: [
    { key: 'id', title: '编号', kind: 'number' },
    { key: 'user_id', title: '用户编号', kind: 'number' },
    { key: 'user', title: '用户' },
    { key: 'course', title: '课程' },
    { key: 'lesson', title: '课时' },
    { key: 'device', title: '设备' },
    { key: 'network', title: '网络' },
    { key: 'issued_at', title: '取得时间', kind: 'time' },
    { key: 'expires_at', title: '失效时间', kind: 'time' },
    { key: 'revoked_at', title: '收回时间', kind: 'time' },
  ],
  filters: [
    { key: 'user', title: '用户编号', kind: 'number' },
    { key: 'lesson', title: '课时编号', kind: 'number' },
  ],
  orders: BY_TIME,
  search: '编号或用户编号',
  actions: [],
  async show(ctx, rows) {
    const lines = rows as readonly LinkLine[];
    const ids = (of: (line: LinkLine) => number) => [...new Set(lines.map((line) => Number(of(line))))];
    const [courses, lessons, users] = await Promise.all([
      itemsById(
        ctx,
        ids(({ item_id }) => item_id),
      ),
      lessonTitles(
        ctx,
        ids(({ lesson_id }) => lesson_id),
      ),
      publicUsers(
        ctx,
        ids(({ user_id }) => user_id),
      ),
    ]);
    return lines.map((line) => ({
      id: String(line.id),
      href: `/admin/user?id=${line.user_id}`,
      cells: {
        ...{ id: Number(line.id), user_id: Number(line.user_id) },
        user: users.get(Number(line.user_id)).nickname,
        course: courses.get(Number(line.item_id))?.title ?? '',
        lesson: lessons.get(Number(line.lesson_id)) ?? '',
        ...{ device: line.device, network: maskNetwork(line.ip) },
        ...{ issued_at: Number(line.issued_at), expires_at: Number(line.expires_at) },
        revoked_at: line.revoked_at === null ? null : Number(line.revoked_at),
      },
    }));
  },
};

const act = actsOf('review.decide');

/** What people wrote about courses: staff take it off the page, or put it back. */
export const talkLists: readonly StaffList[] = [
  talkList('review', 'courseReviews', '课程评价'),
  talkList('question', 'courseQuestions', '课程提问'),
  talkList('answer', 'courseAnswers', '课程回答'),
];

function talkList(what: TalkKind, key: string, title: string): StaffList {
  return {
    key,
    title,
    verb: 'review.see',
    source: talkSource(what),
    columns: [
      { key: 'id', title: '编号', kind: 'number' },
      { key: 'course', title: '课程' },
      { key: 'user', title: '用户' },
      ...(what === 'review' ? [{ key: 'stars', title: '星级', kind: 'number' as const }] : []),
      { key: 'text', title: '内容' },
      { key: 'state', title: '状态', kind: 'state' },
      { key: 'created_at', title: '时间', kind: 'time' },
    ],
    filters: [stateFilter({ shown: '显示中', hidden: '已隐藏' }), ...BY_DAY],
    orders: BY_TIME,
    search: '编号或用户编号',
    actions: [
      act('hide', '隐藏', '课程页不再显示，原因记入操作记录。', (tx, id, reason) =>
        hideTalk(tx, { what, id: Number(id), hidden: true, reason }),
      ),
      act('show', '恢复', '课程页重新显示。', (tx, id, reason) => hideTalk(tx, { what, id: Number(id), hidden: false, reason })),
    ],
    async show(ctx, rows) {
      const lines = rows as readonly TalkLine[];
      const [courses, users] = await Promise.all([
        itemsById(
          ctx,
          lines.map(({ item_id }) => Number(item_id)),
        ),
        publicUsers(
          ctx,
          lines.map(({ user_id }) => Number(user_id)),
        ),
      ]);
      return lines.map((line) => ({
        id: String(line.id),
        href: detailPath(KINDS.course, line.item_id),
        cells: {
          id: Number(line.id),
          course: courses.get(Number(line.item_id))?.title ?? '',
          user: users.get(Number(line.user_id)).nickname,
          ...(what === 'review' ? { stars: line.stars } : {}),
          text: line.text,
          state: line.hidden ? '已隐藏' : '显示中',
          created_at: Number(line.created_at),
        },
      }));
    },
  };
}
