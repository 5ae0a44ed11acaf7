import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followAddress } from '#client/address.ts';
import { ApiError } from '#client/api-error.ts';

const toasts: string[] = [];
vi.mock('#client/toast.ts', () => ({ toastSuccess: (text: string) => toasts.push(text) }));

const { createOwnList } = await import('./own-list.store.ts');
type Query = Parameters<Parameters<typeof createOwnList>[0]['fetch']>[0];

/** A browser with a history that goes back, and a server with so many rows. */
function open(search: string, total = 35, is_private = false) {
  const entries = [search];
  const listeners = new Set<() => void>();
  const location = { pathname: '/personalCenter/myPublish', search, hash: '', replace: () => undefined };
  const at = (url: string) => {
    location.search = url.includes('?') ? url.slice(url.indexOf('?')) : '';
    return location.search;
  };
  vi.stubGlobal('location', location);
  vi.stubGlobal('history', {
    state: null,
    pushState: (_state: unknown, _title: string, url: string) => entries.push(at(url)),
    replaceState: (_state: unknown, _title: string, url: string) => entries.splice(-1, 1, at(url)),
  });
  vi.stubGlobal('addEventListener', (_name: string, listener: () => void) => listeners.add(listener));
  vi.stubGlobal('removeEventListener', (_name: string, listener: () => void) => listeners.delete(listener));
  const back = () => {
    entries.pop();
    at(entries.at(-1) ?? '');
    for (const listener of listeners) listener();
  };
  const server = { total, asked: [] as string[], failing: false };
  const list = createOwnList({
    tabs: ['all', 'draft'],
    filters: { kind: ['', 'ppt', 'scheme'] },
    is_private,
    fetch: async ({ tab, q, filters, page }: Query) => {
      server.asked.push([tab, filters['kind'], q, page].join(' '));
      if (server.failing) throw new ApiError({ code: 1, msg: '暂时无法加载', status: 500 });
      const rows = Math.max(0, Math.min(10, server.total - (page - 1) * 10));
      return { list: Array.from({ length: rows }, (_row, at) => ({ id: at })), total: server.total, page, limit: 10 };
    },
    moves: ({ total: now }) => now === 1,
  });
  const unfollow = followAddress(list.actions.open);
  return { list, server, entries, back, unfollow };
}

const settled = () => vi.waitFor(() => expect(1).toBe(1));
let end: Array<() => void> = [];
beforeEach(() => {
  toasts.length = 0;
});
afterEach(() => {
  for (const one of end) one();
  end = [];
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function begin(search: string, total?: number, is_private?: boolean) {
  const made = open(search, total, is_private);
  end.push(() => {
    made.unfollow();
    made.list.actions.close();
  });
  return made;
}

it('P-003 opens what the address names, and says what is chosen as steps that Back takes again', async () => {
  const { list, server, entries, back } = begin('?enterprise=7&tab=draft&kind=ppt&page=2');
  list.actions.open();
  await settled();
  list.actions.choose({ filters: { kind: 'scheme' } });
  list.actions.choose({ tab: 'all', q: '年会' });
  await settled();
  expect(entries).toEqual([
    '?enterprise=7&tab=draft&kind=ppt&page=2',
    '?enterprise=7&tab=draft&kind=scheme',
    '?enterprise=7&kind=scheme&q=%E5%B9%B4%E4%BC%9A',
  ]);
  back();
  back();
  await vi.waitFor(() => expect(list.$state.get().loading).toBe(false));
  expect(list.$state.get()).toMatchObject({ tab: 'draft', filters: { kind: 'ppt' }, q: '', page: 2, data: { page: 2 } });
  expect(server.asked).toEqual(['draft ppt  2', 'draft scheme  1', 'all scheme 年会 1', 'draft scheme  1', 'draft ppt  2']);
});

it('takes nonsense of the address for what it says when it says nothing', async () => {
  const { list, server } = begin('?tab=toString&kind=car&page=-3');
  list.actions.open();
  await settled();
  expect(server.asked).toEqual(['all   1']);
});

it('goes to the last page, without a step, when a page is gone', async () => {
  const { list, server, entries } = begin('?page=2', 11);
  list.actions.open();
  await vi.waitFor(() => expect(list.$state.get().data?.list).toHaveLength(1));
  await list.actions.act(0, async () => server.total--, '删除成功');
  expect(list.$state.get()).toMatchObject({ page: 1, acting: null, data: { page: 1, total: 10 } });
  expect([entries, toasts]).toEqual([[''], ['删除成功']]);
});

it('loads anew after a refused change and says nothing of it: the caller did', async () => {
  const { list, server } = begin('');
  const refused = () => Promise.reject(new ApiError({ code: 1, msg: '不能删除', status: 409 }));
  await list.actions.act(3, refused, '删除成功');
  expect([server.asked, toasts, list.$state.get().acting]).toEqual([['all   1'], [], null]);
});

it('loads by itself while something moves, keeps the rows when that fails, and ends when it is closed', async () => {
  vi.useFakeTimers();
  const { list, server } = begin('', 1);
  list.actions.open();
  await vi.advanceTimersByTimeAsync(2_500);
  server.failing = true;
  await vi.advanceTimersByTimeAsync(2_500);
  expect([server.asked.length, list.$state.get().failure, list.$state.get().data?.total]).toEqual([3, null, 1]);
  server.failing = false;
  await vi.advanceTimersByTimeAsync(2_500);
  expect(server.asked).toHaveLength(4);
  list.actions.close();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(server.asked).toHaveLength(4);
});

it('a press before it was opened keeps what the address says beside it', async () => {
  const { list, entries, server, unfollow } = open('?tab=draft&q=年会');
  end.push(unfollow, list.actions.close);
  list.actions.choose({ filters: { kind: 'ppt' } });
  await settled();
  expect(Object.fromEntries(new URLSearchParams(entries.at(-1)))).toEqual({ tab: 'draft', kind: 'ppt', q: '年会' });
  expect(server.asked.at(-1)).toBe('draft ppt 年会 1');
  list.actions.open();
  await settled();
  expect(server.asked.at(-1)).toBe('draft ppt 年会 1');
});

it('names that are looked for stand in no address, and stay when Back takes a filter', async () => {
  const { list, server, entries, back } = begin('?q=1380', 35, true);
  list.actions.open();
  list.actions.choose({ q: '周岚' });
  list.actions.choose({ filters: { kind: 'ppt' } });
  await settled();
  expect(entries).toEqual(['?q=1380', '', '?kind=ppt']);
  back();
  await vi.waitFor(() => expect(list.$state.get().loading).toBe(false));
  expect(server.asked).toEqual(['all   1', 'all  周岚 1', 'all ppt 周岚 1', 'all  周岚 1']);
});
