import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import type { RequestInput } from '#contract/request.ts';

const login = { id: 1 };
vi.mock('#client/session.ts', async (original) => ({
  ...(await original<typeof import('#client/session.ts')>()),
  $session: { get: () => ({ user: login }) },
}));
vi.mock('#client/toast.ts');
const KEY = 'form_draft:1:request:draft';
const kept = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
});
const { post, upload } = vi.hoisted(() => ({
  post: vi.fn<(input: RequestInput) => Promise<{ id: number }>>(),
  upload: vi.fn<() => Promise<{ id: number }>>(),
}));
vi.mock('#client/gateway.ts', async () => {
  const { fakedGateway } = await import('../../../tests/support/faked-gateway.ts');
  return fakedGateway({
    'GET /receive/request/fields': () => ({ list: [{ key: 'copy', name: '文案' }] }),
    'POST /receive/request/add': (input) => post(input as RequestInput),
  });
});
vi.mock('#kit/upload/upload-file.ts', () => ({ uploadFile: upload, UploadInterrupted: class extends Error {} }));

const { createNewRequest } = await import('./new-request.store.ts');

beforeEach(() => {
  kept.clear();
  vi.clearAllMocks();
});
const opened = async (user_id = 1) => {
  login.id = user_id;
  const request = createNewRequest();
  await request.actions.open();
  return request;
};

it('keeps each change in this browser and takes it up again, for the same account alone', async () => {
  const first = await opened();
  first.actions.change({ title: '年会主持稿', field: 'copy' });
  await first.actions.saveAgain();
  const again = await opened();
  expect(again.$state.get()).toMatchObject({
    restored: true,
    form: { title: '年会主持稿', field: 'copy', key: first.$state.get().form.key },
  });
  expect((await opened(2)).$state.get()).toMatchObject({ restored: false, form: { title: '' } });
  login.id = 1;
  again.actions.clear();
  expect(again.$state.get().form.key).not.toBe(first.$state.get().form.key);
  expect((await opened()).$state.get().restored).toBe(false);
});

it('does not trip over a draft that is broken', async () => {
  kept.set(KEY, '{"edition":1,"form":{"title":"x","key":"k","days":"seven","detail":7}}');
  expect((await opened()).$state.get().form).toMatchObject({ title: 'x', days: 7, detail: '' });
  kept.set(KEY, 'not json');
  expect((await opened()).$state.get().restored).toBe(false);
});

it('publishes what was written, with the pictures that arrived, and forgets the draft', async () => {
  const request = await opened();
  upload.mockResolvedValue({ id: 9 });
  await request.actions.addPicture(new File(['x'], 'a.png', { type: 'image/png' }));
  request.actions.change({ title: '年会主持稿', budget: '0.15万 元' });
  post.mockResolvedValue({ id: 3 });
  expect(await request.actions.publish()).toEqual({ id: 3 });
  expect(post.mock.calls[0]?.[0]).toMatchObject({ title: '年会主持稿', budget: 1_500, pictures: [9] });
  expect(kept.has(KEY)).toBe(false);
});

it('says of a draft that its pictures have to be added once more', async () => {
  const first = await opened();
  upload.mockResolvedValue({ id: 9 });
  first.actions.change({ title: '年会主持稿' });
  await first.actions.addPicture(new File(['x'], 'a.png', { type: 'image/png' }));
  await first.actions.saveAgain();
  const again = await opened();
  expect(again.$state.get()).toMatchObject({ restored: true, pictures: [], form: { pictures: 1 } });
  await again.actions.addPicture(new File(['x'], 'a.png', { type: 'image/png' }));
  again.actions.removePicture(0);
  expect(again.$state.get()).toMatchObject({ pictures: [], form: { pictures: 0 } });
});

it('says what is wrong by field, and a change takes it away', async () => {
  const request = await opened();
  request.actions.change({ budget: '很多' });
  expect(await request.actions.publish()).toBeNull();
  expect(request.$state.get().faults).toEqual({ budget: '预算请填金额，例如 8000' });
  request.actions.change({ budget: '' });
  post.mockRejectedValue(new ApiError({ code: 1, msg: '标题', status: 400, fields: { title: '标题至少 4 个字' } }));
  expect(await request.actions.publish()).toBeNull();
  expect(request.$state.get()).toMatchObject({ busy: false, faults: { title: '标题至少 4 个字' } });
  request.actions.change({ title: '年会主持稿' });
  expect(request.$state.get().faults).toEqual({});
});

it('says a refusal that names no field in the form itself', async () => {
  const request = await opened();
  request.actions.change({ title: '年会主持稿' });
  post.mockRejectedValue(new ApiError({ code: 1, msg: '今天最多发布 3 条求单', status: 429 }));
  expect(await request.actions.publish()).toBeNull();
  expect(request.$state.get()).toMatchObject({ busy: false, faults: { form: '今天最多发布 3 条求单' } });
});
