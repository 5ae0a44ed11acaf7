import { map } from 'nanostores';
import type { KindFacts } from '#contract/kinds.ts';
import {
  checkForm,
  EMPTY_FORM,
  type FileState,
  type FormErrors,
  type ItemForm,
  type ItemStatus,
  type OwnItem,
  type PublishedRow,
  RENDER_POLL_MS,
  type SavedItem,
  type SignedPicture,
} from '#contract/publish.ts';
import { ApiError } from '../../client/api-error.ts';
import { $session, LoginDismissed, loginUrl, requireSession } from '../../client/session.ts';
import { toastSuccess } from '../../client/toast.ts';
import { discardChange, getFileState, getOwnItem, newestDraft, saveItem } from './publish.api.ts';
import { UploadInterrupted, type UploadProgress, uploadFile } from './upload-file.ts';

export type LoadState = 'loading' | 'ready' | 'missing' | 'failed';
export type SaveState = { kind: 'none' | 'dirty' | 'saving' } | { kind: 'saved'; at_s: number } | { kind: 'failed'; message: string };

/** An upload under way or stopped; null when there is none. */
export interface Upload {
  name: string;
  progress: UploadProgress | null;
  /** Why it stopped, and whether going on makes sense. */
  stopped: { message: string; can_resume: boolean } | null;
}

/** What the server knows of the item; null before the first save. */
export interface KnownItem {
  id: number;
  status: ItemStatus;
  reject_reason: string;
  waiting: boolean;
  /** It is or was on the site: what is typed is a change of it. */
  was_published: boolean;
}

export interface PublishState {
  load: LoadState;
  form: ItemForm;
  errors: FormErrors;
  file: FileState | null;
  upload: Upload | null;
  cover: SignedPicture | null;
  cover_busy: boolean;
  save: SaveState;
  submitting: boolean;
  known: KnownItem | null;
  /** What is typed differs from what readers see. */
  changed: boolean;
  done: (SavedItem & { was_published: boolean }) | null;
  /** A draft of the same kind that was begun before, offered while the form is empty. */
  unfinished: PublishedRow | null;
}

const AUTOSAVE_MS = 1_200;

/** The publishing form of one kind. */
export function createPublishForm({ kind }: { kind: KindFacts }) {
  const $state = map<PublishState>({
    load: 'loading',
    form: EMPTY_FORM,
    errors: {},
    file: null,
    upload: null,
    cover: null,
    cover_busy: false,
    save: { kind: 'none' },
    submitting: false,
    known: null,
    changed: false,
    done: null,
    unfinished: null,
  });
  let draft_key = '';
  let save_timer: ReturnType<typeof setTimeout> | undefined;
  let saving: Promise<void> = Promise.resolve();
  let poll_timer: ReturnType<typeof setTimeout> | undefined;
  let chosen: File | null = null;
  let uploading: AbortController | null = null;

  /** Opens the form: the draft of `id`, or an empty one. A visitor is sent to sign in and comes back here. */
  async function open(id: number | null): Promise<void> {
    if (!$session.get()) {
      location.replace(`${loginUrl()}&event=publish_${kind.key}`);
      return;
    }
    draft_key = crypto.getRandomValues(new Uint32Array(4)).join('-');
    window.addEventListener('beforeunload', warnUnsaved);
    if (id === null) {
      $state.setKey('load', 'ready');
      await offerUnfinished();
      return;
    }
    try {
      show(await getOwnItem(kind, id));
      $state.setKey('load', 'ready');
    } catch (error) {
      $state.setKey('load', error instanceof ApiError && error.status === 404 ? 'missing' : 'failed');
    }
  }

  async function offerUnfinished(): Promise<void> {
    const row = await newestDraft(kind).catch(() => null);
    // who has begun to type meanwhile is not disturbed
    if (row && $state.get().save.kind === 'none') $state.setKey('unfinished', row);
  }

  function show(item: OwnItem): void {
    const { id, status, reject_reason, waiting, was_published } = item;
    $state.set({
      ...$state.get(),
      form: item.form,
      errors: {},
      known: { id, status, reject_reason, waiting, was_published },
      cover: item.cover,
      changed: item.changed,
      save: { kind: 'saved', at_s: item.saved_at },
    });
    if (item.file) takeFile(item.file);
    else $state.setKey('file', null);
  }

  /** True while leaving would lose something. */
  function warnUnsaved(event: BeforeUnloadEvent): void {
    const { done, save } = $state.get();
    if (done) return;
    if (save.kind === 'dirty' || save.kind === 'saving' || save.kind === 'failed' || uploading) event.preventDefault();
  }

  /** Takes over what was typed and saves it soon. A field that changes is no longer wrong until it is checked again. */
  function change(patch: Partial<ItemForm>): void {
    const errors = { ...$state.get().errors };
    for (const name of Object.keys(patch) as Array<keyof ItemForm>) delete errors[name];
    if ('price_type' in patch) delete errors.price;
    if ('cover_file_id' in patch) delete errors.cover_page;
    const form = { ...$state.get().form, ...patch };
    $state.set({ ...$state.get(), form, errors, save: { kind: 'dirty' }, changed: true, unfinished: null });
    clearTimeout(save_timer);
    save_timer = setTimeout(() => void saveNow(), AUTOSAVE_MS);
  }

  /** Checks one field, when the reader leaves it. */
  function check(name: keyof ItemForm): void {
    const wrong = checkForm(kind, $state.get().form)[name];
    const { [name]: _before, ...others } = $state.get().errors;
    $state.setKey('errors', wrong ? { ...others, [name]: wrong } : others);
  }

  /** Saves the draft; saves follow one another, so the last one wins. */
  function saveNow(): Promise<void> {
    clearTimeout(save_timer);
    saving = saving.then(async () => {
      const { done, form, known } = $state.get();
      if (done) return;
      const signed_in = $session.get() !== null;
      $state.setKey('save', { kind: 'saving' });
      try {
        remember(await saveItem(kind, { id: known?.id ?? null, draft_key, form, action: 'draft' }));
        if ($state.get().form !== form) $state.setKey('save', { kind: 'dirty' });
      } catch (error) {
        $state.setKey('save', { kind: 'failed', message: error instanceof ApiError ? error.msg : '草稿未能保存' });
        // asked once: who closed the dialog goes on typing, and saves again by hand
        if (isSessionOver(error) && signed_in) void saveAgain();
      }
    });
    return saving;
  }

  /** Saves, after a login when the session ended meanwhile. */
  async function saveAgain(): Promise<void> {
    if ($session.get() || (await askLogin())) await saveNow();
  }

  function remember({ id, status, waiting, saved_at }: SavedItem): void {
    const before = $state.get().known;
    const reject_reason = before?.reject_reason ?? '';
    $state.setKey('known', { id, status, reject_reason, waiting, was_published: before?.was_published ?? false });
    $state.setKey('save', { kind: 'saved', at_s: saved_at });
    // a reload goes on with this draft
    if (!before) history.replaceState(history.state, '', `${kind.paths.edit ?? location.pathname}?id=${id}`);
  }

  /** Submits; false when fields are wrong: the first of them should have the focus. */
  async function submit(): Promise<boolean> {
    const { form, upload, cover_busy } = $state.get();
    const errors = checkForm(kind, form);
    // what is on its way belongs to what the reader means to submit
    if (upload) errors.file_id = uploading ? '文件还在上传，请稍候' : '新文件没有上传完成，请继续上传、换一个文件或移除它';
    if (cover_busy) errors.cover_page = '封面还在上传，请稍候';
    $state.setKey('errors', errors);
    if (Object.keys(errors).length > 0) return false;
    clearTimeout(save_timer);
    $state.setKey('submitting', true);
    await saving;
    try {
      const { known } = $state.get();
      const saved = await saveItem(kind, { id: known?.id ?? null, draft_key, form: $state.get().form, action: 'submit' });
      remember(saved);
      $state.setKey('done', { ...saved, was_published: known?.was_published ?? false });
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (Object.keys(error.fields).length > 0) $state.setKey('errors', error.fields as FormErrors);
      else $state.setKey('save', { kind: 'failed', message: error.msg });
      if (isSessionOver(error)) void saveAgain();
      return false;
    } finally {
      $state.setKey('submitting', false);
    }
  }

  /** Goes back to what readers see. */
  async function discard(): Promise<void> {
    const id = $state.get().known?.id;
    if (id === undefined) return;
    clearTimeout(save_timer);
    cancelUpload();
    await saving;
    try {
      show(await discardChange(kind, id));
      toastSuccess('已放弃修改');
    } catch (error) {
      // the gateway caller has shown it
      if (!(error instanceof ApiError)) throw error;
    }
  }

  /** Uploads a document and follows it until its pages are there. */
  async function chooseDocument(file: File): Promise<void> {
    uploading?.abort(new DOMException('replaced', 'AbortError'));
    const controller = new AbortController();
    uploading = controller;
    chosen = file;
    $state.setKey('upload', { name: file.name, progress: null, stopped: null });
    try {
      const stored = await uploadFile(file, {
        purpose: 'document',
        signal: controller.signal,
        onProgress: (progress) => $state.setKey('upload', { name: file.name, progress, stopped: null }),
      });
      $state.setKey('upload', null);
      toastSuccess(`${file.name} 文件上传成功`);
      const { form } = $state.get();
      change({ file_id: stored.id, cover_page: form.cover_file_id === null ? 1 : null, ...titleFrom(file, form) });
      // a file that took minutes to send is not left to the next pause in typing
      void saveNow();
      takeFile(await getFileState(stored.id));
    } catch (error) {
      if (controller.signal.aborted) return;
      const can_resume = error instanceof UploadInterrupted || (error instanceof ApiError && (error.status >= 500 || error.code === 2));
      if (isSessionOver(error)) void askLogin();
      const message = (error instanceof ApiError || error instanceof UploadInterrupted ? error.message : '') || `${file.name} 文件上传失败`;
      $state.setKey('upload', { name: file.name, progress: $state.get().upload?.progress ?? null, stopped: { message, can_resume } });
    } finally {
      if (uploading === controller) uploading = null;
    }
  }

  function resumeUpload(): void {
    if (chosen) void chooseDocument(chosen);
  }

  function cancelUpload(): void {
    uploading?.abort(new DOMException('cancelled', 'AbortError'));
    uploading = null;
    const { file_id: _of_upload, ...others } = $state.get().errors;
    $state.set({ ...$state.get(), upload: null, errors: others });
  }

  function takeFile(file: FileState): void {
    $state.setKey('file', file);
    clearTimeout(poll_timer);
    if (file.render.status === 'done' || file.render.status === 'failed') return;
    poll_timer = setTimeout(() => {
      getFileState(file.file.id).then(takeFile, () => takeFile(file));
    }, RENDER_POLL_MS);
  }

  /** Uploads a picture as the cover. */
  async function chooseCover(file: File): Promise<void> {
    $state.setKey('cover_busy', true);
    const controller = new AbortController();
    try {
      const stored = await uploadFile(file, { purpose: 'cover', signal: controller.signal, onProgress: () => undefined });
      $state.setKey('cover', { src: URL.createObjectURL(file), width: 640, height: 400 });
      change({ cover_file_id: stored.id, cover_page: null });
    } catch (error) {
      const cover_page = error instanceof Error && error.message ? error.message : '封面上传失败';
      $state.setKey('errors', { ...$state.get().errors, cover_page });
    } finally {
      $state.setKey('cover_busy', false);
    }
  }

  const dismissUnfinished = () => $state.setKey('unfinished', null);

  return {
    $state,
    actions: {
      ...{ open, change, check, saveNow, saveAgain, submit, discard, dismissUnfinished },
      ...{ chooseDocument, resumeUpload, cancelUpload, chooseCover },
    },
  };
}

export type PublishForm = ReturnType<typeof createPublishForm>;

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

function titleFrom(file: File, form: ItemForm): Partial<ItemForm> {
  return form.title.trim() === '' ? { title: file.name.replace(/\.[^.]+$/, '').slice(0, 60) } : {};
}
