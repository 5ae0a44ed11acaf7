import { gateway } from '#client/gateway.ts';
import {
  COMMENT_CALLS,
  type CommentList,
  type CommentMarks,
  type CommentSort,
  type CommentThread,
  type ReplyList,
  type WrittenComment,
} from '#contract/comment.ts';

const silent = { silent: true } as const;

export function listComments(kind: string, id: number, sort: CommentSort, after: string): Promise<CommentList> {
  return gateway.get(COMMENT_CALLS.list, { kind, id, sort, after }, silent);
}

export function listReplies(id: number, after: string): Promise<ReplyList> {
  return gateway.get(COMMENT_CALLS.replies, { id, after }, silent);
}

export function readThread(kind: string, id: number, comment: number): Promise<CommentThread> {
  return gateway.get(COMMENT_CALLS.thread, { kind, id, comment }, { silent: true, background: true });
}

/** What this reader has with them; asked aside, nobody waits for it. */
export function readMarks(kind: string, id: number): Promise<CommentMarks> {
  return gateway.get(COMMENT_CALLS.marks, { kind, id }, { silent: true, background: true });
}

export function writeComment(input: { kind: string; id: number; answers: number; text: string; key: string }): Promise<WrittenComment> {
  return gateway.post(COMMENT_CALLS.write, input, silent);
}

export function deleteComment(id: number): Promise<null> {
  return gateway.del(COMMENT_CALLS.remove, { id });
}

export function likeComment(id: number, on: boolean): Promise<{ like_num: number }> {
  return gateway.post(COMMENT_CALLS.like, { id, on: on ? 1 : 0 });
}

export function reportComment(id: number, reason: string): Promise<null> {
  return gateway.post(COMMENT_CALLS.report, { id, reason });
}
