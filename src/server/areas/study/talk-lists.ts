import { detailPath, KINDS } from '#contract/kinds.ts';
import { itemsById } from '../../modules/catalog/index.ts';
import { actsOf, BY_DAY, BY_TIME, type StaffList, stateFilter } from '../../modules/console/index.ts';
import { publicUsers } from '../../modules/identity/index.ts';
import { hideTalk, type TalkKind, type TalkLine, talkSource } from '../../modules/study/index.ts';

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
