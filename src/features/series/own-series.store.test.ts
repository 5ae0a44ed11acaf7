import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import type { OwnSeries } from '#contract/series.ts';

const sent: Array<{ how: string; body: unknown }> = [];
const WORKS = [1, 2, 3].map((id) => ({ id, title: `作品 ${id}`, kind: 'scheme', status: 'published' }));

vi.mock('#client/gateway.ts', () => ({
  gateway: async (name: string, body: unknown) => {
    const how = name.split(' ')[0]?.toLowerCase() ?? '';
    if (how === 'get')
      return name.includes('mine') ? { list: WORKS, total: 3 } : { list: [] as OwnSeries[], bound: { free: [2], bought: [] } };
    if (how === 'delete') throw new ApiError({ code: 1, msg: '服务异常，请稍后再试', status: 500, request_id: 'r7' });
    return sent.push({ how, body });
  },
}));
vi.mock('#client/toast.ts', () => ({ toastSuccess: () => undefined }));
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });

const { createOwnSeries } = await import('./own-series.store.ts');

beforeEach(() => {
  sent.length = 0;
});

it('puts works in order and sends the order, new or changed; what is wrong is said and not sent', async () => {
  const { $state, actions } = createOwnSeries();
  actions.edit(null);
  await vi.waitFor(() => expect($state.get().works).toHaveLength(3));
  const [a, b, c] = $state.get().works;
  if (!a || !b || !c) throw new Error('three works');
  actions.change({ title: '三部曲' });
  actions.add(a);
  await actions.save();
  expect($state.get().refusal?.message).toBe('系列至少包含两件作品');
  for (const work of [b, c]) actions.add(work);
  actions.move(c.id, -1);
  actions.move(a.id, -1);
  actions.drop(b.id);
  await actions.save();
  expect(sent).toEqual([{ how: 'post', body: { title: '三部曲', introduction: '', item_ids: [a.id, c.id], price: 0, releases: [] } }]);
  expect($state.get().edited).toBeNull();
  actions.edit({ id: 9, title: '三部曲', introduction: '', price: 99, releases: [{ item_id: c.id, opens_at: 0 }], items: [a, c] });
  actions.move(c.id, -1);
  await actions.save();
  expect(sent[1]).toEqual({
    how: 'put',
    body: { id: 9, title: '三部曲', introduction: '', item_ids: [c.id, a.id], price: 99, releases: [{ item_id: c.id, opens_at: 0 }] },
  });
});

it('sends no time for a course whose lessons are all free', async () => {
  const { $state, actions } = createOwnSeries();
  await actions.load();
  const items = [1, 2, 3].map((id) => ({ id, title: `课程 ${id}`, kind: 'course', status: 'published' as const }));
  const releases = [2, 3].map((item_id) => ({ item_id, opens_at: 0 }));
  actions.edit({ id: 9, title: '路径', introduction: '', price: 0, releases, items });
  await actions.save();
  expect($state.get().refusal).toBeNull();
  expect(sent[0]?.body).toMatchObject({ releases: [{ item_id: 3, opens_at: 0 }] });
});

it('keeps the number of a request that broke, and forgets it when the work goes on', async () => {
  const { $state, actions } = createOwnSeries();
  await actions.remove(9);
  expect($state.get()).toMatchObject({ busy: false, refusal: { message: '服务异常，请稍后再试', request_id: 'r7', status: 500 } });
  actions.edit(null);
  expect($state.get().refusal).toBeNull();
});
