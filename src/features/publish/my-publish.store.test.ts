import { beforeEach, expect, it, vi } from 'vitest';
import type { ItemStatus, PublishedList, PublishedRow } from '#contract/publish.ts';

const server = { total: 0, restored: 'published' as ItemStatus };
const toasts: string[] = [];

vi.mock('./publish.api.ts', () => ({
  listMine: async (_tab: string, page: number): Promise<Partial<PublishedList>> => ({
    list: Array.from(
      { length: Math.max(0, Math.min(10, server.total - (page - 1) * 10)) },
      () => ({ status: 'draft', render: null }) as PublishedRow,
    ),
    total: server.total,
    page,
    limit: 10,
  }),
  shelveScheme: async () => ({ id: 1, status: server.restored }),
  deleteDraft: async () => {
    server.total--;
    return { id: 1 };
  },
}));
vi.mock('../../client/toast.ts', () => ({ toastSuccess: (text: string) => toasts.push(text) }));
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
vi.stubGlobal('location', { pathname: '/personalCenter/myPublish' });
vi.stubGlobal('history', { state: null, replaceState: () => undefined });

const { $busy, $list, goToPage, removeDraft, restore } = await import('./my-publish.store.ts');

beforeEach(() => {
  toasts.length = 0;
});

it('goes to the last page when the last row of a page went away, or none was there', async () => {
  server.total = 11;
  await goToPage(2);
  expect($list.get()?.list).toHaveLength(1);
  await removeDraft(1);
  expect($list.get()).toMatchObject({ page: 1, total: 10 });
  await goToPage(99);
  expect([$list.get()?.page, $list.get()?.list.length, $busy.get()]).toEqual([1, 10, false]);
});

it('says whether what comes back is on the site or before a reviewer', async () => {
  await restore(1);
  server.restored = 'reviewing';
  await restore(1);
  expect(toasts).toEqual(['已恢复上架', '已提交审核']);
});
