import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import type { LoginWanted } from '#client/session.ts';
import type { UserInfo } from '#contract/identity.ts';
import { KINDS, type KindFacts } from '#contract/kinds.ts';
import {
  EMPTY_FORM,
  type FileState,
  type ItemForm,
  type OwnItem,
  type PublishedRow,
  type SavedItem,
  type UploadedFile,
} from '#contract/publish.ts';

const SAVED: SavedItem = { id: 5, status: 'draft', saved_at: 1, edition: 1, waiting: false };
const FILE: UploadedFile = { id: 8, name: '新.pdf', size_bytes: 10, type: 'pdf' };
const READY: ItemForm = { ...EMPTY_FORM, title: '星光年会整案', category_id: 1, price: '19', file_id: 7 };
let session_over = false;
let draft: PublishedRow | null = null;
const sent: Array<{ kind: string; action: string; form: ItemForm }> = [];
const PUBLIC: OwnItem = {
  ...{ id: 5, status: 'published', reject_reason: '', form: READY, file: null, cover: null, saved_at: 1, edition: 1, waiting: false },
  ...{ was_published: true, changed: false, pictures: [], video: null, sold: [7] },
};

vi.mock('./publish.api.ts', () => ({
  newestDraft: async () => draft,
  getOwnItem: async () => ({ ...PUBLIC, changed: true, form: { ...READY, title: '改了一半的标题' } }),
  discardChange: async () => PUBLIC,
  saveItem: async (kind: { key: string }, { action, form }: { action: string; form: ItemForm }) => {
    if (session_over) {
      $session.set(null);
      throw new ApiError({ code: 2, msg: '登录已失效，请重新登录', status: 401 });
    }
    sent.push({ kind: kind.key, action, form });
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
vi.mock('#kit/upload/upload-file.ts', () => ({
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
vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined }));

const moved: string[] = [];
vi.stubGlobal('location', { pathname: '/ppt/add', search: '', replace: (url: string) => moved.push(url) });
const toasts: string[] = [];
vi.mock('#client/toast.ts', () => ({ toastSuccess: (text: string) => toasts.push(text) }));

const { $session } = await import('#client/session.ts');
const { createPublishForm } = await import('./publish.store.ts');

const SESSION = { token: 't', user: { id: 1 } as UserInfo };

/** A form of its own, filled and ready to be submitted. */
function filled() {
  const store = createPublishForm({ kind: KINDS.scheme });
  store.$state.setKey('form', READY);
  return store;
}

beforeEach(() => {
  sent.length = 0;
  wanted.length = 0;
  moved.length = 0;
  toasts.length = 0;
  session_over = false;
  draft = null;
  $session.set(null);
});

it('does not submit the old file while a new one is on its way, or stopped', async () => {
  const { $state, actions } = filled();
  const choosing = actions.chooseDocument(new File(['x'], '新.pdf'));
  expect(await actions.submit()).toBe(false);
  expect($state.get().errors.file_id).toBe('文件还在上传，请稍候');
  fail(new Error('文件已损坏'));
  await choosing;
  expect(await actions.submit()).toBe(false);
  expect($state.get().errors.file_id).toContain('新文件没有上传完成');
  actions.cancelUpload();
  expect($state.get().errors.file_id).toBeUndefined();
  expect(await actions.submit()).toBe(true);
  expect(sent.map(({ action, form }) => [action, form.file_id])).toEqual([['submit', 7]]);
});

it('F-56 saves the draft as soon as a file has arrived, and says which', async () => {
  const { actions } = filled();
  const choosing = actions.chooseDocument(new File(['x'], '新.pdf'));
  arrive(FILE);
  await choosing;
  expect(toasts).toEqual(['新.pdf 文件上传成功']);
  await vi.waitFor(() => expect(sent.map(({ action, form }) => [action, form.file_id])).toEqual([['draft', 8]]));
});

it('waits for the cover that is on its way', async () => {
  const { $state, actions } = filled();
  $state.setKey('cover_busy', true);
  expect(await actions.submit()).toBe(false);
  expect($state.get().errors.cover_page).toBe('封面还在上传，请稍候');
});

it('asks once for a login when the session ends, goes on typing, and saves what is there after it', async () => {
  const { $state, actions } = filled();
  $session.set(SESSION);
  session_over = true;
  await actions.saveNow();
  expect(wanted.map(({ reason }) => reason)).toEqual(['登录已过期，登录后继续，已填写的内容还在']);
  wanted[0]?.done(null);
  actions.change({ title: '关掉登录框后改的标题' });
  await actions.saveNow();
  expect([wanted.length, $state.get().save.kind]).toEqual([1, 'failed']);
  expect(await actions.submit(), 'a press asks again').toBe(false);
  await vi.waitFor(() => expect(wanted).toHaveLength(2));
  session_over = false;
  $session.set(SESSION);
  wanted[1]?.done(SESSION);
  await vi.waitFor(() => expect(sent.map(({ action, form }) => [action, form.title])).toEqual([['draft', '关掉登录框后改的标题']]));
});

it('F-53 sends a visitor to sign in, with the way back and what for', async () => {
  await createPublishForm({ kind: KINDS.ppt }).actions.open(null);
  expect(moved).toEqual(['/login?from=%2Fppt%2Fadd&event=publish_ppt']);
});

it('U-41 offers the draft that was begun before, until something is typed', async () => {
  $session.set(SESSION);
  draft = { id: 9, title: '上周的草稿' } as PublishedRow;
  const { $state, actions } = createPublishForm({ kind: KINDS.ppt });
  await actions.open(null);
  expect($state.get().unfinished?.id).toBe(9);
  actions.change({ title: '新的标题' });
  expect($state.get().unfinished).toBeNull();
  await actions.saveNow();
  expect(sent).toMatchObject([{ kind: 'ppt', action: 'draft' }]);
});

it('U-42 goes back to what readers see when a change is discarded, and knows a change from a first publishing', async () => {
  $session.set(SESSION);
  const { $state, actions } = createPublishForm({ kind: KINDS.scheme });
  await actions.open(5);
  expect($state.get()).toMatchObject({ changed: true, form: { title: '改了一半的标题' }, known: { was_published: true } });
  await actions.discard();
  expect($state.get()).toMatchObject({ changed: false, form: { title: READY.title } });
  actions.change({ price: '29' });
  expect($state.get().changed).toBe(true);
  await actions.submit();
  expect($state.get().done).toMatchObject({ status: 'published', was_published: true });
  const first = filled();
  await first.actions.submit();
  expect(first.$state.get().done?.was_published).toBe(false);
});

const CASE: KindFacts = {
  ...KINDS.scheme,
  formats: [],
  media: { pictures: { min: 1, max: 9 }, video: true, locked: false },
  fields: [
    { key: 'theme', label: '主题', type: 'text', max: 20, required: true },
    { key: 'start', label: '开始日期', type: 'date', to: 'end' },
    { key: 'end', label: '结束日期', type: 'date' },
  ],
};
/** A work of pictures: one is stored, the second is on its way. */
async function shown() {
  const store = createPublishForm({ kind: CASE });
  store.$state.setKey('form', { ...READY, file_id: null, price_type: 'free', price: '', fields: { theme: '海底' } });
  store.actions.pictures.add([new File(['x'], '一.jpg')]);
  arrive({ ...FILE, id: 21 });
  await vi.waitFor(() => expect(store.$state.get().form.pictures).toEqual([21]));
  store.actions.pictures.add([new File(['xy'], '二.jpg')]);
  return store;
}

it('does not submit while pictures or the film are on their way or stopped; what is taken away holds up nothing', async () => {
  const { $state, actions } = await shown();
  expect(await actions.submit()).toBe(false);
  expect($state.get().errors.pictures).toBe('图片还在上传，请稍候');
  fail(new Error('?'));
  await vi.waitFor(() => expect($state.get().pictures.list[1]?.state).toBe('stopped'));
  expect(await actions.submit()).toBe(false);
  expect($state.get().errors.pictures).toBe('1 张图片没有上传完成，请重试或移除');
  actions.pictures.remove($state.get().pictures.list[1]?.key ?? '');
  const choosing = actions.chooseVideo(new File(['x'], '现场.mp4'));
  expect(await actions.submit()).toBe(false);
  expect($state.get().errors.video_file_id).toBe('视频还在上传，请稍候');
  fail(new ApiError({ code: 1, msg: '视频是 H.265（HEVC）编码', status: 400 }));
  await choosing;
  expect($state.get().video_upload?.stopped).toEqual({ message: '视频是 H.265（HEVC）编码', can_resume: false });
  actions.removeVideo();
  expect([$state.get().video_upload, $state.get().errors.video_file_id]).toEqual([null, undefined]);
  expect(await actions.submit()).toBe(true);
  expect(sent.at(-1)).toMatchObject({ action: 'submit', form: { pictures: [21], cover_page: 1, video_file_id: null } });
});

it('a film that has arrived is saved, and can be taken away', async () => {
  const { $state, actions } = await shown();
  const choosing = actions.chooseVideo(new File(['x'], '现场.mp4'));
  arrive({ ...FILE, id: 30, type: 'mp4' });
  await choosing;
  await vi.waitFor(() => expect(sent.at(-1)?.form.video_file_id).toBe(30));
  actions.removeVideo();
  expect([$state.get().video, $state.get().form.video_file_id]).toEqual([null, null]);
});

it('P6 another film comes without the captions of the former one, another document without the focus of its cover', async () => {
  const { $state, actions } = await shown();
  $state.setKey('form', { ...$state.get().form, video_file_id: 29, video_captions: 'WEBVTT' });
  const choosing = actions.chooseVideo(new File(['x'], '新.mp4'));
  arrive({ ...FILE, id: 30, type: 'mp4' });
  await choosing;
  expect($state.get().form).toMatchObject({ video_file_id: 30, video_captions: '' });
  expect(toasts).toContain('视频已更换，原来的字幕已移除');
  const scheme = filled();
  scheme.$state.setKey('form', { ...scheme.$state.get().form, cover_page: 3, cover_focus: { x: 9, y: 90 } });
  const document = scheme.actions.chooseDocument(new File(['x'], '新.pdf'));
  arrive(FILE);
  await document;
  expect(scheme.$state.get().form).toMatchObject({ cover_page: 1, cover_focus: null });
});

it('a picture that is sold is shown when its publisher says so, and offered once; other files are not', async () => {
  const { $state, actions } = createPublishForm({ kind: KINDS.design });
  const send = async (name: string, type: string) => {
    const choosing = actions.chooseDocument(new File(['xyz'], name, { type }));
    arrive({ ...FILE, id: 40 });
    await choosing;
  };
  await send('主视觉.psd', 'image/vnd.adobe.photoshop');
  expect($state.get().flat).toBeNull();
  await send('主视觉.png', 'image/png');
  expect([$state.get().flat?.name, $state.get().pictures.list.length]).toEqual(['主视觉.png', 0]);
  actions.showFlat();
  arrive({ ...FILE, id: 41 });
  await vi.waitFor(() => expect($state.get().form).toMatchObject({ file_id: 40, pictures: [41] }));
  expect($state.get().flat).toBeNull();
});

it('a field that changes is no longer wrong until it is left', async () => {
  const { $state, actions } = await shown();
  actions.change({ fields: { theme: '' } });
  actions.check('field.theme');
  expect($state.get().errors).toEqual({ 'field.theme': '请填写主题' });
  actions.change({ fields: { theme: '山' } });
  expect($state.get().errors).toEqual({});
});

it('the end of a range is no longer wrong when its beginning changes', async () => {
  const { $state, actions } = await shown();
  const fields = { theme: '山', start: '2026-11-20', end: '2026-11-01' };
  actions.change({ fields });
  actions.check('field.end');
  expect($state.get().errors).toEqual({ 'field.end': '结束日期不能早于开始日期' });
  actions.change({ fields: { ...fields, start: '2026-10-30' } });
  expect($state.get().errors).toEqual({});
});
