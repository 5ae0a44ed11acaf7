import { map, type ReadableAtom } from 'nanostores';
import { ApiError, formErrors } from '#client/api-error.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import { newKey } from '#client/new-key.ts';
import { REQUEST_MAX, type RequestDetail, type RequestField, type RequestInput } from '#contract/request.ts';
import { typedFen } from '#contract/typed-amount.ts';
import type { SaveActs } from '#kit/SaveLine.tsx';
import { createSavingForm, inThisBrowser, type SaveState } from '#kit/saving-form.ts';
import { uploadFault, uploadFile } from '#kit/upload/upload-file.ts';

export interface NewPicture {
  /** 0: on its way. */
  file: number;
  name: string;
  preview: string;
}

export type NewRequestForm = Omit<RequestInput, 'pictures' | 'budget'> & {
  /** As typed; empty: open. */
  budget: string;
  /** How many: the draft of this browser has none of them. */
  pictures: number;
};

export interface NewRequestState {
  fields: RequestField[];
  form: NewRequestForm;
  pictures: NewPicture[];
  faults: Partial<Record<keyof RequestInput | 'form', string>>;
  busy: boolean;
  save: SaveState;
  /** A draft of this browser was taken up. */
  restored: boolean;
}

export interface NewRequest {
  readonly $state: ReadableAtom<NewRequestState>;
  actions: {
    open(): Promise<void>;
    change(change: Partial<NewRequestForm>): void;
    addPicture(file: File): Promise<void>;
    removePicture(at: number): void;
    /** Forgets what was written. */
    clear(): void;
    /** The request, or null with what is wrong in the state. */
    publish(): Promise<RequestDetail | null>;
  } & SaveActs;
}

const blank = (): NewRequestForm => ({
  ...{ title: '', detail: '', field: '', budget: '', event_day: '', province: 0, city: 0, days: 7, pictures: 0 },
  key: newKey(),
});

/** A field that is broken begins empty. */
function soundForm(stored: object): NewRequestForm {
  const empty = blank();
  const given = stored as Partial<NewRequestForm>;
  const same = Object.entries(empty).filter(([name, value]) => typeof given[name as keyof NewRequestForm] === typeof value);
  return { ...empty, ...Object.fromEntries(same.map(([name]) => [name, given[name as keyof NewRequestForm]])) };
}

/** The one draft of a reader that this browser has. */
const DRAFT = 1;

/** A request that is being written: its draft is in this browser until it is published. */
export function createNewRequest(): NewRequest {
  const $state = map<NewRequestState>({
    fields: [],
    form: blank(),
    pictures: [],
    faults: {},
    busy: false,
    save: { kind: 'none' },
    restored: false,
  });
  const stored = inThisBrowser<NewRequestForm>('request');
  let published = false;
  /** A login while the form is open goes on with it. */
  let opened = false;
  const saving = createSavingForm<NewRequestForm, { id: number; edition: number }>({
    name: 'request',
    read: () => ({ id: DRAFT, form: $state.get().form }),
    save: async (wish) => stored.save(wish),
    saved: () => undefined,
    atOf: ({ edition }) => Math.floor(edition / 1_000),
    state: () => $state.get().save,
    show: (save) => $state.setKey('save', save),
    isDone: () => published,
    isBusy: () => $state.get().pictures.some(({ file }) => file === 0),
    async fetch() {
      const draft = stored.read();
      const form = draft ? soundForm(draft.form) : blank();
      $state.set({ ...$state.get(), form, faults: {}, restored: form.title !== '' || form.detail !== '' });
      return { id: DRAFT, edition: draft?.edition ?? 0 };
    },
  });
  const setPictures = (pictures: NewPicture[]): void => {
    $state.set({ ...$state.get(), pictures, form: { ...$state.get().form, pictures: pictures.length } });
    saving.touch();
  };
  const wrong = (faults: NewRequestState['faults']): null => {
    $state.set({ ...$state.get(), faults, busy: false });
    return null;
  };
  return {
    $state,
    actions: {
      ...{ saveAgain: saving.saveAgain, keepMine: saving.keepMine, takeStored: saving.takeStored },
      async open() {
        if (opened) return;
        opened = true;
        await saving.begin(DRAFT);
        try {
          $state.setKey('fields', await gateway('GET /receive/request/fields', {}, SILENT).then(({ list }) => list));
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          wrong({ form: error.msg });
        }
      },
      change(change) {
        const { form, faults } = $state.get();
        const rest = Object.fromEntries(Object.entries(faults).filter(([name]) => !(name in change)));
        $state.set({ ...$state.get(), form: { ...form, ...change }, faults: rest });
        saving.touch();
      },
      async addPicture(file) {
        const { pictures } = $state.get();
        if (pictures.length >= REQUEST_MAX.pictures) return;
        const preview = URL.createObjectURL(file);
        const mine: NewPicture = { file: 0, name: file.name, preview };
        setPictures([...pictures, mine]);
        try {
          const { id } = await uploadFile(file, { purpose: 'cover', signal: new AbortController().signal, onProgress: () => undefined });
          setPictures($state.get().pictures.map((one) => (one === mine ? { ...mine, file: id } : one)));
        } catch (error) {
          setPictures($state.get().pictures.filter((one) => one !== mine));
          wrong({ ...$state.get().faults, pictures: uploadFault(error).message });
        }
      },
      removePicture(at) {
        const { pictures } = $state.get();
        const gone = pictures[at];
        if (gone) URL.revokeObjectURL(gone.preview);
        setPictures(pictures.filter((_, i) => i !== at));
      },
      clear() {
        stored.forget();
        $state.set({ ...$state.get(), pictures: [] });
        void saving.takeStored();
      },
      async publish() {
        const { form, pictures } = $state.get();
        const budget_fen = form.budget.trim() === '' ? 0 : typedFen(form.budget);
        if (budget_fen === null) return wrong({ budget: '预算请填金额，例如 8000' });
        if (pictures.some(({ file }) => file === 0)) return wrong({ pictures: '图片还在上传，请稍等' });
        await saving.saveNow();
        if ($state.get().save.kind === 'conflict') return null;
        $state.set({ ...$state.get(), busy: true, faults: {} });
        try {
          const made = await gateway(
            'POST /receive/request/add',
            { ...form, budget: budget_fen / 100, pictures: pictures.map(({ file }) => file) },
            SILENT,
          );
          published = true;
          stored.forget();
          return made;
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          if (error.code !== 2) return wrong(formErrors(error));
          saving.refused(error);
          return wrong({});
        }
      },
    },
  };
}
