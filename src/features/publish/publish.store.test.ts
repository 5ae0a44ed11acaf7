import { beforeEach, expect, it, vi } from 'vitest';
import type { UserInfo } from '#contract/identity.ts';
import { EMPTY_FORM, type FileState, type ItemForm, type SavedItem, type UploadedFile } from '#contract/publish.ts';
import { ApiError } from '../../client/api-error.ts';
import type { LoginWanted } from '../../client/session.ts';

const SAVED: SavedItem = { id: 5, status: 'draft', saved_at: 1, waiting: false };
const FILE: UploadedFile = { id: 8, name: '新.pdf', size_bytes: 10, type: 'pdf' };
const READY: ItemForm = { ...EMPTY_FORM, title: '星光年会整案', category_id: 1, price: '19', file_id: 7 };
let session_over = false;
const sent: Array<{ action: string; form: ItemForm }> = [];

vi.mock('./publish.api.ts', () => ({
  saveItem: async ({ action, form }: { action: string; form: ItemForm }) => {
    if (session_over) {
      $session.set(null);
      throw new ApiError({ code: 2, msg: '登录已失效，请重新登录', status: 401 });
    }
    sent.push({ action, form });
    return { ...SAVED, status: action === 'submit' ? 'published' : 'draft' };
  },
  getFileState: async (): Promise<FileState> => ({
    file: FILE,
    render: { status: 'done', done_pages: 1, page_count: 1, failure: '' },
    pages: [],
  }),
}));

let arrive: (file: UploadedFile) => void = () => {};
let fail: (error: Error) => void = () => {};
vi.mock('./upload-file.ts', () => ({
  UploadInterrupted: class extends Error {},
  uploadFile: () =>
    new Promise<UploadedFile>((resolve, reject) => {
      arrive = resolve;
      fail = reject;
    }),
}));

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
vi.stubGlobal('history', { state: null, replaceState: () => undefined });

const wanted: LoginWanted[] = [];
vi.stubGlobal('document', {
  documentElement: { dataset: {}, style: { setProperty: () => undefined, removeProperty: () => undefined } },
  dispatchEvent: (event: CustomEvent<LoginWanted>) => {
    wanted.push(event.detail);
    return false;
  },
});
vi.stubGlobal('window', { addEventListener: () => undefined });

const { $session } = await import('../../client/session.ts');
const { $coverBusy, $done, $errors, $form, $save, $upload, cancelUpload, changeForm, chooseDocument, saveNow, submitForm } = await import(
  './publish.store.ts'
);

beforeEach(() => {
  sent.length = 0;
  wanted.length = 0;
  session_over = false;
  $done.set(null);
  $upload.set(null);
  $coverBusy.set(false);
  $form.set(READY);
});

it('does not submit the old file while a new one is on its way, or stopped', async () => {
  const choosing = chooseDocument(new File(['x'], '新.pdf'));
  expect(await submitForm()).toBe(false);
  expect($errors.get().file_id).toBe('文件还在上传，请稍候');
  fail(new Error('文件已损坏'));
  await choosing;
  expect(await submitForm()).toBe(false);
  expect($errors.get().file_id).toContain('新文件没有上传完成');
  cancelUpload();
  expect($errors.get().file_id).toBeUndefined();
  expect(await submitForm()).toBe(true);
  expect(sent.map(({ action, form }) => [action, form.file_id])).toEqual([['submit', 7]]);
});

it('saves the draft as soon as a file has arrived', async () => {
  const choosing = chooseDocument(new File(['x'], '新.pdf'));
  arrive(FILE);
  await choosing;
  await vi.waitFor(() => expect(sent.map(({ action, form }) => [action, form.file_id])).toEqual([['draft', 8]]));
});

it('waits for the cover that is on its way', async () => {
  $coverBusy.set(true);
  expect(await submitForm()).toBe(false);
  expect($errors.get().cover_page).toBe('封面还在上传，请稍候');
});

it('asks once for a login when the session ends, goes on typing, and saves what is there after it', async () => {
  const session = { token: 't', user: { id: 1 } as UserInfo };
  $session.set(session);
  session_over = true;
  await saveNow();
  expect(wanted.map(({ reason }) => reason)).toEqual(['登录已过期，登录后继续，已填写的内容还在']);
  wanted[0]?.done(null);
  changeForm({ title: '关掉登录框后改的标题' });
  await saveNow();
  expect([wanted.length, $save.get().kind]).toEqual([1, 'failed']);
  expect(await submitForm(), 'a press asks again').toBe(false);
  await vi.waitFor(() => expect(wanted).toHaveLength(2));
  session_over = false;
  $session.set(session);
  wanted[1]?.done(session);
  await vi.waitFor(() => expect(sent.map(({ action, form }) => [action, form.title])).toEqual([['draft', '关掉登录框后改的标题']]));
});
