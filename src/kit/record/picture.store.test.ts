import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';

const uploads = vi.hoisted(() => ({ next: (_file: File): Promise<{ id: number }> => Promise.resolve({ id: 0 }) }));
vi.mock('../upload/upload-file.ts', async (original) => ({
  ...(await original<object>()),
  uploadFile: (file: File) => uploads.next(file),
}));
vi.mock('#client/gateway.ts', () => ({
  gateway: async (_call: string, { file_id }: { file_id: number }) => ({ src: `/pic/${file_id}.webp` }),
}));
const { createPicture } = await import('./picture.store.ts');

let stored: string[];
beforeEach(() => {
  stored = [];
});
const file = new File(['x'], 'a.png');
const refused = () => Promise.reject(new ApiError({ code: 1, msg: '请上传 JPG、PNG 或 WebP 图片', status: 200, request_id: 'r2' }));

it('says what is wrong with a picture, and takes the next', async () => {
  const { $state, actions } = createPicture((address) => stored.push(address));
  uploads.next = refused;
  await actions.choose(file);
  expect($state.get()).toMatchObject({ busy: false, failure: { message: '请上传 JPG、PNG 或 WebP 图片', request_id: 'r2' } });
  uploads.next = async () => ({ id: 7 });
  await actions.choose(file);
  expect([$state.get(), stored]).toEqual([{ busy: false, failure: null }, ['/pic/7.webp']]);
});

it('keeps the later of two pictures, whichever arrives first', async () => {
  const { $state, actions } = createPicture((address) => stored.push(address));
  const slow = Promise.withResolvers<{ id: number }>();
  uploads.next = () => slow.promise;
  const first = actions.choose(file);
  expect($state.get().busy).toBe(true);
  uploads.next = async () => ({ id: 2 });
  await actions.choose(file);
  slow.resolve({ id: 1 });
  await first;
  expect(stored).toEqual(['/pic/2.webp']);
});
