import { map } from 'nanostores';
import { ApiError, type Failure, failureOf, formErrors } from '#client/api-error.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import { refreshUser } from '#client/refresh-user.ts';
import { toastSuccess } from '#client/toast.ts';
import type { TeacherForm } from '#contract/outputs/teaching.ts';
import {
  checkTeacher,
  checkTeacherProfile,
  EMPTY_TEACHER,
  type OwnTeacher,
  type TeacherErrors,
  type TeacherProfile,
} from '#contract/teaching.ts';
import { uploadFault, uploadFile } from '#kit/upload/upload-file.ts';

export interface ApplicationState {
  /** Null until the first answer. */
  own: OwnTeacher | null;
  failure: Failure | null;
  /** The form is shown: for a new application, another attempt, or a change of what readers see. */
  editing: boolean;
  form: TeacherForm;
  /** Something was typed or chosen and is not sent. */
  changed: boolean;
  sample_name: string;
  errors: TeacherErrors & { form?: string };
  busy: boolean;
  /** Percent of the sample's upload; null: none is under way. */
  sending: number | null;
}

const FILM = /\.(mp4|mov|mkv|webm)$/i;
export const SAMPLE_ACCEPT = '.pdf,.doc,.docx,.ppt,.pptx,.zip,.mp4,.mov,.mkv,.webm';

/** The application of the signed-in reader. `calls`: for tests. */
export function createApplication(
  calls = {
    fetchApplication: () => gateway('GET /study/teacher/application', {}, SILENT),
    fetchSample: () => gateway('GET /study/teacher/sample', {}),
    postApplication: (form: TeacherForm) => gateway('POST /study/teacher/application', form, SILENT),
    withdrawApplication: () => gateway('DELETE /study/teacher/application', {}, SILENT),
    putProfile: (profile: TeacherProfile) => gateway('PUT /study/teacher/profile', profile, SILENT),
    uploadFile,
    refreshUser,
  },
) {
  const $state = map<ApplicationState>({
    ...{
      own: null,
      failure: null,
      editing: false,
      form: EMPTY_TEACHER,
      changed: false,
      sample_name: '',
      errors: {},
      busy: false,
      sending: null,
    },
  });
  const set = (change: Partial<ApplicationState>) => $state.set({ ...$state.get(), ...change });
  let upload: AbortController | null = null;

  function show(own: OwnTeacher): void {
    const form = own.state === 'accepted' || own.state === 'waiting' ? own.form : { ...own.form, agreed: false };
    set({ own, form, sample_name: own.sample_name, failure: null, errors: {}, editing: false, changed: false });
  }

  async function load(): Promise<void> {
    try {
      show(await calls.fetchApplication());
    } catch (error) {
      set({ failure: failureOf(error) });
    }
  }

  function change(patch: Partial<TeacherForm>): void {
    const errors = { ...$state.get().errors, form: undefined };
    for (const key of Object.keys(patch) as Array<keyof TeacherForm>) errors[key] = undefined;
    set({ form: { ...$state.get().form, ...patch }, changed: true, errors });
  }

  async function chooseSample(file: File): Promise<void> {
    upload?.abort(new DOMException('replaced', 'AbortError'));
    const mine = new AbortController();
    upload = mine;
    set({ sending: 0, sample_name: file.name, errors: { ...$state.get().errors, sample_file_id: undefined, sample_link: undefined } });
    try {
      const stored = await calls.uploadFile(file, {
        purpose: FILM.test(file.name) ? 'video' : 'attachment',
        signal: mine.signal,
        onProgress: ({ loaded_bytes, total_bytes }) => set({ sending: Math.floor((loaded_bytes / total_bytes) * 100) }),
      });
      set({ sending: null });
      change({ sample_file_id: stored.id });
    } catch (error) {
      if (mine.signal.aborted) return;
      const said = uploadFault(error, '再次选择同一个文件会接着上传').message;
      set({ sending: null, sample_name: '', errors: { ...$state.get().errors, sample_file_id: said } });
    }
  }

  function dropSample(): void {
    upload?.abort(new DOMException('removed', 'AbortError'));
    set({ sending: null, sample_name: '' });
    change({ sample_file_id: null });
  }

  /** Downloads the file that was sent in. */
  async function openSample(): Promise<void> {
    try {
      location.assign((await calls.fetchSample()).url);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }

  /** Sends what was typed: an application, or a teacher's change. False: something is wrong, and the state says what. */
  async function submit(): Promise<boolean> {
    const { form, busy, sending, own } = $state.get();
    if (busy) return false;
    const is_teacher = own?.state === 'accepted';
    const errors: ApplicationState['errors'] = is_teacher ? checkTeacherProfile(form) : checkTeacher(form);
    if (sending !== null) errors.sample_file_id = '样课还在上传，请稍候';
    set({ errors });
    if (Object.keys(errors).length > 0) return false;
    return run(
      () => (is_teacher ? calls.putProfile({ position: form.position, introduction: form.introduction }) : calls.postApplication(form)),
      is_teacher ? '讲师资料已更新' : '申请已提交',
    );
  }

  async function run(call: () => Promise<OwnTeacher>, done: string): Promise<boolean> {
    set({ busy: true });
    try {
      show(await call());
      toastSuccess(done);
      await calls.refreshUser();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      set({ errors: formErrors(error) });
      return false;
    } finally {
      set({ busy: false });
    }
  }

  return {
    $state,
    actions: {
      ...{ load, change, submit, dropSample },
      openSample: () => void openSample(),
      chooseSample: (file: File) => void chooseSample(file),
      edit: () => set({ editing: true, errors: {} }),
      cancel: () => {
        const { own } = $state.get();
        if (own) show(own);
      },
      withdraw: () => void run(calls.withdrawApplication, '申请已撤回'),
    },
  };
}
