import { z } from 'zod';

const flag = z.literal([0, 1]);

const commentWriterOutput = z.strictObject({ id: z.int(), nickname: z.string(), headimgurl: z.string() });
export type CommentWriter = z.infer<typeof commentWriterOutput>;

export const commentOutput = z.strictObject({
  id: z.int(),
  /** 1: it was deleted or hidden, and stands here for its replies; 2: the author of the work hid it; text and writer are empty. */
  gone: z.literal([0, 1, 2]),
  writer: commentWriterOutput,
  /** 1: the writer is who published the work. */
  by_author: flag,
  text: z.string(),
  like_num: z.int(),
  reply_num: z.int(),
  created_at: z.int(),
  /** Of a reply to a reply: whom it answers; null: the comment itself. */
  answers: z.strictObject({ id: z.int(), nickname: z.string() }).nullable(),
});
/** A comment or a reply as everybody sees it. */
export type CommentRow = z.infer<typeof commentOutput>;

export const commentThreadOutput = z.strictObject({
  ...commentOutput.shape,
  /** The first replies, in the order of their time. */
  replies: z.array(commentOutput),
});
export type CommentThread = z.infer<typeof commentThreadOutput>;

export const commentListOutput = z.strictObject({
  list: z.array(commentThreadOutput),
  /** All that is shown, replies included. */
  total: z.int(),
  /** Where the next page begins; empty: this is the last. */
  after: z.string(),
});
export type CommentList = z.infer<typeof commentListOutput>;

export const replyListOutput = z.strictObject({
  list: z.array(commentOutput),
  after: z.string(),
});
export type ReplyList = z.infer<typeof replyListOutput>;

export const commentMarksOutput = z.strictObject({
  liked: z.array(z.int()),
  own: z.array(z.int()),
  /** Of one's own, those that the author of the work hid: why, and what they said. */
  aside: z.array(z.strictObject({ id: z.int(), reason: z.string(), text: z.string() })),
  /** 1: the work is theirs. */
  author: flag,
});
/** What a signed-in reader has with the comments of a work: those liked, and one's own. */
export type CommentMarks = z.infer<typeof commentMarksOutput>;

export const writtenCommentOutput = z.strictObject({
  state: z.enum(['shown', 'held']),
  comment: commentOutput,
});
/** What came of writing: it is shown, or waits for staff. */
export type WrittenComment = z.infer<typeof writtenCommentOutput>;
