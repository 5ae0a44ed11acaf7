import { map, type ReadableAtom } from 'nanostores';
import { ApiError, type Failure, failureOf, inOneLine, plainFailure } from '#client/api-error.ts';
import { JOB_PATHS } from '#contract/job.ts';
import { checkResume, EMPTY_CONTACT, EMPTY_PARTS, type OwnResume } from '#contract/recruit.ts';
import { uploadFile } from '../publish/upload-file.ts';
import { fetchResume, type ResumeForm, saveResume, setFile } from './recruit.api.ts';

export interface ResumeState {
  load: 'loading' | 'ready' | 'missing' | 'failed';
  id: number | null;
  form: ResumeForm;
  pdf: OwnResume['pdf'];
  save: { kind: 'none' | 'dirty' | 'saving' } | { kind: 'saved'; at_s: number } | { kind: 'failed'; failure: Failure };
  /** Shown once somebody asked whether it is complete. */
  errors: Record<string, string>;
  /** Of the uploaded PDF: what is wrong, or that it is on its way. */
  file: { busy: boolean; failure: Failure | null };
}

const AUTOSAVE_MS = 1_200;
const EMPTY: ResumeForm = { title: '', visibility: 'applied', parts: EMPTY_PARTS, contact: EMPTY_CONTACT };

/** The form of a resume, which saves itself. `calls`, `wait_ms`: for tests. */
export function createResume(calls = { fetchResume, saveResume, setFile, uploadFile }, wait_ms = AUTOSAVE_MS) {
  const $state = map<ResumeState>({
    ...{ load: 'loading', id: null, form: EMPTY, pdf: null, save: { kind: 'none' } },
    ...{ errors: {}, file: { busy: false, failure: null } },
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saving: Promise<void> = Promise.resolve();

  async function open(id: number | null): Promise<void> {
    if (id === null) return $state.setKey('load', 'ready');
    try {
      const own = await calls.fetchResume(id);
      const { title, visibility, parts, contact, pdf } = own;
      $state.set({
        ...$state.get(),
        ...{ load: 'ready', id, pdf, form: { title, visibility, parts, contact }, save: { kind: 'saved', at_s: own.updated_at } },
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      $state.setKey('load', error.status === 404 ? 'missing' : 'failed');
    }
  }

  function change(patch: Partial<ResumeForm>): void {
    const form = { ...$state.get().form, ...patch };
    const asked = Object.keys($state.get().errors).length > 0;
    $state.set({ ...$state.get(), form, save: { kind: 'dirty' }, errors: asked ? checkResume(form.parts, form.contact) : {} });
    clearTimeout(timer);
    timer = setTimeout(() => void saveNow(), wait_ms);
  }

  /** Saves follow one another, so the last one wins and the first one makes only one resume. */
  function saveNow(): Promise<void> {
    clearTimeout(timer);
    saving = saving.then(async () => {
      const { id, form } = $state.get();
      $state.setKey('save', { kind: 'saving' });
      try {
        const own = await calls.saveResume(id, form);
        if (id === null) globalThis.history?.replaceState(history.state, '', `${JOB_PATHS.resume}?id=${own.id}`);
        $state.set({
          ...$state.get(),
          id: own.id,
          save: $state.get().form === form ? { kind: 'saved', at_s: own.updated_at } : { kind: 'dirty' },
        });
      } catch (error) {
        $state.setKey('save', { kind: 'failed', failure: failureOf(error) });
      }
    });
    return saving;
  }

  /** Saves and says what is missing. True: it can be sent. */
  async function finish(): Promise<boolean> {
    const { form } = $state.get();
    const errors = checkResume(form.parts, form.contact);
    $state.setKey('errors', errors);
    await saveNow();
    return Object.keys(errors).length === 0 && $state.get().save.kind === 'saved';
  }

  async function takeFile(work: (id: number) => Promise<OwnResume>): Promise<void> {
    $state.setKey('file', { busy: true, failure: null });
    if ($state.get().id === null) await saveNow();
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
      ...{ open, change, saveNow, finish },
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
