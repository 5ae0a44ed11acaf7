import { beforeEach, expect, it, vi } from 'vitest';
import type { UploadedFile } from '#contract/publish.ts';
import type { UploadWish } from '#kit/upload/upload-file.ts';

interface Sending {
  file: File;
  options: UploadWish;
  arrive(change?: Partial<UploadedFile>): Promise<void>;
  fail(error: Error): Promise<void>;
}
let sending: Sending[] = [];

vi.mock('#kit/upload/upload-file.ts', () => {
  class UploadInterrupted extends Error {}
  return {
    UploadInterrupted,
    uploadFile: (file: File, options: UploadWish) =>
      new Promise<UploadedFile>((resolve, reject) => {
        const id = Number(/\d+/.exec(file.name)?.[0]);
        const settled = () => new Promise<void>((done) => setTimeout(done));
        sending.push({
          file,
          options,
          arrive(change = {}) {
            resolve({ id, name: file.name, size_bytes: file.size, type: 'jpeg', ...change });
            return settled();
          },
          fail(error) {
            reject(error);
            return settled();
          },
        });
      }),
  };
});
let urls = 0;
vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => `blob:${++urls}`, revokeObjectURL: () => undefined }));

const { createPictures, NO_PICTURES, wholeProgress } = await import('./picture-uploads.ts');
const { UploadInterrupted } = await import('#kit/upload/upload-file.ts');

const photo = (id: number, bytes = 1_000) => new File([new Uint8Array(bytes)], `${id}.jpg`, { lastModified: id });
const photos = (...ids: number[]) => ids.map((id) => photo(id));

function make(max = 100) {
  let state = NO_PICTURES;
  const changes: number[][] = [];
  const pictures = createPictures({
    max,
    read: () => state,
    write: (next) => {
      state = next;
    },
    onChange: (ids) => changes.push(ids),
    onSessionOver: () => undefined,
  });
  const key = (id: number) => state.list.find(({ name }) => name === `${id}.jpg`)?.key ?? '';
  return { pictures, changes, key, state: () => state, names: () => state.list.map(({ name }) => Number.parseInt(name, 10)) };
}

beforeEach(() => {
  sending = [];
});

it('sends three at a time, in order, and names what is stored in the order of the list, not of arrival', async () => {
  const { pictures, changes, state } = make();
  pictures.add(photos(1, 2, 3, 4, 5));
  expect(sending.map(({ file }) => file.name)).toEqual(['1.jpg', '2.jpg', '3.jpg']);
  expect(pictures.isBusy()).toBe(true);
  await sending[2]?.arrive();
  await sending[0]?.arrive({ picture: { thumb: { src: '', width: 1, height: 1 }, alike: '与您的《婚礼》第 2 张很像' } });
  expect(sending.map(({ file }) => file.name)).toEqual(['1.jpg', '2.jpg', '3.jpg', '4.jpg', '5.jpg']);
  expect(changes).toEqual([[3], [1, 3]]);
  expect(state().list[0]?.alike).toBe('与您的《婚礼》第 2 张很像');
  for (const one of sending) await one.arrive();
  expect(changes.at(-1)).toEqual([1, 2, 3, 4, 5]);
  expect(pictures.isBusy()).toBe(false);
});

it('says how far each and all of them are, by their bytes', async () => {
  const { pictures, state } = make();
  pictures.add([photo(1, 3_000), photo(2, 1_000)]);
  sending[0]?.options.onProgress({ loaded_bytes: 1_500, total_bytes: 3_000, bytes_per_s: 1, checking: false, waiting: false });
  expect(state().list.map(({ percent }) => percent)).toEqual([50, 0]);
  expect(wholeProgress(state().list)).toEqual({ done: 0, count: 2, percent: 37 });
  await sending[1]?.arrive();
  expect(wholeProgress(state().list)).toEqual({ done: 1, count: 2, percent: 62 });
  await sending[0]?.arrive();
  expect(wholeProgress(state().list)).toBeNull();
});

it('one that stops holds up no other, says why, and goes on when it is asked to', async () => {
  const { pictures, key, state, changes } = make();
  pictures.add(photos(1, 2, 3, 4));
  await sending[0]?.fail(new UploadInterrupted('网络中断，请重试'));
  await sending[1]?.fail(new Error('?'));
  expect(state().list.map(({ state: is, message, can_resume }) => [is, message, can_resume])).toEqual([
    ['stopped', '网络中断，请重试', true],
    ['stopped', '文件上传失败', false],
    ['sending', '', false],
    ['sending', '', false],
  ]);
  pictures.retry(key(1));
  expect(sending.at(-1)?.file.name).toBe('1.jpg');
  await sending.at(-1)?.fail(new UploadInterrupted('网络中断，请重试'));
  pictures.retryAll();
  expect(sending.map(({ file }) => file.name)).toEqual(['1.jpg', '2.jpg', '3.jpg', '4.jpg', '1.jpg', '1.jpg']);
  await sending.at(-1)?.arrive();
  expect(changes.at(-1)).toEqual([1]);
});

it('is moved, taken away and taken back to its place; an upload that is taken away ends', async () => {
  const { pictures, changes, key, names, state } = make();
  pictures.add(photos(1, 2, 3));
  for (const one of [...sending]) await one.arrive();
  pictures.move(key(3), 0);
  expect(changes.at(-1)).toEqual([3, 1, 2]);
  pictures.remove(key(1));
  expect([changes.at(-1), state().removed?.entry.name]).toEqual([[3, 2], '1.jpg']);
  pictures.undo();
  expect([changes.at(-1), state().removed]).toEqual([[3, 1, 2], null]);
  pictures.add(photos(4));
  const under_way = sending.at(-1);
  pictures.remove(key(4));
  expect(under_way?.options.signal?.aborted).toBe(true);
  expect(names()).toEqual([3, 1, 2]);
  pictures.undo();
  // the end of the first upload is heard after the second has begun
  await under_way?.fail(new DOMException('removed', 'AbortError'));
  expect(pictures.isBusy()).toBe(true);
  expect([names(), sending.at(-1)?.file.name, sending.length]).toEqual([[3, 1, 2, 4], '4.jpg', 5]);
  await sending.at(-1)?.arrive();
  expect(changes.at(-1)).toEqual([3, 1, 2, 4]);
});

it('leaves out what is there already and what is too much, and says so', () => {
  const { pictures, names, state } = make(3);
  pictures.add(photos(1, 2));
  pictures.add(photos(2, 3, 4, 5));
  expect(names()).toEqual([1, 2, 3]);
  expect(state().left_out).toBe('1 张已在列表中；最多 3 张，2 张没有添加');
});

it('shows what the server keeps in place of everything, without calling it a change', async () => {
  const { pictures, changes, state } = make();
  pictures.add(photos(1));
  const file = { id: 8, name: '旧.jpg', size_bytes: 5, type: 'jpeg' };
  pictures.show([{ file, thumb: { src: '/a', width: 1, height: 1 }, alike: '' }]);
  expect(sending[0]?.options.signal?.aborted).toBe(true);
  await sending[0]?.arrive();
  expect(state().list.map(({ file_id, state: is, src }) => [file_id, is, src])).toEqual([[8, 'stored', '/a']]);
  expect(changes).toEqual([]);
});
