import { gateway } from '#client/gateway.ts';
import type { CommentKind, CommentList, CommentMarks, CommentSort, CommentThread, ReplyList, WrittenComment } from '#contract/comment.ts';

const silent = { silent: true } as const;

export function listComments(kind: CommentKind, id: number, sort: CommentSort, after: string): Promise<CommentList> {
  return gateway('GET /comment/index/list', { kind, id, sort, after }, silent);
}

export function listReplies(id: number, after: string): Promise<ReplyList> {
  return gateway('GET /comment/index/replies', { id, after }, silent);
}

export function readThread(kind: CommentKind, id: number, comment: number): Promise<CommentThread> {
  return gateway('GET /comment/index/thread', { kind, id, comment }, { silent: true, background: true });
}

/** What this reader has with them; asked aside, nobody waits for it. */
export function readMarks(kind: CommentKind, id: number): Promise<CommentMarks> {
  return gateway('GET /comment/index/marks', { kind, id }, { silent: true, background: true });
}

export function writeComment(input: {
  kind: CommentKind;
  id: number;
  answers: number;
  text: string;
  key: string;
}): Promise<WrittenComment> {
  return gateway('POST /comment/index/add', input, silent);
}

export function deleteComment(id: number): Promise<null> {
  return gateway('DELETE /comment/index/delete', { id });
}

export function likeComment(id: number, on: boolean): Promise<{ like_num: number }> {
  return gateway('POST /comment/index/like', { id, on: on ? 1 : 0 });
}

export function reportComment(id: number, reason: string): Promise<null> {
  return gateway('POST /comment/index/report', { id, reason });
}
