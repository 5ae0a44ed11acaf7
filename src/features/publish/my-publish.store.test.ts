import { beforeEach, expect, it, vi } from 'vitest';
import type { ItemStatus, PublishedList, PublishedRow } from '#contract/publish.ts';

const server = { total: 0, restored: 'published' as ItemStatus };
const toasts: string[] = [];
const asked: string[] = [];

vi.mock('./publish.api.ts', () => ({
  listMine: async (kind: string, _tab: string, page: number): Promise<Partial<PublishedList>> => {
    asked.push(kind);
    return {
      list: Array.from(
        { length: Math.max(0, Math.min(10, server.total - (page - 1) * 10)) },
        () => ({ status: 'draft', render: null }) as PublishedRow,
      ),
      total: server.total,
      page,
      limit: 10,
    };
  },
  shelveItem: async () => ({ id: 1, status: server.restored }),
  deleteDraft: async () => {
    server.total--;
    return { id: 1 };
  },
}));
vi.mock('#client/toast.ts', () => ({ toastSuccess: (text: string) => toasts.push(text) }));
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
vi.stubGlobal('location', { pathname: '/personalCenter/myPublish' });
vi.stubGlobal('history', { state: null, replaceState: () => undefined });

const { createMyPublish } = await import('./my-publish.store.ts');

const ROW = { id: 1, kind: 'scheme' };

beforeEach(() => {
  toasts.length = 0;
});

it('goes to the last page when the last row of a page went away, or none was there', async () => {
  const { $state, actions } = createMyPublish({ kinds: ['scheme', 'ppt'] });
  server.total = 11;
  await actions.goToPage(2);
  expect($state.get().list?.list).toHaveLength(1);
  await actions.removeDraft(ROW);
  expect($state.get().list).toMatchObject({ page: 1, total: 10 });
  await actions.goToPage(99);
  expect([$state.get().list?.page, $state.get().list?.list.length, $state.get().busy]).toEqual([1, 10, false]);
});

it('says whether what comes back is on the site or before a reviewer', async () => {
  const { actions } = createMyPublish({ kinds: ['scheme'] });
  await actions.restore(ROW);
  server.restored = 'reviewing';
  await actions.restore(ROW);
  expect(toasts).toEqual(['已恢复上架', '已提交审核']);
});

it('asks for one kind when one is chosen, from the first page on', async () => {
  const { $state, actions } = createMyPublish({ kinds: ['scheme', 'ppt'] });
  server.total = 30;
  await actions.goToPage(3);
  asked.length = 0;
  actions.chooseKind('ppt');
  await vi.waitFor(() => expect($state.get().list?.page).toBe(1));
  expect([asked, $state.get().kind]).toEqual([['ppt'], 'ppt']);
});
