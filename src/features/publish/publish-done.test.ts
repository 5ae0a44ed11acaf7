import { expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import type { ItemStatus } from '#contract/publish.ts';
import { wordsFor } from './PublishDone.tsx';

const heading = (status: ItemStatus) =>
  wordsFor(KINDS.scheme, { id: 1, status, waiting: false, was_published: false, saved_at: 0, edition: 1 }, false).heading;

it('U14 says what became of a submit in every state that it may reach by itself', () => {
  const states = ['rendering', 'reviewing', 'scheduled', 'published', 'rejected', 'failed'] as const;
  expect(states.map(heading)).toEqual(['已提交', '已提交审核', '已定时发布', '发布成功', '没有通过审核', '文件没有处理成功']);
});
