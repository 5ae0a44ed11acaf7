import { itemsById } from '../../modules/catalog/index.ts';
import { BY_TIME, type StaffList } from '../../modules/console/index.ts';
import { maskNetwork, publicUsers } from '../../modules/identity/index.ts';
import { type LinkLine, lessonTitles, linkSource } from '../../modules/study/index.ts';

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
