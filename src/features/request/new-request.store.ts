import { map, type ReadableAtom } from 'nanostores';
import { ApiError, formErrors } from '#client/api-error.ts';
import { readJson, writeText } from '#client/storage.ts';
import { REQUEST_MAX, type RequestDetail, type RequestField, type RequestInput } from '#contract/request.ts';
import { typedFen } from '#contract/typed-amount.ts';
import { UploadInterrupted, uploadFile } from '#kit/upload/upload-file.ts';
import { fetchFields, postRequest } from './request.api.ts';

/** What this browser keeps of a request that is being written. */
const DRAFT_KEY = 'request_draft';

export interface NewPicture {
  /** 0: on its way. */
  file: number;
  name: string;
  preview: string;
}

export type NewRequestForm = Omit<RequestInput, 'pictures' | 'budget'> & {
  /** As typed; empty: open. */
  budget: string;
};

export interface NewRequestState {
  fields: RequestField[];
  form: NewRequestForm;
  pictures: NewPicture[];
  faults: Partial<Record<keyof RequestInput | 'form', string>>;
  busy: boolean;
  /** A draft of this browser was taken up. */
  restored: boolean;
}

export interface NewRequest {
  readonly $state: ReadableAtom<NewRequestState>;
  actions: {
    open(user_id: number): Promise<void>;
    change(change: Partial<NewRequestForm>): void;
    addPicture(file: File): Promise<void>;
    removePicture(at: number): void;
    /** Forgets what was written. */
    clear(): void;
    /** The request, or null with what is wrong in the state. */
    publish(): Promise<RequestDetail | null>;
  };
}

const blank = (): NewRequestForm => ({
  ...{ title: '', detail: '', field: '', budget: '', event_day: '', province: 0, city: 0, days: 7 },
  key: crypto.randomUUID(),
});

/** A draft that somebody else wrote, or that is broken, is none. */
function readDraft(user_id: number): NewRequestForm | null {
  const kept = readJson(DRAFT_KEY) as { user_id?: number; form?: Partial<NewRequestForm> } | null;
  if (kept?.user_id !== user_id || typeof kept.form?.title !== 'string' || typeof kept.form.key !== 'string') return null;
  const empty = blank();
  const same = Object.entries(empty).filter(([name, value]) => typeof kept.form?.[name as keyof NewRequestForm] === typeof value);
  return { ...empty, ...Object.fromEntries(same.map(([name]) => [name, kept.form?.[name as keyof NewRequestForm]])) };
}

/** A request that is being written; each change is kept by this browser until it is published. */
export function createNewRequest(): NewRequest {
  const $state = map<NewRequestState>({ fields: [], form: blank(), pictures: [], faults: {}, busy: false, restored: false });
  let owner = 0;
  const keep = () => writeText(DRAFT_KEY, JSON.stringify({ user_id: owner, form: $state.get().form }));
  const wrong = (faults: NewRequestState['faults']): null => {
    $state.set({ ...$state.get(), faults, busy: false });
    return null;
  };
  return {
    $state,
    actions: {
      async open(user_id) {
        owner = user_id;
        const draft = readDraft(user_id);
        if (draft) $state.set({ ...$state.get(), form: draft, restored: draft.title !== '' || draft.detail !== '' });
        try {
          $state.setKey('fields', await fetchFields());
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          wrong({ form: error.msg });
        }
      },
      change(change) {
        const { form, faults } = $state.get();
        const rest = Object.fromEntries(Object.entries(faults).filter(([name]) => !(name in change)));
        $state.set({ ...$state.get(), form: { ...form, ...change }, faults: rest });
        keep();
      },
      async addPicture(file) {
        const { pictures } = $state.get();
        if (pictures.length >= REQUEST_MAX.pictures) return;
        const preview = URL.createObjectURL(file);
        const mine: NewPicture = { file: 0, name: file.name, preview };
        $state.setKey('pictures', [...pictures, mine]);
        const set = (change: NewPicture[]) => $state.setKey('pictures', change);
        try {
          const { id } = await uploadFile(file, { purpose: 'cover', signal: new AbortController().signal, onProgress: () => undefined });
          set($state.get().pictures.map((one) => (one === mine ? { ...mine, file: id } : one)));
        } catch (error) {
          if (!(error instanceof ApiError) && !(error instanceof UploadInterrupted)) throw error;
          set($state.get().pictures.filter((one) => one !== mine));
          wrong({ ...$state.get().faults, pictures: error instanceof ApiError ? error.msg : '网络中断，请重新选择图片' });
        }
      },
      removePicture(at) {
        const { pictures } = $state.get();
        const gone = pictures[at];
        if (gone) URL.revokeObjectURL(gone.preview);
        $state.setKey(
          'pictures',
          pictures.filter((_, i) => i !== at),
        );
      },
      clear() {
        writeText(DRAFT_KEY, null);
        $state.set({ ...$state.get(), form: blank(), pictures: [], faults: {}, restored: false });
      },
      async publish() {
        const { form, pictures } = $state.get();
        const budget_fen = form.budget.trim() === '' ? 0 : typedFen(form.budget);
        if (budget_fen === null) return wrong({ budget: '预算请填金额，例如 8000' });
        if (pictures.some(({ file }) => file === 0)) return wrong({ pictures: '图片还在上传，请稍等' });
        $state.set({ ...$state.get(), busy: true, faults: {} });
        try {
          const made = await postRequest({ ...form, budget: budget_fen / 100, pictures: pictures.map(({ file }) => file) });
          writeText(DRAFT_KEY, null);
          return made;
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          return wrong(formErrors(error));
        }
      },
    },
  };
}
