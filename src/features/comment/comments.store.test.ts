import { expect, it, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import type { CommentRow, CommentThread } from '#contract/comment.ts';

const asked: number[] = [];
const there = new Map<number, CommentThread>();
vi.mock('#client/gateway.ts', async () => {
  const { fakedGateway } = await import('../../../tests/support/faked-gateway.ts');
  return fakedGateway({
    'GET /comment/index/thread': ({ comment }) => {
      asked.push(Number(comment));
      const thread = there.get(Number(comment));
      if (!thread) throw new ApiError({ msg: '评论不存在或已删除', code: 1, status: 404 } as never);
      return thread;
    },
  });
});

const { createComments } = await import('./comments.store.ts');
const row = (id: number): CommentRow => ({
  ...{ id, gone: 0, writer: { id: 1, nickname: '', headimgurl: '' }, by_author: 0, text: `${id}` },
  ...{ like_num: 0, reply_num: 0, created_at: 0, answers: null },
});
const thread = (id: number, replies: number[] = [], reply_num = replies.length): CommentThread => ({
  ...row(id),
  reply_num,
  replies: replies.map(row),
});

it('brings a comment that an address names to the top, once, and leaves the page as it is for one that is gone', async () => {
  const initial = { list: [thread(9), thread(5, [6, 7], 4)], total: 6, after: '' };
  const { $state, actions } = createComments({ kind: 'article', id: 1, initial });
  const ids = () => $state.get().list.map((one) => [one.id, one.replies.map((reply) => reply.id)]);
  // what is on the page is where it is
  expect([await actions.reveal(9), await actions.reveal(7), asked]).toEqual([false, false, []]);
  there.set(12, thread(5, [6, 7, 12], 4));
  expect([await actions.reveal(12), ids()]).toEqual([
    true,
    [
      [5, [6, 7, 12]],
      [9, []],
    ],
  ]);
  there.set(2, thread(2));
  expect([await actions.reveal(2), ids().length]).toEqual([true, 3]);
  expect([await actions.reveal(99), ids().length, asked]).toEqual([false, 3, [12, 2, 99]]);
});
