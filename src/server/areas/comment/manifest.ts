import { commentCalls } from '#contract/comment/calls.ts';
import { COMMENT_STATES, commentAnchor } from '#contract/comment.ts';
import { detailPath, KINDS, type KindKey } from '#contract/kinds.ts';
import { pageTags } from '../../http/cache-tags.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import { said } from '../../http/said.ts';
import { itemsById } from '../../modules/catalog/index.ts';
import {
  type CommentLine,
  commentLikeRows,
  commentList,
  commentMarks,
  commentReportRows,
  commentReview,
  commentReviewMode,
  commentSource,
  commentsDaily,
  commentThread,
  commentWords,
  deleteComment,
  editComment,
  forgetComments,
  hideComment,
  likeComment,
  replyList,
  reportComment,
  setAside,
  showComment,
  writeComment,
  writtenComments,
} from '../../modules/comments/index.ts';
import { actsOf, BY_DAY, BY_TIME, choiceFilter, type StaffList, stateFilter } from '../../modules/console/index.ts';
import { publicUsers } from '../../modules/identity/index.ts';
import { paged } from '../../modules/privacy/index.ts';
import type { Manifest } from '../manifest.ts';

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
    stateFilter(COMMENT_STATES, { held: 'waiting', hidden: 'over', deleted: 'over' }),
    choiceFilter('reported', '举报', { yes: '有举报' }),
    { key: 'writer', title: '作者', kind: 'person' },
    { key: 'work', title: '内容编号', kind: 'number' },
    ...BY_DAY,
  ],
  orders: BY_TIME,
  search: '编号，或评论里的词',
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
    return lines.map(({ id, text, writer_id, subject_kind, subject_id, like_num, report_num, state, aside, created_at }) => ({
      id: String(id),
      href: `${detailPath(KINDS[subject_kind as KindKey], subject_id)}#${commentAnchor(id)}`,
      cells: {
        ...{ id, created_at, likes: like_num, reports: report_num, state: COMMENT_STATES[state] },
        text: `${aside ? '（文章作者已隐藏）' : ''}${text || '（已删除）'}`,
        writer: people.get(writer_id).nickname,
        work: works.get(subject_id)?.title ?? String(subject_id),
      },
    }));
  },
};

export const commentEndpoints: readonly Endpoint[] = [
  serve(commentCalls.list, (ctx, input) => commentList(ctx, input)),
  serve(commentCalls.replies, (ctx, input) => replyList(ctx, input)),
  serve(commentCalls.thread, (ctx, input) => commentThread(ctx, input)),
  serve(commentCalls.marks, (ctx, input) => commentMarks(ctx, input)),
  serve(commentCalls.write, async (ctx, input, c) => {
    const written = await writeComment(ctx, input);
    return said(c, written.state === 'held' ? '评论已提交，审核后显示' : '评论已发表', written);
  }),
  serve(commentCalls.edit, (ctx, input) => editComment(ctx, input)),
  serve(commentCalls.remove, async (ctx, { id }, c) => {
    await deleteComment(ctx, id);
    return said(c, '评论已删除', null);
  }),
  serve(commentCalls.aside, (ctx, input) => setAside(ctx, input)),
  serve(commentCalls.like, async (ctx, { id, on }) => ({ like_num: await likeComment(ctx, id, on) })),
  serve(commentCalls.report, async (ctx, { id, reason }, c) => {
    await reportComment(ctx, id, reason);
    return said(c, '感谢您的举报，我们会尽快处理', null);
  }),
];

/** Comments below works. */
export const commentArea: Manifest = {
  name: 'comment',
  endpoints: commentEndpoints,
  settings: [commentReviewMode, commentWords, commentsDaily],
  reviewables: [commentReview],
  staff_lists: [commentStaffList],
  on: (app) => ({ 'comment.changed': [({ id }) => purgeTags(app, [pageTags.item(id)])] }),
  personal: {
    files: { 评论点赞: commentLikeRows, 评论举报: commentReportRows, 我写的评论: paged(writtenComments) },
    forget_later: [forgetComments],
  },
};
