import { atom, map } from 'nanostores';
import {
  checkForm,
  EMPTY_FORM,
  type FileState,
  type FormErrors,
  type ItemForm,
  type ItemStatus,
  type OwnItem,
  RENDER_POLL_MS,
  type SavedItem,
  type SignedPicture,
} from '#contract/publish.ts';
import { ApiError } from '../../client/api-error.ts';
import { $session, LoginDismissed, loginUrl, requireSession } from '../../client/session.ts';
import { getFileState, getOwnItem, saveItem } from './publish.api.ts';
import { UploadInterrupted, type UploadProgress, uploadFile } from './upload-file.ts';

export type LoadState = 'loading' | 'ready' | 'missing' | 'failed';
export type SaveState = { kind: 'none' | 'dirty' | 'saving' } | { kind: 'saved'; at_s: number } | { kind: 'failed'; msg: string };

/** An upload under way or stopped; null when there is none. */
export interface Upload {
  name: string;
  progress: UploadProgress | null;
  /** Why it stopped, and whether going on makes sense. */
  stopped: { msg: string; can_resume: boolean } | null;
}

export const $load = atom<LoadState>('loading');
export const $form = map<ItemForm>(EMPTY_FORM);
export const $errors = atom<FormErrors>({});
export const $file = atom<FileState | null>(null);
export const $upload = atom<Upload | null>(null);
export const $cover = atom<SignedPicture | null>(null);
export const $coverBusy = atom(false);
export const $save = atom<SaveState>({ kind: 'none' });
export const $submitting = atom(false);
export const $done = atom<SavedItem | null>(null);
export const $known = atom<{ id: number; status: ItemStatus; reject_reason: string; waiting: boolean } | null>(null);

const AUTOSAVE_MS = 1_200;
let draft_key = '';
let save_timer: ReturnType<typeof setTimeout> | undefined;
let saving: Promise<void> = Promise.resolve();
let poll_timer: ReturnType<typeof setTimeout> | undefined;
let chosen: File | null = null;
let uploading: AbortController | null = null;

/** Opens the form: the draft of `id`, or an empty one. A visitor is sent to sign in and comes back here. */
export async function openForm(id: number | null): Promise<void> {
  if (!$session.get()) {
    location.replace(loginUrl());
    return;
  }
  draft_key = crypto.getRandomValues(new Uint32Array(4)).join('-');
  window.addEventListener('beforeunload', warnUnsaved);
  if (id === null) {
    $load.set('ready');
    return;
  }
  try {
    show(await getOwnItem(id));
    $load.set('ready');
  } catch (error) {
    $load.set(error instanceof ApiError && error.status === 404 ? 'missing' : 'failed');
  }
}

function show(scheme: OwnItem): void {
  $form.set(scheme.form);
  $known.set({ id: scheme.id, status: scheme.status, reject_reason: scheme.reject_reason, waiting: scheme.waiting });
  $cover.set(scheme.cover);
  $save.set({ kind: 'saved', at_s: scheme.saved_at });
  if (scheme.file) takeFile(scheme.file);
}

/** True while leaving would lose something. */
function warnUnsaved(event: BeforeUnloadEvent): void {
  if ($done.get()) return;
  const { kind } = $save.get();
  if (kind === 'dirty' || kind === 'saving' || kind === 'failed' || uploading) event.preventDefault();
}

/** Takes over what was typed and saves it soon. A field that changes is no longer wrong until it is checked again. */
export function changeForm(patch: Partial<ItemForm>): void {
  $form.set({ ...$form.get(), ...patch });
  const errors = { ...$errors.get() };
  for (const name of Object.keys(patch) as Array<keyof ItemForm>) delete errors[name];
  if ('price_type' in patch) delete errors.price;
  if ('cover_file_id' in patch) delete errors.cover_page;
  $errors.set(errors);
  $save.set({ kind: 'dirty' });
  clearTimeout(save_timer);
  save_timer = setTimeout(() => void saveNow(), AUTOSAVE_MS);
}

/** Checks one field, when the reader leaves it. */
export function checkField(name: keyof ItemForm): void {
  const wrong = checkForm($form.get())[name];
  const { [name]: _before, ...others } = $errors.get();
  $errors.set(wrong ? { ...others, [name]: wrong } : others);
}

/** Saves the draft; saves follow one another, so the last one wins. */
export function saveNow(): Promise<void> {
  clearTimeout(save_timer);
  saving = saving.then(async () => {
    if ($done.get()) return;
    const form = $form.get();
    const signed_in = $session.get() !== null;
    $save.set({ kind: 'saving' });
    try {
      remember(await saveItem({ id: $known.get()?.id ?? null, draft_key, form, action: 'draft' }));
      if ($form.get() !== form) $save.set({ kind: 'dirty' });
    } catch (error) {
      $save.set({ kind: 'failed', msg: error instanceof ApiError ? error.msg : '草稿未能保存' });
      // asked once: who closed the dialog goes on typing, and saves again by hand
      if (isSessionOver(error) && signed_in) void saveAgain();
    }
  });
  return saving;
}

const isSessionOver = (error: unknown) => error instanceof ApiError && error.code === 2;

/** The session ended while the form was open: nothing typed is lost, and the reader goes on after signing in. */
function askLogin(): Promise<boolean> {
  return requireSession('登录已过期，登录后继续，已填写的内容还在').then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof LoginDismissed)) throw error;
      return false;
    },
  );
}

/** Saves, after a login when the session ended meanwhile. */
export async function saveAgain(): Promise<void> {
  if ($session.get() || (await askLogin())) await saveNow();
}

function remember(saved: SavedItem): void {
  const before = $known.get();
  $known.set({ id: saved.id, status: saved.status, reject_reason: before?.reject_reason ?? '', waiting: saved.waiting });
  $save.set({ kind: 'saved', at_s: saved.saved_at });
  // a reload goes on with this draft
  if (!before) history.replaceState(history.state, '', `/programme/edit?id=${saved.id}`);
}

/** Submits; false when fields are wrong: the first of them should have the focus. */
export async function submitForm(): Promise<boolean> {
  const errors = checkForm($form.get());
  // what is on its way belongs to what the reader means to submit
  if ($upload.get()) errors.file_id = uploading ? '文件还在上传，请稍候' : '新文件没有上传完成，请继续上传、换一个文件或移除它';
  if ($coverBusy.get()) errors.cover_page = '封面还在上传，请稍候';
  $errors.set(errors);
  if (Object.keys(errors).length > 0) return false;
  clearTimeout(save_timer);
  $submitting.set(true);
  await saving;
  try {
    const saved = await saveItem({ id: $known.get()?.id ?? null, draft_key, form: $form.get(), action: 'submit' });
    remember(saved);
    $done.set(saved);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (Object.keys(error.fields).length > 0) $errors.set(error.fields as FormErrors);
    else $save.set({ kind: 'failed', msg: error.msg });
    if (isSessionOver(error)) void saveAgain();
    return false;
  } finally {
    $submitting.set(false);
  }
}

/** Uploads a document and follows it until its pages are there. */
export async function chooseDocument(file: File): Promise<void> {
  uploading?.abort(new DOMException('replaced', 'AbortError'));
  const controller = new AbortController();
  uploading = controller;
  chosen = file;
  $upload.set({ name: file.name, progress: null, stopped: null });
  try {
    const stored = await uploadFile(file, {
      purpose: 'scheme',
      signal: controller.signal,
      onProgress: (progress) => $upload.set({ name: file.name, progress, stopped: null }),
    });
    $upload.set(null);
    changeForm({ file_id: stored.id, cover_page: $form.get().cover_file_id === null ? 1 : null, ...titleFrom(file) });
    // a file that took minutes to send is not left to the next pause in typing
    void saveNow();
    takeFile(await getFileState(stored.id));
  } catch (error) {
    if (controller.signal.aborted) return;
    const can_resume = error instanceof UploadInterrupted || (error instanceof ApiError && (error.status >= 500 || error.code === 2));
    if (isSessionOver(error)) void askLogin();
    const msg = error instanceof ApiError || error instanceof UploadInterrupted ? error.message : '文件上传失败';
    $upload.set({ name: file.name, progress: $upload.get()?.progress ?? null, stopped: { msg: msg || '文件上传失败', can_resume } });
  } finally {
    if (uploading === controller) uploading = null;
  }
}

function titleFrom(file: File): Partial<ItemForm> {
  return $form.get().title.trim() === '' ? { title: file.name.replace(/\.[^.]+$/, '').slice(0, 60) } : {};
}

export function resumeUpload(): void {
  if (chosen) void chooseDocument(chosen);
}

export function cancelUpload(): void {
  uploading?.abort(new DOMException('cancelled', 'AbortError'));
  uploading = null;
  $upload.set(null);
  const { file_id: _of_upload, ...others } = $errors.get();
  $errors.set(others);
}

function takeFile(state: FileState): void {
  $file.set(state);
  clearTimeout(poll_timer);
  if (state.render.status === 'done' || state.render.status === 'failed') return;
  poll_timer = setTimeout(() => {
    getFileState(state.file.id).then(takeFile, () => takeFile(state));
  }, RENDER_POLL_MS);
}

/** Uploads a picture as the cover. */
export async function chooseCover(file: File): Promise<void> {
  $coverBusy.set(true);
  const controller = new AbortController();
  try {
    const stored = await uploadFile(file, { purpose: 'cover', signal: controller.signal, onProgress: () => undefined });
    $cover.set({ src: URL.createObjectURL(file), width: 640, height: 400 });
    changeForm({ cover_file_id: stored.id, cover_page: null });
  } catch (error) {
    $errors.set({ ...$errors.get(), cover_page: error instanceof Error && error.message ? error.message : '封面上传失败' });
  } finally {
    $coverBusy.set(false);
  }
}
