import { map } from 'nanostores';
import { ApiError } from '#client/api-error.ts';
import { inName } from '#client/in-name-of.ts';
import { $session, loginUrl } from '#client/session.ts';
import { toastSuccess } from '#client/toast.ts';
import { endOf, type FieldValues } from '#contract/fields.ts';
import type { KindFacts } from '#contract/kinds.ts';
import {
  checkForm,
  EMPTY_FORM,
  type FileState,
  type FormErrors,
  filePurpose,
  type ItemForm,
  type ItemStatus,
  type OwnItem,
  type PublishedRow,
  RENDER_POLL_MS,
  type SavedItem,
  type SignedPicture,
  type UploadedFile,
} from '#contract/publish.ts';
import { askLogin, createSavingForm, type Edition, type SaveState } from '#kit/saving-form.ts';
import { createSingleUpload, type Upload } from '#kit/upload/single-upload.ts';
import { uploadFile } from '#kit/upload/upload-file.ts';
import { createPictures, NO_PICTURES, type PicturesState, withPictures } from './picture-uploads.ts';
import { discardChange, getFileState, getOwnItem, newestDraft, retryFile, saveItem } from './publish.api.ts';

export type LoadState = 'loading' | 'ready' | 'missing' | 'failed';

/** What the server knows of the item; null before the first save. */
export interface KnownItem {
  id: number;
  status: ItemStatus;
  reject_reason: string;
  waiting: boolean;
  /** It is or was on the site: what is typed is a change of it. */
  was_published: boolean;
  /** Files that buyers get now. */
  sold: readonly number[];
}

export interface PublishState {
  load: LoadState;
  form: ItemForm;
  errors: FormErrors;
  file: FileState | null;
  /** The file that was just sent is a picture itself, and may be shown as one. */
  flat: File | null;
  upload: Upload | null;
  pictures: PicturesState;
  video: UploadedFile | null;
  video_upload: Upload | null;
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

/** Originals that the pipeline of pictures reads too. */
const FLAT: ReadonlySet<string> = new Set(['image/png', 'image/jpeg']);

/** The publishing form of one kind. */
export function createPublishForm({ kind }: { kind: KindFacts }) {
  const $state = map<PublishState>({
    load: 'loading',
    form: EMPTY_FORM,
    errors: {},
    file: null,
    flat: null,
    upload: null,
    pictures: NO_PICTURES,
    video: null,
    video_upload: null,
    cover: null,
    cover_busy: false,
    save: { kind: 'none' },
    submitting: false,
    known: null,
    changed: false,
    done: null,
    unfinished: null,
  });
  let poll_timer: ReturnType<typeof setTimeout> | undefined;
  const sessionOver = () => void askLogin();
  const original = createSingleUpload({
    purpose: filePurpose(kind),
    show: (upload) => $state.setKey('upload', upload),
    onStored: takeOriginal,
    onSessionOver: sessionOver,
  });
  const film = createSingleUpload({
    purpose: 'video',
    show: (upload) => $state.setKey('video_upload', upload),
    async onStored(video) {
      const { video_captions } = $state.get().form;
      if (video_captions !== '') toastSuccess('视频已更换，原来的字幕已移除');
      $state.setKey('video', video);
      change({ video_file_id: video.id, video_captions: '' });
      void saving.saveNow();
    },
    onSessionOver: sessionOver,
  });
  const pictures = createPictures({
    max: kind.media?.pictures.max ?? 0,
    read: () => $state.get().pictures,
    write: (state) => $state.setKey('pictures', state),
    onChange: (ids) => change(withPictures($state.get().form, ids)),
    onSessionOver: sessionOver,
  });
  const saving = createSavingForm<ItemForm, SavedItem>({
    name: kind.key,
    read: () => ({ id: $state.get().known?.id ?? null, form: $state.get().form }),
    save: (wish, leaving) => saveItem(kind, { ...wish, action: 'draft' }, leaving),
    saved: remember,
    atOf: ({ saved_at }) => saved_at,
    state: () => $state.get().save,
    show: (save) => $state.setKey('save', save),
    isDone: () => $state.get().done !== null,
    isBusy: () => original.isBusy() || film.isBusy() || pictures.isBusy(),
    fetch,
  });

  /** Opens the form: the draft of `id`, or an empty one. A visitor is sent to sign in and comes back here. */
  async function open(id: number | null): Promise<void> {
    if (!$session.get()) {
      location.replace(`${loginUrl()}&event=publish_${kind.key}`);
      return;
    }
    await saving.begin(id).catch(() => $state.setKey('load', 'failed'));
  }

  async function fetch(id: number | null): Promise<Edition | undefined> {
    if (id === null) {
      $state.setKey('load', 'ready');
      await offerUnfinished();
      return undefined;
    }
    try {
      const own = await getOwnItem(kind, id);
      show(own);
      $state.setKey('load', 'ready');
      return own;
    } catch (error) {
      $state.setKey('load', error instanceof ApiError && error.status === 404 ? 'missing' : 'failed');
      return undefined;
    }
  }

  async function offerUnfinished(): Promise<void> {
    const row = await newestDraft(kind).catch(() => null);
    // who has begun to type meanwhile is not disturbed
    if (row && $state.get().save.kind === 'none') $state.setKey('unfinished', row);
  }

  function show(item: OwnItem): void {
    const { id, status, reject_reason, waiting, was_published, sold } = item;
    $state.set({
      ...$state.get(),
      form: item.form,
      errors: {},
      known: { id, status, reject_reason, waiting, was_published, sold },
      cover: item.cover,
      video: item.video,
      changed: item.changed,
      save: { kind: 'saved', at_s: item.saved_at },
    });
    pictures.show(item.pictures);
    if (item.file) takeFile(item.file);
    else $state.setKey('file', null);
  }

  /** Takes over what was typed and saves it soon. A field that changes is no longer wrong until it is checked again. */
  function change(patch: Partial<ItemForm>): void {
    const errors = { ...$state.get().errors };
    for (const name of Object.keys(patch) as Array<keyof ItemForm>) delete errors[name];
    for (const key of Object.keys(patch.terms ?? {})) delete errors[`terms.${key}`];
    for (const key of changedFields($state.get().form.fields, patch.fields)) {
      delete errors[`field.${key}`];
      // the end of a range may be right again
      const field = kind.fields?.find((one) => one.key === key);
      if (field) delete errors[`field.${endOf(field)}`];
    }
    if ('price_type' in patch) delete errors.price;
    if ('cover_file_id' in patch) delete errors.cover_page;
    const form = { ...$state.get().form, ...patch };
    $state.set({ ...$state.get(), form, errors, changed: true, unfinished: null });
    saving.touch();
  }

  /** Checks one field, when the reader leaves it. */
  function check(name: keyof FormErrors): void {
    const wrong = checkForm(kind, $state.get().form)[name];
    const { [name]: _before, ...others } = $state.get().errors;
    $state.setKey('errors', wrong ? { ...others, [name]: wrong } : others);
  }

  function remember({ id, status, waiting }: SavedItem): void {
    const before = $state.get().known;
    const reject_reason = before?.reject_reason ?? '';
    $state.setKey('known', { id, status, reject_reason, waiting, was_published: before?.was_published ?? false, sold: before?.sold ?? [] });
    // a reload goes on with this draft
    if (!before) history.replaceState(history.state, '', inName(`${kind.paths.edit ?? location.pathname}?id=${id}`));
  }

  /** Submits; false when fields are wrong: the first of them should have the focus. */
  async function submit(): Promise<boolean> {
    const { form, upload, video_upload, cover_busy } = $state.get();
    const errors = checkForm(kind, form);
    // what is on its way belongs to what the reader means to submit
    if (upload) errors.file_id = original.isBusy() ? '文件还在上传，请稍候' : '新文件没有上传完成，请继续上传、换一个文件或移除它';
    if (video_upload) errors.video_file_id = film.isBusy() ? '视频还在上传，请稍候' : '视频没有上传完成，请继续上传、换一个视频或移除它';
    const unsent = $state.get().pictures.list.filter(({ state }) => state !== 'stored').length;
    if (unsent > 0) errors.pictures = pictures.isBusy() ? '图片还在上传，请稍候' : `${unsent} 张图片没有上传完成，请重试或移除`;
    if (cover_busy) errors.cover_page = '封面还在上传，请稍候';
    $state.setKey('errors', errors);
    if (Object.keys(errors).length > 0) return false;
    $state.setKey('submitting', true);
    await saving.settle();
    try {
      const { known } = $state.get();
      const saved = await saveItem(kind, { ...saving.wish(), id: known?.id ?? null, form: $state.get().form, action: 'submit' });
      saving.took(saved);
      $state.setKey('done', { ...saved, was_published: known?.was_published ?? false });
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (Object.keys(error.fields).length > 0) $state.setKey('errors', error.fields as FormErrors);
      else saving.refused(error);
      return false;
    } finally {
      $state.setKey('submitting', false);
    }
  }

  /** Goes back to what readers see. */
  async function discard(): Promise<void> {
    const id = $state.get().known?.id;
    if (id === undefined) return;
    cancelUpload();
    await saving.settle();
    try {
      const own = await discardChange(kind, id);
      saving.reread(own);
      show(own);
      toastSuccess('已放弃修改');
    } catch (error) {
      // the gateway caller has shown it
      if (!(error instanceof ApiError)) throw error;
    }
  }

  /** The file that is sold has arrived: it is saved, and followed until its pages are there. */
  async function takeOriginal(stored: UploadedFile, file: File): Promise<void> {
    toastSuccess(`${file.name} 文件上传成功`);
    $state.setKey('flat', kind.media && FLAT.has(file.type) ? file : null);
    const { form } = $state.get();
    const cover = kind.media || form.cover_file_id !== null ? {} : { cover_page: 1, cover_focus: null };
    change({ file_id: stored.id, ...cover, ...titleFrom(file, form) });
    // a file that took minutes to send is not left to the next pause in typing
    void saving.saveNow();
    takeFile(await getFileState(stored.id));
  }

  /** Shows the file that is sold, where it is a picture: made smaller and without metadata, as every picture that is shown. */
  function showFlat(): void {
    const { flat } = $state.get();
    if (flat) pictures.add([flat]);
    $state.setKey('flat', null);
  }

  function cancelUpload(): void {
    original.cancel();
    const { file_id: _of_upload, ...others } = $state.get().errors;
    $state.setKey('errors', others);
  }

  /** Takes the film away, or ends its upload. */
  function removeVideo(): void {
    const under_way = $state.get().video_upload !== null;
    film.cancel();
    const { video_file_id: _of_upload, ...others } = $state.get().errors;
    $state.setKey('errors', others);
    if (under_way) return;
    $state.setKey('video', null);
    change({ video_file_id: null, video_captions: '' });
  }

  function takeFile(file: FileState): void {
    $state.setKey('file', file);
    clearTimeout(poll_timer);
    if (file.render.status === 'done' || file.render.status === 'failed') return;
    poll_timer = setTimeout(() => {
      getFileState(file.file.id).then(takeFile, () => takeFile(file));
    }, RENDER_POLL_MS);
  }

  /** Has the pages of the file made again after they failed. */
  async function retryPages(): Promise<void> {
    const { file } = $state.get();
    if (!file) return;
    try {
      takeFile(await retryFile({ file_id: file.file.id }));
    } catch (error) {
      // the gateway caller has shown it
      if (!(error instanceof ApiError)) throw error;
    }
  }

  /** Uploads a picture as the cover. */
  async function chooseCover(file: File): Promise<void> {
    $state.setKey('cover_busy', true);
    const controller = new AbortController();
    try {
      const stored = await uploadFile(file, { purpose: 'cover', signal: controller.signal, onProgress: () => undefined });
      $state.setKey('cover', { src: URL.createObjectURL(file), width: 640, height: 400 });
      change({ cover_file_id: stored.id, cover_page: null, cover_focus: null });
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
      ...{ open, change, check, submit, discard, dismissUnfinished },
      ...{ saveNow: saving.saveNow, saveAgain: saving.saveAgain, keepMine: saving.keepMine, takeStored: saving.takeStored },
      ...{ chooseDocument: original.choose, resumeUpload: original.resume, cancelUpload, showFlat, chooseCover, retryPages },
      ...{ chooseVideo: film.choose, resumeVideo: film.resume, removeVideo, pictures },
    },
  };
}

export type PublishForm = ReturnType<typeof createPublishForm>;

function changedFields(before: FieldValues, after: FieldValues = {}): string[] {
  return Object.keys(after).filter((key) => after[key] !== before[key]);
}

function titleFrom(file: File, form: ItemForm): Partial<ItemForm> {
  return form.title.trim() === '' ? { title: file.name.replace(/\.[^.]+$/, '').slice(0, 60) } : {};
}
