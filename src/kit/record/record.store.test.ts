import { expect, it, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import { createRecord } from './record.store.ts';

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
