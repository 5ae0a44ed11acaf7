import { map, type ReadableAtom } from 'nanostores';
import { ApiError, type Failure, failureOf, formErrors } from '#client/api-error.ts';
import { toastSuccess } from '#client/toast.ts';
import { EMPTY_RECAP, type OwnRecap, RECAP_PICTURES_MAX, type RecapForm } from '#contract/recap.ts';
import { UploadInterrupted, uploadFile } from '../publish/upload-file.ts';
import { fetchRecap, keepRecap, sendRecap, withdrawRecap } from './organise.api.ts';

const KEEP_MS = 1_500;

export interface RecapEditState {
  own: OwnRecap | null;
  failure: Failure | null;
  form: RecapForm;
  /** What to show of a picture, by its file. */
  shown: Readonly<Record<number, string>>;
  uploading: number;
  /** By field; `form`: of the whole. */
  errors: Readonly<Record<string, string>>;
  kept: '' | 'keeping' | 'kept';
  busy: boolean;
}

/** The recap of an own salon while it is written; what is typed keeps itself. */
export function createRecap(id: number) {
  const $state = map<RecapEditState>({
    ...{ own: null, failure: null, form: EMPTY_RECAP, shown: {}, uploading: 0, errors: {}, kept: '', busy: false },
  });
  const set = (change: Partial<RecapEditState>) => $state.set({ ...$state.get(), ...change });
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function load(): Promise<void> {
    try {
      const own = await fetchRecap(id);
      const shown = Object.fromEntries(own.pictures.flatMap(({ file_id, src }) => (src === '' ? [] : [[file_id, src]])));
      set({ own, failure: null, form: own.form, shown: { ...$state.get().shown, ...shown } });
    } catch (error) {
      set({ failure: failureOf(error) });
    }
  }

  function change(part: Partial<RecapForm>): void {
    set({ form: { ...$state.get().form, ...part }, errors: {}, kept: 'keeping' });
    clearTimeout(timer);
    timer = setTimeout(() => void keep(), KEEP_MS);
  }

  async function keep(): Promise<void> {
    clearTimeout(timer);
    try {
      await keepRecap(id, $state.get().form);
      set({ kept: 'kept' });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      set({ kept: '', errors: { form: error.msg } });
    }
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
        if (!(error instanceof ApiError) && !(error instanceof UploadInterrupted)) throw error;
        set({ errors: { pictures: `${file.name}：${error instanceof ApiError ? error.msg : '网络中断，请重新选择'}` } });
      } finally {
        set({ uploading: $state.get().uploading - 1 });
      }
    }
    if (taken.length < files.length) set({ errors: { pictures: `最多 ${RECAP_PICTURES_MAX} 张照片，其余没有上传` } });
  }

  async function run(work: () => Promise<unknown>, done: string): Promise<void> {
    clearTimeout(timer);
    set({ busy: true, errors: {} });
    try {
      await work();
      toastSuccess(done);
      await load();
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
      load,
      change,
      addPictures,
      setCaption: (file_id: number, caption: string) =>
        change({ pictures: $state.get().form.pictures.map((one) => (one.file_id === file_id ? { ...one, caption } : one)) }),
      dropPicture: (file_id: number) => change({ pictures: $state.get().form.pictures.filter((one) => one.file_id !== file_id) }),
      movePicture: moved,
      submit: () => run(() => sendRecap(id, $state.get().form), '已提交审核'),
      withdraw: () => run(() => withdrawRecap(id), '已撤下'),
    },
  };
}
