import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import { $session } from '#client/session.ts';
import { EMPTY_CONTACT, EMPTY_PARTS, type OwnResume } from '#contract/recruit.ts';
import { createResume } from './resume.store.ts';

beforeEach(() => $session.set({ token: 't', user: { id: 1 } } as never));

const saved = (change: Partial<OwnResume> = {}): OwnResume => ({
  ...{
    id: 7,
    title: '策划',
    visibility: 'applied',
    is_default: 1,
    parts: EMPTY_PARTS,
    contact: EMPTY_CONTACT,
    pdf: null,
    updated_at: 1,
    edition: 1,
  },
  ...change,
});
function storeWith(change: object = {}) {
  const calls = {
    fetchResume: vi.fn(async () => saved()),
    fetchStart: vi.fn(async () => ({ name: '', mobile: '' })),
    saveResume: vi.fn(async (_wish: { id: number | null }) => saved()),
    setFile: vi.fn(async () => saved({ pdf: { name: '我.pdf', size_bytes: 9 } })),
    uploadFile: vi.fn(async () => ({ id: 3 })),
    ...change,
  };
  return { calls, ...createResume(calls as never, 1) };
}

it('makes one resume however fast somebody types, and goes on with it', async () => {
  const { calls, $state, actions } = storeWith();
  await actions.open(null);
  actions.change({ title: '策' });
  await Promise.all([actions.saveNow(), actions.saveNow()]);
  expect(calls.saveResume.mock.calls.map(([{ id }]) => id)).toEqual([null, 7]);
  expect($state.get()).toMatchObject({ id: 7, save: { kind: 'saved' } });
});

it('begins with what is known of its writer, and saves it only once something is typed', async () => {
  const { calls, $state, actions } = storeWith({ fetchStart: async () => ({ name: '林晓', mobile: '13800138000' }) });
  await actions.open(null);
  expect($state.get().form).toMatchObject({ parts: { person: { name: '林晓' } }, contact: { mobile: '13800138000', mail: '' } });
  expect(calls.saveResume).not.toHaveBeenCalled();
  const unknown = storeWith({ fetchStart: () => Promise.reject(new ApiError({ code: 1, msg: '', status: 500 })) });
  await unknown.actions.open(null);
  expect(unknown.$state.get()).toMatchObject({ load: 'ready', form: { contact: EMPTY_CONTACT } });
});

it('says what is missing before it can be sent, and keeps what was typed', async () => {
  const { calls, $state, actions } = storeWith();
  await actions.open(null);
  expect(await actions.finish()).toBe(false);
  expect(Object.keys($state.get().errors)).toEqual(['person.name', 'wish.position', 'contact.mobile']);
  expect(calls.saveResume).toHaveBeenCalledTimes(1);
  const parts = { ...EMPTY_PARTS, person: { ...EMPTY_PARTS.person, name: '林晓' }, wish: { ...EMPTY_PARTS.wish, position: '活动策划' } };
  actions.change({ parts, contact: { ...EMPTY_CONTACT, mobile: '13800138000' } });
  expect($state.get().errors).toEqual({});
  expect(await actions.finish()).toBe(true);
});

it('keeps a form that could not be saved and a file that was refused', async () => {
  const refused = () => Promise.reject(new ApiError({ code: 1, msg: '最多保存 10 份简历', status: 409, request_id: 'r4' }));
  const full = storeWith({ saveResume: refused });
  await full.actions.open(null);
  await full.actions.saveNow();
  expect(full.$state.get().save).toMatchObject({ kind: 'failed', failure: { message: '最多保存 10 份简历', request_id: 'r4' } });
  const wrong = storeWith({
    setFile: () => Promise.reject(new ApiError({ code: 1, msg: '', status: 400, fields: { file_id: '请上传 PDF 文件' } })),
  });
  await wrong.actions.open(7);
  await wrong.actions.chooseFile(new File(['x'], 'a.txt'));
  expect(wrong.$state.get()).toMatchObject({ pdf: null, file: { busy: false, failure: { message: '请上传 PDF 文件' } } });
});
