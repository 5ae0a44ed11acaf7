import { expect, it, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import type { RelatedItem } from '#contract/item.ts';
import { KINDS } from '#contract/kinds.ts';

const asked: unknown[][] = [];
let answer: () => Promise<{ list: RelatedItem[] }>;
vi.mock('../item-detail/item.api.ts', () => ({
  fetchRelated: (...input: unknown[]) => {
    asked.push(input.slice(1));
    return answer();
  },
}));
const { createMoreDesigns } = await import('./more-designs.store.ts');

const { calls } = KINDS.design;
const page = (count: number) => async () => ({ list: Array.from({ length: count }, (_, id) => ({ id }) as RelatedItem) });

it('goes on page by page behind the server’s, one at a time, until a page is not full', async () => {
  const { $state, actions } = createMoreDesigns({ calls, id: 7 });
  answer = page(calls.related.limit);
  await Promise.all([actions.more(), actions.more()]);
  expect($state.get()).toMatchObject({ busy: false, ended: false });
  answer = page(3);
  await actions.more();
  await actions.more();
  expect($state.get().batches.map((batch) => batch.length)).toEqual([calls.related.limit, 3]);
  expect($state.get().ended).toBe(true);
  expect(asked).toEqual([
    [7, null, 2],
    [7, null, 3],
  ]);
});

it('stops at a failure, keeps what there is, and tries the same page again', async () => {
  asked.length = 0;
  const { $state, actions } = createMoreDesigns({ calls, id: 7 });
  answer = async () => Promise.reject(new ApiError({ code: 1, msg: '服务器繁忙', status: 500 }));
  await actions.more();
  expect($state.get()).toEqual({ batches: [], busy: false, ended: false, failed: true });
  answer = page(0);
  await actions.more();
  expect($state.get()).toEqual({ batches: [], busy: false, ended: true, failed: false });
  expect(asked.map(([, , at]) => at)).toEqual([2, 2]);
});
