import { map, type ReadableAtom } from 'nanostores';
import { ApiError, type Failure, failureOf, formErrors } from '#client/api-error.ts';
import { ASIDE, gateway, SILENT } from '#client/gateway.ts';
import { toastSuccess } from '#client/toast.ts';
import type { RecapForm } from '#contract/outputs/organise.ts';
import { EMPTY_RECAP, type OwnRecap, RECAP_PICTURES_MAX, type SavedRecap } from '#contract/recap.ts';
import { createSavingForm, type Edition, type SaveState } from '#kit/saving-form.ts';
import { uploadFault, uploadFile } from '#kit/upload/upload-file.ts';

export interface RecapEditState {
  own: OwnRecap | null;
  failure: Failure | null;
  form: RecapForm;
  /** What to show of a picture, by its file. */
  shown: Readonly<Record<number, string>>;
  uploading: number;
  /** By field; `form`: of the whole. */
  errors: Readonly<Record<string, string>>;
  save: SaveState;
  busy: boolean;
}

/** The recap of an own salon while it is written; what is typed saves itself. */
export function createRecap(id: number) {
  const $state = map<RecapEditState>({
    ...{ own: null, failure: null, form: EMPTY_RECAP, shown: {}, uploading: 0, errors: {}, save: { kind: 'none' }, busy: false },
  });
  const set = (change: Partial<RecapEditState>) => $state.set({ ...$state.get(), ...change });
  const saving = createSavingForm<RecapForm, SavedRecap>({
    name: 'recap',
    read: () => ({ id, form: $state.get().form }),
    save: ({ id: of, form, edition }, leaving) =>
      gateway('POST /salon/organise/recap', { ...form, id: of, edition }, { ...ASIDE, keepalive: leaving }),
    saved: () => undefined,
    atOf: ({ saved_at }) => saved_at,
    state: () => $state.get().save,
    show: (save) => set({ save }),
    isDone: () => false,
    isBusy: () => $state.get().uploading > 0,
    fetch,
  });

  async function fetch(): Promise<Edition | undefined> {
    try {
      const own = await gateway('GET /salon/organise/recap', { id }, SILENT);
      const shown = Object.fromEntries(own.pictures.flatMap(({ file_id, src }) => (src === '' ? [] : [[file_id, src]])));
      set({ own, failure: null, form: own.form, shown: { ...$state.get().shown, ...shown }, save: { kind: 'none' } });
      return own;
    } catch (error) {
      set({ failure: failureOf(error) });
      return undefined;
    }
  }

  function change(part: Partial<RecapForm>): void {
    set({ form: { ...$state.get().form, ...part }, errors: {} });
    saving.touch();
  }

  async function addPictures(files: readonly File[]): Promise<void> {
    const room = RECAP_PICTURES_MAX - $state.get().form.pictures.length;
    const taken = files.slice(0, Math.max(0, room));
    set({ uploading: $state.get().uploading + taken.length });
    for (const file of taken) {
      try {
        const stored = await uploadFile(file, { purpose: 'picture', signal: new AbortController().signal, onProgress: () => undefined });
        set({ shown: { ...$state.get().shown, [stored.id]: URL.createObjectURL(file) } });
        change({ pictures: [...$state.get().form.pictures, { file_id: stored.id, caption: '' }] });
      } catch (error) {
        set({ errors: { pictures: `${file.name}：${uploadFault(error, '请重新选择').message}` } });
      } finally {
        set({ uploading: $state.get().uploading - 1 });
      }
    }
    if (taken.length < files.length) set({ errors: { pictures: `最多 ${RECAP_PICTURES_MAX} 张照片，其余没有上传` } });
  }

  async function run(work: () => Promise<unknown>, done: string): Promise<void> {
    set({ busy: true, errors: {} });
    await saving.settle();
    try {
      await work();
      toastSuccess(done);
      await saving.takeStored();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      set({ errors: formErrors(error) });
    } finally {
      set({ busy: false });
    }
  }

  const moved = (at: number, by: -1 | 1) => {
    const pictures = [...$state.get().form.pictures];
    const [one] = pictures.splice(at, 1);
    if (one) pictures.splice(at + by, 0, one);
    change({ pictures });
  };

  return {
    $state: $state as ReadableAtom<RecapEditState>,
    actions: {
      load: () => saving.begin(id).catch((error: unknown) => set({ failure: failureOf(error, '回顾没有加载出来') })),
      ...{ saveAgain: saving.saveAgain, keepMine: saving.keepMine, takeStored: saving.takeStored },
      change,
      addPictures,
      setCaption: (file_id: number, caption: string) =>
        change({ pictures: $state.get().form.pictures.map((one) => (one.file_id === file_id ? { ...one, caption } : one)) }),
      dropPicture: (file_id: number) => change({ pictures: $state.get().form.pictures.filter((one) => one.file_id !== file_id) }),
      movePicture: moved,
      submit: () => run(() => gateway('PUT /salon/organise/recap', { id, ...$state.get().form }, SILENT), '已提交审核'),
      withdraw: () => run(() => gateway('DELETE /salon/organise/recap', { id }, SILENT), '已撤下'),
    },
  };
}
