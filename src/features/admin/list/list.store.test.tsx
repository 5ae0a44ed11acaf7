import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import type { ListFacts, ListPage } from '#contract/admin.ts';

const calls = vi.hoisted(() => ({ fetchFacts: vi.fn(), fetchPage: vi.fn(), fetchRun: vi.fn() }));
vi.mock('#client/gateway.ts', async () => {
  const { fakedGateway } = await import('../../../../tests/support/faked-gateway.ts');
  return fakedGateway({
    'GET /admin/list/facts': ({ list }) => calls.fetchFacts(list),
    'POST /admin/list/run': () => Promise.resolve({ id: 4 }),
    'GET /admin/list/run': () => calls.fetchRun(),
    'GET /admin/list/page': ({ list, ...at }) => calls.fetchPage(list, at),
  });
});

const signed = vi.hoisted(() => ({ in: false }));
vi.mock('#client/session.ts', async (original) => ({
  ...(await original<typeof import('#client/session.ts')>()),
  $session: { get: () => (signed.in ? { token: 't', user: { id: 1 } } : null) },
}));

const { createStaffList } = await import('./list.store.ts');
const { StaffList } = await import('./StaffList.tsx');

const FACTS: ListFacts = {
  key: 'orders',
  title: '订单',
  columns: [{ key: 'number', title: '订单号', kind: 'text', shown: true }],
  filters: [{ key: 'buyer', title: '买家编号', kind: 'number' }],
  orders: [],
  search: '订单号',
  actions: [],
  can_export: false,
  empty: null,
  views: [],
  moving: [],
};
const PAGE: ListPage = { rows: [{ id: '1', href: '', cover: '', cells: { number: '2026-1' } }], prev: '', next: '', total: 1, sums: [] };
const refused = (status: number, message: string) =>
  new ApiError({ status, code: 1, msg: '提交的内容有误', fields: status === 400 ? { query: message } : {}, request_id: 'r1' });

beforeEach(() => {
  vi.stubGlobal('location', { pathname: '/admin/orders', search: '' });
  vi.stubGlobal('history', { pushState: vi.fn() });
  calls.fetchFacts.mockReset().mockResolvedValue(FACTS);
  calls.fetchPage.mockReset().mockResolvedValue(PAGE);
});

const shown = (store: ReturnType<typeof createStaffList>) =>
  renderToStaticMarkup(<StaffList facts={FACTS} state={store.$state.get()} store={store} />);

it('keeps filters and what was typed when a condition is refused, says which, and goes on from there', async () => {
  const store = createStaffList('orders');
  await store.actions.reload();
  expect(shown(store)).toContain('2026-1');
  calls.fetchPage.mockRejectedValueOnce(refused(400, '筛选条件“买家编号”：请填写数字'));
  store.actions.filter('buyer', 'abc');
  await vi.waitFor(() => expect(store.$state.get().busy).toBe(false));
  expect(store.$state.get()).toMatchObject({ load: 'ready', page: null, failure: { status: 400 } });
  const html = shown(store);
  for (const part of ['筛选条件“买家编号”：请填写数字', 'value="abc"', '清空条件']) expect(html).toContain(part);
  expect([html.includes('2026-1'), html.includes('重试')]).toEqual([false, false]);
  store.actions.filter('buyer', '7');
  await vi.waitFor(() => expect(store.$state.get()).toMatchObject({ load: 'ready', page: PAGE, failure: null }));
  expect(calls.fetchPage).toHaveBeenLastCalledWith('orders', { query: 'buyer=7', after: '', before: '' });
});

it('offers to try again where only the rows could not be loaded; without the list’s facts there is no list', async () => {
  const store = createStaffList('orders');
  calls.fetchPage.mockRejectedValueOnce(refused(503, ''));
  await store.actions.reload();
  expect(shown(store)).toMatch(/搜索.*提交的内容有误.*r1.*重试/s);
  await store.actions.reload();
  expect(shown(store)).toContain('2026-1');
  const other = createStaffList('orders');
  calls.fetchFacts.mockRejectedValueOnce(refused(403, ''));
  await other.actions.reload();
  expect(other.$state.get()).toMatchObject({ load: 'forbidden', facts: null });
});

it('U28 looks again at rows whose state ends by itself, until it has ended, and never under a selection', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { visibilityState: 'visible' });
  const row = (status: string) => ({ ...PAGE, rows: [{ id: '1', href: '', cover: '', cells: { status } }] });
  calls.fetchFacts.mockResolvedValue({
    ...FACTS,
    columns: [{ key: 'status', title: '状态', kind: 'state', shown: true }],
    moving: ['退款中'],
  });
  calls.fetchPage.mockResolvedValue(row('退款中'));
  const store = createStaffList('refunds');
  await store.actions.reload();
  store.actions.select(['1'], true);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(calls.fetchPage).toHaveBeenCalledTimes(1);
  await store.actions.reload();
  calls.fetchPage.mockRejectedValueOnce(refused(503, '')).mockResolvedValue(row('已退回'));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(store.$state.get().page).toEqual(row('退款中'));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(store.$state.get().page).toEqual(row('已退回'));
  expect(calls.fetchPage).toHaveBeenCalledTimes(4);
  vi.useRealTimers();
});

it('keeps the ticks when a dialog closes, which steps back as well, and loads what another address says', async () => {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  signed.in = true;
  const store = createStaffList('orders');
  await store.actions.open();
  store.actions.select(['1'], true);
  page.dispatchEvent(new Event('popstate'));
  expect(store.$state.get()).toMatchObject({ selected: ['1'], busy: false });
  location.search = '?buyer=7';
  page.dispatchEvent(new Event('popstate'));
  await vi.waitFor(() => expect(store.$state.get()).toMatchObject({ selected: [], busy: false, address: { query: 'buyer=7' } }));
});

it('follows a run through calls without an answer, and leaves its dialog closed', async () => {
  vi.useFakeTimers();
  const run = (status: string, done: number) => ({ status, done, failed: 0, total: 9, results: [], action_title: '下架' });
  const lost = new ApiError({ status: 0, code: 1, msg: '网络不稳' });
  calls.fetchRun.mockRejectedValueOnce(lost).mockResolvedValueOnce(run('running', 3)).mockRejectedValueOnce(refused(502, ''));
  calls.fetchRun.mockResolvedValue(run('done', 9));
  const store = createStaffList('orders');
  await store.actions.reload();
  expect(await store.actions.start({ name: 'down' } as ListFacts['actions'][number], '违规', 9)).toBe(null);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(store.$state.get().run).toMatchObject({ status: 'running', done: 3 });
  store.actions.closeRun();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(store.$state.get().run).toBe(null);
  expect([calls.fetchRun.mock.calls.length, calls.fetchPage.mock.calls.length]).toEqual([4, 2]);
  vi.useRealTimers();
});
