import { map, type ReadableAtom } from 'nanostores';
import { ApiError, type Failure, failureOf, inOneLine, plainFailure } from '#client/api-error.ts';
import { ASIDE, gateway, SILENT } from '#client/gateway.ts';
import { JOB_PATHS } from '#contract/job.ts';
import {
  checkResume,
  EMPTY_CONTACT,
  EMPTY_PARTS,
  type OwnResume,
  type ResumeContact,
  type ResumeParts,
  type ResumeVisibility,
} from '#contract/recruit.ts';
import { createSavingForm, type Edition, type SaveState, type SaveWish } from '#kit/saving-form.ts';
import { uploadFile } from '#kit/upload/upload-file.ts';

export interface ResumeState {
  load: 'loading' | 'ready' | 'missing' | 'failed';
  id: number | null;
  form: ResumeForm;
  pdf: OwnResume['pdf'];
  save: SaveState;
  /** Shown once somebody asked whether it is complete. */
  errors: Record<string, string>;
  /** Of the uploaded PDF: what is wrong, or that it is on its way. */
  file: { busy: boolean; failure: Failure | null };
}

interface ResumeForm {
  title: string;
  visibility: ResumeVisibility;
  parts: ResumeParts;
  contact: ResumeContact;
}
function saveResume({ id, form, ...more }: SaveWish<ResumeForm>, leaving: boolean): Promise<OwnResume> {
  const body = { ...form, ...more };
  const options = { ...ASIDE, keepalive: leaving };
  return id === null ? gateway('POST /recruit/resume', body, options) : gateway('PUT /recruit/resume', { ...body, id }, options);
}
const EMPTY: ResumeForm = { title: '', visibility: 'applied', parts: EMPTY_PARTS, contact: EMPTY_CONTACT };

/** The form of a resume, which saves itself. `calls`, `wait_ms`: for tests. */
export function createResume(
  calls = {
    fetchResume: (id: number) => gateway('GET /recruit/resume', { id }, SILENT),
    fetchStart: async () => (await gateway('GET /recruit/resume/mine', {}, SILENT)).start,
    saveResume,
    setFile: (id: number, file_id: number | null) => gateway('PUT /recruit/resume/file', { id, file_id }, SILENT),
    uploadFile,
  },
  wait_ms?: number,
) {
  const $state = map<ResumeState>({
    ...{ load: 'loading', id: null, form: EMPTY, pdf: null, save: { kind: 'none' } },
    ...{ errors: {}, file: { busy: false, failure: null } },
  });
  const set = (change: Partial<ResumeState>) => $state.set({ ...$state.get(), ...change });
  const saving = createSavingForm<ResumeForm, OwnResume>(
    {
      name: 'resume',
      read: () => ({ id: $state.get().id, form: $state.get().form }),
      save: calls.saveResume,
      saved: remember,
      atOf: ({ updated_at }) => updated_at,
      state: () => $state.get().save,
      show: (save) => set({ save }),
      isDone: () => false,
      isBusy: () => $state.get().file.busy,
      fetch,
    },
    wait_ms,
  );

  const open = (id: number | null): Promise<void> => saving.begin(id).catch(() => set({ load: 'failed' }));

  async function fetch(id: number | null): Promise<Edition | undefined> {
    if (id === null) {
      // without it one types them
      const { name, mobile } = await calls.fetchStart().catch(() => ({ name: '', mobile: '' }));
      const parts = { ...EMPTY_PARTS, person: { ...EMPTY_PARTS.person, name } };
      set({ load: 'ready', form: { ...EMPTY, parts, contact: { ...EMPTY_CONTACT, mobile } } });
      return undefined;
    }
    try {
      const own = await calls.fetchResume(id);
      const { title, visibility, parts, contact, pdf } = own;
      const save = { kind: 'saved', at_s: own.updated_at } as const;
      set({ load: 'ready', id, pdf, form: { title, visibility, parts, contact }, save });
      return own;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      set({ load: error.status === 404 ? 'missing' : 'failed' });
      return undefined;
    }
  }

  function change(patch: Partial<ResumeForm>): void {
    const form = { ...$state.get().form, ...patch };
    const asked = Object.keys($state.get().errors).length > 0;
    set({ form, errors: asked ? checkResume(form.parts, form.contact) : {} });
    saving.touch();
  }

  function remember({ id }: OwnResume): void {
    if ($state.get().id === null) {
      const query = new URLSearchParams(globalThis.location?.search);
      query.set('id', String(id));
      globalThis.history?.replaceState(history.state, '', `${JOB_PATHS.resume}?${query}`);
    }
    set({ id });
  }

  /** Saves and says what is missing. True: it can be sent. */
  async function finish(): Promise<boolean> {
    const { form } = $state.get();
    const errors = checkResume(form.parts, form.contact);
    $state.setKey('errors', errors);
    await saving.saveAgain();
    return Object.keys(errors).length === 0 && $state.get().save.kind === 'saved';
  }

  async function takeFile(work: (id: number) => Promise<OwnResume>): Promise<void> {
    $state.setKey('file', { busy: true, failure: null });
    if ($state.get().id === null) await saving.saveNow();
    const { id } = $state.get();
    let failure = id === null ? plainFailure('简历还没有保存，请稍后再试') : null;
    try {
      if (id !== null) $state.setKey('pdf', (await work(id)).pdf);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      failure = inOneLine(failureOf(error, '上传没有完成，请重试'));
    }
    $state.setKey('file', { busy: false, failure });
  }

  return {
    $state: $state as ReadableAtom<ResumeState>,
    actions: {
      ...{ open, change, finish },
      ...{ saveNow: saving.saveNow, saveAgain: saving.saveAgain, keepMine: saving.keepMine, takeStored: saving.takeStored },
      chooseFile: (file: File) =>
        takeFile(async (id) => {
          const wish = { purpose: 'opaque' as const, signal: new AbortController().signal, onProgress: () => undefined };
          return calls.setFile(id, (await calls.uploadFile(file, wish)).id);
        }),
      removeFile: () => takeFile((id) => calls.setFile(id, null)),
    },
  };
}

export type ResumeStore = ReturnType<typeof createResume>;
