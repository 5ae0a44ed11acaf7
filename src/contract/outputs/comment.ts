import { z } from 'zod';
import type * as contract from '#contract/comment.ts';

const flag = z.literal([0, 1]);

export const commentOutput = z.strictObject({
  id: z.int(),
  gone: flag,
  writer: z.strictObject({ id: z.int(), nickname: z.string(), headimgurl: z.string() }),
  by_author: flag,
  text: z.string(),
  like_num: z.int(),
  reply_num: z.int(),
  created_at: z.int(),
  answers: z.strictObject({ id: z.int(), nickname: z.string() }).nullable(),
}) satisfies z.ZodType<contract.CommentRow>;

export const commentThreadOutput = z.strictObject({
  ...commentOutput.shape,
  replies: z.array(commentOutput),
}) satisfies z.ZodType<contract.CommentThread>;

export const commentListOutput = z.strictObject({
  list: z.array(commentThreadOutput),
  total: z.int(),
  after: z.string(),
}) satisfies z.ZodType<contract.CommentList>;

export const replyListOutput = z.strictObject({
  list: z.array(commentOutput),
  after: z.string(),
}) satisfies z.ZodType<contract.ReplyList>;

export const commentMarksOutput = z.strictObject({
  liked: z.array(z.int()),
  own: z.array(z.int()),
}) satisfies z.ZodType<contract.CommentMarks>;

export const writtenCommentOutput = z.strictObject({
  state: z.enum(['shown', 'held']),
  comment: commentOutput,
}) satisfies z.ZodType<contract.WrittenComment>;
