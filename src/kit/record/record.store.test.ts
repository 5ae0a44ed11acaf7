import { expect, it, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';

vi.mock('#client/session.ts', async (original) => ({ ...(await original<object>()), $session: { get: () => ({ user: { id: 1 } }) } }));
vi.mock('#client/toast.ts', () => ({ toastSuccess: () => undefined }));
const { createRecord } = await import('./record.store.ts');

it('says nothing more of a field that was written anew', async () => {
  const refused = new ApiError({ status: 200, code: 1, msg: '请检查填写的内容', fields: { title: '请输入名称', price: '请输入售价' } });
  const record = createRecord<null, { title: string }>({
    fields: [{ key: 'title', label: '名称', kind: 'text' }],
    empty: {},
    read: async () => ({ values: {}, facts: null }),
    save: vi.fn(async () => Promise.reject(refused)),
  });
  await record.actions.save();
  expect(record.$state.get().errors).toMatchObject({ title: '请输入名称', price: '请输入售价' });
  record.actions.change({ title: '券' });
  expect(record.$state.get().errors).toEqual({ price: '请输入售价' });
  expect(record.$state.get().draft).toEqual({ title: '券' });
});

it('knows what was written and not saved, and leaves what is written while it is saved', async () => {
  vi.stubGlobal('location', { search: '?id=3', pathname: '/admin/a' });
  vi.stubGlobal('history', { replaceState: () => undefined });
  let stored = '一';
  const saves = Promise.withResolvers<{ id: number }>();
  const record = createRecord<null, { title: string }>({
    fields: [{ key: 'title', label: '名称', kind: 'text' }],
    empty: {},
    read: async () => ({ values: { title: stored }, facts: null }),
    save: ({ title }) => {
      stored = title;
      return saves.promise;
    },
  });
  const { $state, actions } = record;
  await actions.open();
  expect($state.get()).toMatchObject({ draft: { title: '一' }, changed: false });
  actions.change({ title: '二' });
  expect($state.get().changed).toBe(true);
  const saved = actions.save();
  actions.change({ title: '二三' });
  saves.resolve({ id: 3 });
  await saved;
  expect($state.get()).toMatchObject({ draft: { title: '二三' }, changed: true });
  await actions.save();
  expect($state.get()).toMatchObject({ draft: { title: '二三' }, changed: false });
});
