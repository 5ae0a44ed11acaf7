import { commentCalls } from '#contract/comment/calls.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import { said } from '../../http/said.ts';
import {
  commentList,
  commentMarks,
  commentThread,
  deleteComment,
  likeComment,
  replyList,
  reportComment,
  writeComment,
} from '../../modules/comments/index.ts';

export const commentEndpoints: readonly Endpoint[] = [
  serve(commentCalls.list, (ctx, input) => commentList(ctx, input)),
  serve(commentCalls.replies, (ctx, input) => replyList(ctx, input)),
  serve(commentCalls.thread, (ctx, input) => commentThread(ctx, input)),
  serve(commentCalls.marks, (ctx, input) => commentMarks(ctx, input)),
  serve(commentCalls.write, async (ctx, input, c) => {
    const written = await writeComment(ctx, input);
    return said(c, written.state === 'held' ? '评论已提交，审核后显示' : '评论已发表', written);
  }),
  serve(commentCalls.remove, async (ctx, { id }, c) => {
    await deleteComment(ctx, id);
    return said(c, '评论已删除', null);
  }),
  serve(commentCalls.like, async (ctx, { id, on }) => ({ like_num: await likeComment(ctx, id, on) })),
  serve(commentCalls.report, async (ctx, { id, reason }, c) => {
    await reportComment(ctx, id, reason);
    return said(c, '感谢您的举报，我们会尽快处理', null);
  }),
];
