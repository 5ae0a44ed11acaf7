import { COMMENT_STATES, commentAnchor } from '#contract/comment.ts';
import { detailPath, KINDS, type KindKey } from '#contract/kinds.ts';
import { itemsById } from '../../modules/catalog/index.ts';
import { type CommentLine, commentSource, hideComment, showComment } from '../../modules/comments/index.ts';
import { actsOf, BY_DAY, BY_TIME, choiceFilter, type StaffList, stateFilter } from '../../modules/console/index.ts';
import { publicUsers } from '../../modules/identity/index.ts';

const VERB = 'comment.judge';
const act = actsOf(VERB);

/** All comments, to hide and to show again. */
export const commentStaffList: StaffList = {
  key: 'comments',
  title: '评论',
  verb: VERB,
  source: commentSource,
  columns: [
    { key: 'id', title: '编号', kind: 'number' },
    { key: 'text', title: '评论' },
    { key: 'writer', title: '作者' },
    { key: 'work', title: '所在内容' },
    { key: 'likes', title: '赞', kind: 'number' },
    { key: 'reports', title: '举报', kind: 'number' },
    { key: 'state', title: '状态', kind: 'state' },
    { key: 'created_at', title: '发表时间', kind: 'time' },
  ],
  filters: [
    stateFilter(COMMENT_STATES),
    choiceFilter('reported', '举报', { yes: '有举报' }),
    { key: 'writer', title: '作者编号', kind: 'number' },
    { key: 'work', title: '内容编号', kind: 'number' },
    ...BY_DAY,
  ],
  orders: BY_TIME,
  search: '编号，或评论开头的词',
  actions: [
    act('hide', '隐藏', '评论从页面上消失，原因会告诉作者。', (tx, id, reason) => hideComment(tx, Number(id), reason)),
    act('show', '恢复显示', '评论重新出现在页面上。', (tx, id, reason) => showComment(tx, Number(id), reason)),
  ],
  async show(ctx, rows) {
    const lines = rows as readonly CommentLine[];
    const people = await publicUsers(
      ctx,
      lines.map(({ writer_id }) => writer_id),
    );
    const works = await itemsById(
      ctx,
      lines.map(({ subject_id }) => subject_id),
    );
    return lines.map(({ id, text, writer_id, subject_kind, subject_id, like_num, report_num, state, created_at }) => ({
      id: String(id),
      href: `${detailPath(KINDS[subject_kind as KindKey], subject_id)}#${commentAnchor(id)}`,
      cells: {
        ...{ id, created_at, likes: like_num, reports: report_num, state: COMMENT_STATES[state] },
        text: text || '（已删除）',
        writer: people.get(writer_id).nickname,
        work: works.get(subject_id)?.title ?? String(subject_id),
      },
    }));
  },
};
