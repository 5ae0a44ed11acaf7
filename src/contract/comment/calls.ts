import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { COMMENT_KINDS, COMMENT_MAX, COMMENT_REASON_MAX, COMMENT_SORTS, type CommentSort, REPORT_REASONS } from '#contract/comment.ts';
import { flagField, idField, textField, wholeNumber } from '#contract/input-fields.ts';
import {
  commentListOutput,
  commentMarksOutput,
  commentOutput,
  commentThreadOutput,
  replyListOutput,
  writtenCommentOutput,
} from '#contract/outputs/comment.ts';

const call = callsOf('comment');
const kind = z.enum(COMMENT_KINDS, { error: '这类内容没有评论' });
const sort = z.enum(Object.keys(COMMENT_SORTS) as [CommentSort, ...CommentSort[]], { error: '排序无效' }).default('hot');
const after = textField('位置', 40).default('');
const key = z.string({ error: '缺少评论编号' }).regex(/^[\w-]{8,64}$/, '评论编号无效');

export const commentCalls = {
  list: call('GET', '/comment/index/list', {
    summary: '一个作品的评论，各带最早的两条回复；after 为上次回答给出的位置',
    auth: 'none',
    limit: { points: 120, window_s: 60 },
    owned: { id: 'article' },
    input: z.object({ kind, id: idField, sort, after }),
    output: commentListOutput,
  }),
  replies: call('GET', '/comment/index/replies', {
    summary: '一条评论的回复，按时间；after 为上次回答给出的位置',
    auth: 'none',
    limit: { points: 120, window_s: 60 },
    open: { id: 'comment' },
    input: z.object({ id: idField, after }),
    output: replyListOutput,
  }),
  thread: call('GET', '/comment/index/thread', {
    summary: '作品下的一条评论或回复，连同它所在的评论与最早的回复；通知里的链接靠它找到位置',
    auth: 'none',
    limit: { points: 120, window_s: 60 },
    owned: { id: 'article' },
    open: { comment: 'comment' },
    input: z.object({ kind, id: idField, comment: idField }),
    output: commentThreadOutput,
  }),
  marks: call('GET', '/comment/index/marks', {
    summary: '我在一个作品的评论里赞过的与自己写的',
    open: { id: 'article' },
    input: z.object({ kind, id: idField }),
    output: commentMarksOutput,
  }),
  write: call('POST', '/comment/index/add', {
    summary: '发表评论，或回复一条评论（answers）；同一个 key 重复提交只有一条',
    limit: { points: 20, window_s: 300 },
    owned: { id: 'article' },
    input: z.object({
      kind,
      id: idField,
      answers: wholeNumber('评论编号无效', 0, Number.MAX_SAFE_INTEGER).default(0),
      text: textField('评论', COMMENT_MAX, 1),
      key,
    }),
    output: writtenCommentOutput,
  }),
  edit: call('PUT', '/comment/index/edit', {
    summary: '发表后十五分钟内修改自己的评论',
    limit: { points: 20, window_s: 300 },
    owned: { id: 'comment' },
    input: z.object({ id: idField, text: textField('评论', COMMENT_MAX, 1) }),
    output: writtenCommentOutput,
  }),
  remove: call('DELETE', '/comment/index/delete', {
    summary: '删除自己的评论',
    owned: { id: 'comment' },
    input: z.object({ id: idField }),
    output: z.null(),
  }),
  aside: call('PUT', '/comment/index/aside', {
    summary: '作品的作者隐藏下面别人的一条评论，原因告诉写的人；原因为空是恢复显示',
    limit: { points: 60, window_s: 300 },
    owned: { id: 'comment' },
    input: z.object({ id: idField, reason: z.enum(['', ...REPORT_REASONS], { error: '原因无效' }) }),
    output: commentOutput,
  }),
  like: call('POST', '/comment/index/like', {
    summary: '赞一条评论（on 为 1）或取消；回答现在的赞数',
    limit: { points: 120, window_s: 60 },
    open: { id: 'shown' },
    input: z.object({ id: idField, on: flagField }),
    output: z.strictObject({ like_num: z.int() }),
  }),
  report: call('POST', '/comment/index/report', {
    summary: '举报一条评论',
    limit: { points: 20, window_s: 3_600 },
    open: { id: 'shown' },
    input: z.object({ id: idField, reason: textField('原因', COMMENT_REASON_MAX, 1) }),
    output: z.null(),
  }),
};
