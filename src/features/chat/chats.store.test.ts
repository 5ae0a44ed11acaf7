import { expect, it } from 'vitest';
import type { ChatConversation } from '#contract/chat.ts';
import { withChange } from './chats.store.ts';

const one = (id: number, last_time: number, last_seq = 1): ChatConversation => ({
  ...{ id, subject: { kind: 'item', id, noun: '方案', title: '方案', path: '' }, other: { id, nickname: '小林', headimgurl: '' } },
  ...{ last_seq, read_seq: 0, other_read_seq: 0, unread: last_seq, last_text: '', last_time, muted: 0, blocked: 0 },
});

it('the conversation that moved goes to its place by time, each stands once, an empty one nowhere, and under 只看未读 none that is read joins', () => {
  const list = [one(1, 30), one(2, 20), one(3, 10)];
  expect(withChange(list, one(3, 40)).map(({ id }) => id)).toEqual([3, 1, 2]);
  expect(withChange(list, one(4, 25)).map(({ id }) => id)).toEqual([1, 4, 2, 3]);
  expect(withChange(list, one(2, 20, 5)).map(({ id, unread }) => [id, unread])).toEqual([
    [1, 1],
    [2, 5],
    [3, 1],
  ]);
  const read = { ...one(6, 50), unread: 0 };
  expect(withChange(list, read, true).map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(withChange(list, { ...read, id: 2 }, true).map(({ id, unread }) => [id, unread])[0]).toEqual([2, 0]);
  expect(withChange(list, one(7, 50), true)[0]?.id).toBe(7);
  expect(withChange(list, one(5, 0, 0)).map(({ id }) => id)).toEqual([1, 2, 3]);
});
