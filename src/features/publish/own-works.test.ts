import { expect, it, vi } from 'vitest';
import type { ItemStatus, PublishedList, PublishedRow } from '#contract/publish.ts';
import type { OwnList } from '#kit/own-list/own-list.store.ts';

const server = { answers: 'published' as ItemStatus, asked: [] as unknown[] };
vi.mock('./publish.api.ts', () => ({
  listMine: async (...asked: unknown[]) => void server.asked.push(asked),
  shelveItem: async () => ({ id: 1, status: server.answers }),
  scheduleItem: async (_id: number, publish_at: number) => ({ id: 1, status: publish_at > 0 ? 'draft' : server.answers }),
  deleteDraft: async () => ({ id: 1 }),
}));

const { loadMine, publishActs, rendersStill } = await import('./own-works.ts');

const said: string[] = [];
const acts = publishActs({
  actions: {
    act: async (_key, work, done) => {
      const answer = await work();
      said.push(typeof done === 'string' ? done : done(answer));
    },
  } as OwnList<PublishedList>['actions'],
});
const ROW = { id: 1, kind: 'scheme' };

it('says whether what comes back is on the site or before a reviewer, and what became of a time', async () => {
  await acts.restore(ROW);
  server.answers = 'reviewing';
  await acts.restore(ROW);
  await acts.schedule(ROW, 1_800_000_000);
  server.answers = 'draft';
  await acts.schedule(ROW, 0);
  server.answers = 'published';
  await acts.schedule(ROW, 0);
  expect(said).toEqual(['已恢复上架', '已提交审核', '发布时间已保存', '已取消定时', '已发布']);
});

it('asks for the kind, tab and page of the list, and again while a row renders', async () => {
  await loadMine({ tab: 'draft', q: '', filters: { kind: 'ppt' }, page: 3 });
  expect(server.asked).toEqual([['ppt', 'draft', 3]]);
  const list = (row: Partial<PublishedRow>) => ({ list: [{ status: 'draft', render: null, ...row }] }) as unknown as PublishedList;
  expect(
    [{}, { status: 'rendering' as const }, { render: { status: 'done' } as PublishedRow['render'] }].map((row) => rendersStill(list(row))),
  ).toEqual([false, true, true]);
});
