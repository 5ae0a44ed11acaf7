import { BY_DAY, BY_TIME, type StaffList, stateFilter } from '../../modules/console/index.ts';
import { publicUsers } from '../../modules/identity/index.ts';
import { sendNotices } from '../../modules/notices/index.ts';
import { answerWish, type WishLine, wishSource } from '../../modules/search/index.ts';

/** What readers looked for and did not find. */
export const wishList: StaffList = {
  key: 'wishes',
  title: '读者登记的需求',
  verb: 'wish.answer',
  source: wishSource,
  columns: [
    { key: 'id', title: '编号', kind: 'number' },
    { key: 'keyword', title: '搜索词' },
    { key: 'content', title: '需要什么' },
    { key: 'user', title: '谁' },
    { key: 'state', title: '状态', kind: 'state' },
    { key: 'created_at', title: '时间', kind: 'time' },
  ],
  filters: [stateFilter({ open: '待处理', done: '已处理' }), ...BY_DAY],
  orders: BY_TIME,
  search: '搜索词开头',
  waits: [{ title: '读者登记的需求', query: 'state=open' }],
  actions: [
    {
      ...{ name: 'done', title: '标为已处理', about: '写明怎样处理的：找到了哪份作品，或请谁来做。写的内容会发给登记的人。' },
      ...{ verb: 'wish.answer', needs_reason: true },
      async run(tx, id, reason) {
        const { user_id, keyword } = await answerWish(tx, Number(id), reason);
        const title = `您登记的“${keyword}”有了结果`;
        const href = `/search?keyword=${encodeURIComponent(keyword)}`;
        await sendNotices(tx, [user_id], { topic: 'subscribe', key: `wish:${id}`, title, content: reason, href });
      },
    },
  ],
  async show(ctx, rows) {
    const lines = rows as readonly WishLine[];
    const people = await publicUsers(
      ctx,
      lines.map(({ user_id }) => user_id),
    );
    return lines.map(({ id, user_id, keyword, content, state, created_at }) => ({
      id: String(id),
      href: `/admin/user?id=${user_id}`,
      cells: {
        ...{ id, keyword, content, created_at },
        user: people.get(user_id).nickname,
        state: state === 'open' ? '待处理' : '已处理',
      },
    }));
  },
};
