import { map } from 'nanostores';
import { ApiError } from '#client/api-error.ts';
import { newKey } from '#client/new-key.ts';
import { $session, loginUrl } from '#client/session.ts';
import { toastError } from '#client/toast.ts';
import {
  checkDemand,
  DEMAND_EVENTS,
  DEMAND_FILES_MAX,
  DEMAND_NEEDS_MAX,
  DEMAND_STEPS,
  DEMAND_TITLE_MAX,
  type DemandErrors,
  type DemandFile,
  type DemandForm,
  type DemandStep,
  depositFault,
  EMPTY_DEMAND,
  type LabelType,
  type OwnDemandState,
  type SavedDemand,
  STEP_OF,
  TENDER,
} from '#contract/demand.ts';
import type { BudgetHint } from '#contract/offer.ts';
import { createSavingForm, type Edition, isOverwriting, type SaveState } from '#kit/saving-form.ts';
import { stopOf } from '#kit/upload/single-upload.ts';
import { uploadFile } from '#kit/upload/upload-file.ts';
import { askDemandGate, isVerified, verifyNow } from '../verification/ask-demand-gate.ts';
import { fetchAnswer, fetchBudgets, fetchDemand, saveDemand } from './demand.api.ts';

/** An attachment of the form: stored, on its way, or stopped. */
export interface FormFile extends DemandFile {
  key: string;
  state: 'sending' | 'stored' | 'stopped';
  percent: number;
  message: string;
}

export interface DemandFormState {
  load: 'loading' | 'ready' | 'missing' | 'failed';
  form: DemandForm;
  step: DemandStep;
  errors: DemandErrors;
  known: Pick<OwnDemandState, 'id' | 'state' | 'reject_reason' | 'waiting'> | null;
  save: SaveState;
  /** It began with an own demand of before. */
  again: boolean;
  files: FormFile[];
  submitting: boolean;
  done: SavedDemand | null;
  /** The reader proved who they are; null: not known yet. */
  verified: boolean | null;
  /** What was agreed on before for the like; null: not known, or too few. */
  hint: BudgetHint | null;
}

/** What the form may begin with, from its address. */
export function startOf(query: URLSearchParams): Partial<DemandForm> {
  const number = (name: string) => (/^[1-9]\d{0,14}$/.test(query.get(name) ?? '') ? Number(query.get(name)) : null);
  const keyword = (query.get('keyword') ?? '').trim().slice(0, 40);
  const from_title = (query.get('title') ?? '').trim().slice(0, 30);
  return {
    ...(number('label') === null ? {} : { label_id: number('label') }),
    ...(/^[a-z_]{1,20}$/.test(query.get('from_kind') ?? '') && number('from_id') !== null
      ? { from_kind: query.get('from_kind') ?? '', from_id: number('from_id') }
      : {}),
    ...(keyword === '' ? {} : { keyword, title: `找“${keyword}”相关的活动服务`.slice(0, 40) }),
    ...(from_title === '' ? {} : { needs: `参考策猫上的“${from_title}”，希望：\n` }),
  };
}

/** What the assistant wrote, as the needs. */
async function fromAnswer(id: number): Promise<Partial<DemandForm>> {
  const { question, text } = await fetchAnswer(id);
  return { title: question.slice(0, DEMAND_TITLE_MAX), needs: text.replace(/^#+\s*|\*\*/gm, '').slice(0, DEMAND_NEEDS_MAX) };
}

/** An own demand once more: its day and its files are of the one before. */
const fromOwn = async (id: number): Promise<Partial<DemandForm>> => ({ ...(await fetchDemand(id)).form, event_date: '', files: [] });

/** What a form begins with of what its address names; null: nothing is named, or it is not the reader's, which is said. */
async function broughtBy(named: string | null, read: (id: number) => Promise<Partial<DemandForm>>, noun: string) {
  const id = Number(named);
  if (!(Number.isSafeInteger(id) && id > 0)) return null;
  try {
    return await read(id);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toastError(`没有读到${noun}，请直接填写`);
    return null;
  }
}

/** The form of a demand: two screens that save themselves, and go on where they were left. `today`: a Shanghai day. */
export function createDemandForm({ today, typeOf }: { today: string; typeOf(label_id: number | null): LabelType | undefined }) {
  const $state = map<DemandFormState>({
    ...{ load: 'loading', form: EMPTY_DEMAND, step: 'what', errors: {}, known: null, save: { kind: 'none' }, again: false },
    ...{ files: [], submitting: false, done: null, verified: null, hint: null },
  });
  const sending = new Map<string, AbortController>();
  const set = (change: Partial<DemandFormState>) => $state.set({ ...$state.get(), ...change });
  /** A text that is recovered before the form is there leaves the stored step as it is. */
  const reached = () => ($state.get().load === 'ready' ? { step: $state.get().step } : {});
  const saving = createSavingForm<DemandForm, SavedDemand>({
    name: 'demand',
    read: () => ({ id: $state.get().known?.id ?? null, form: $state.get().form }),
    save: (wish, leaving) => saveDemand({ ...wish, ...reached(), action: 'draft' }, leaving),
    saved: remember,
    atOf: ({ saved_at }) => saved_at,
    state: () => $state.get().save,
    show: (save) => set({ save }),
    isDone: () => $state.get().done !== null,
    isBusy: () => sending.size > 0,
    fetch,
  });

  /** Opens the draft that the address names, or an empty form with what it brings along. A visitor signs in first and comes back. */
  async function open(): Promise<void> {
    if (!$session.get()) {
      location.replace(`${loginUrl()}&event=publish_demand`);
      return;
    }
    const id = Number(new URLSearchParams(location.search).get('id'));
    void readVerified();
    await saving.begin(Number.isSafeInteger(id) && id > 0 ? id : null).catch(() => set({ load: 'failed' }));
    void readHint();
  }

  /** Said at the start, because publishing asks for it; unknown says nothing. */
  async function readVerified(): Promise<void> {
    const verified = await isVerified().catch(() => null);
    set({ verified });
  }

  async function verify(): Promise<void> {
    if (await verifyNow()) set({ verified: true });
  }

  async function readHint(): Promise<void> {
    const { event, label_id } = $state.get().form;
    const known = DEMAND_EVENTS.find((one) => one === event);
    const type = typeOf(label_id);
    const hint = known && type ? await fetchBudgets({ event: known, type }).catch(() => null) : null;
    const now = $state.get().form;
    if (now.event === event && now.label_id === label_id) set({ hint: hint && hint.count > 0 ? hint : null });
  }

  async function fetch(id: number | null): Promise<Edition | undefined> {
    if (id === null) {
      const query = new URLSearchParams(location.search);
      const [answer, again] = await Promise.all([
        broughtBy(query.get('answer'), fromAnswer, '助手的回答'),
        broughtBy(query.get('again'), fromOwn, '原来的需求'),
      ]);
      set({ load: 'ready', form: { ...EMPTY_DEMAND, ...startOf(query), ...answer, ...again }, again: again !== null });
      return undefined;
    }
    try {
      const own = await fetchDemand(id);
      const { form, step, files, state, reject_reason, waiting } = own;
      if (own.may_edit) {
        set({ load: 'ready', form, step, errors: {}, known: { id, state, reject_reason, waiting } });
        set({ save: { kind: 'saved', at_s: own.saved_at } });
        set({ files: files.map((file) => ({ ...file, key: String(file.id), state: 'stored', percent: 100, message: '' })) });
      } else set({ load: 'missing' });
      return own;
    } catch (error) {
      set({ load: error instanceof ApiError && error.status === 404 ? 'missing' : 'failed' });
      return undefined;
    }
  }

  /** Takes over what was typed and saves it soon. */
  function change(patch: Partial<DemandForm>): void {
    const errors = { ...$state.get().errors };
    for (const name of Object.keys(patch) as Array<keyof DemandForm>) delete errors[name];
    set({ form: { ...$state.get().form, ...patch }, errors });
    saving.touch();
    if ('event' in patch || 'label_id' in patch) void readHint();
  }

  /** What is wrong now; what only tenders are asked for, of tenders alone. */
  function faults(): DemandErrors {
    const { form } = $state.get();
    const deposit = typeOf(form.label_id) === TENDER ? depositFault(form) : '';
    return { ...checkDemand(form, today), ...(deposit ? { deposit } : {}) };
  }

  /** Checks one field, when it is left. */
  function check(name: keyof DemandForm): void {
    const wrong = faults()[name];
    const { [name]: _before, ...others } = $state.get().errors;
    set({ errors: wrong ? { ...others, [name]: wrong } : others });
  }

  function remember({ id, state, waiting }: SavedDemand): void {
    const before = $state.get().known;
    set({ known: { id, state, waiting, reject_reason: before?.reject_reason ?? '' } });
    if (!before) history.replaceState(history.state, '', `/demand/add?id=${id}`);
  }

  /** Goes to a screen, or past the last, and keeps that. Forward only past screens that are right. @returns false where something is wrong */
  function goTo(to: DemandStep | 'done'): boolean {
    const errors = faults();
    const at = (one: DemandStep | 'done') => (one === 'done' ? DEMAND_STEPS.length : DEMAND_STEPS.indexOf(one));
    const wrong = Object.fromEntries(
      Object.entries(errors).filter(([name]) => at(STEP_OF[name as keyof DemandForm]) < at(to)),
    ) as DemandErrors;
    const first = DEMAND_STEPS.find((one) => Object.keys(wrong).some((name) => STEP_OF[name as keyof DemandForm] === one));
    set({ errors: wrong, step: first ?? (to === 'done' ? 'terms' : to) });
    if ($state.get().save.kind !== 'none') void saving.saveNow();
    return first === undefined;
  }

  /** Publishes, after the gate. @returns false where something is wrong or the reader is not verified */
  async function submit(): Promise<boolean> {
    if (!goTo('done')) return false;
    if ($state.get().files.some(({ state }) => state === 'sending')) {
      set({ errors: { files: '附件还在上传，请稍候' } });
      return false;
    }
    set({ submitting: true });
    try {
      if (!(await askDemandGate())) return false;
      await saving.settle();
      const { form, known } = $state.get();
      const saved = await saveDemand({ ...saving.wish(), id: known?.id ?? null, form, step: 'terms', action: 'submit' });
      saving.took(saved);
      set({ done: saved });
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const errors = error.fields as DemandErrors;
      const names = Object.keys(errors) as Array<keyof DemandForm>;
      if (names[0]) set({ errors, step: STEP_OF[names[0]] ?? 'what' });
      else if (error.code === 2 || isOverwriting(error)) saving.refused(error);
      else toastError(error.msg);
      return false;
    } finally {
      set({ submitting: false });
    }
  }

  const patchFile = (key: string, patch: Partial<FormFile>) =>
    set({ files: $state.get().files.map((file) => (file.key === key ? { ...file, ...patch } : file)) });

  /** Uploads attachments, one after the other in what the reader sees, side by side on the line. */
  async function addFiles(chosen: readonly File[]): Promise<void> {
    const room = DEMAND_FILES_MAX - $state.get().files.length;
    if (chosen.length > room) set({ errors: { ...$state.get().errors, files: `附件最多 ${DEMAND_FILES_MAX} 个` } });
    await Promise.all(chosen.slice(0, Math.max(0, room)).map(sendFile));
  }

  async function sendFile(file: File): Promise<void> {
    const key = `${file.name}:${newKey()}`;
    const controller = new AbortController();
    sending.set(key, controller);
    set({
      files: [...$state.get().files, { key, id: 0, name: file.name, size_bytes: file.size, state: 'sending', percent: 0, message: '' }],
    });
    try {
      const stored = await uploadFile(file, {
        purpose: 'attachment',
        signal: controller.signal,
        onProgress: ({ loaded_bytes, total_bytes }) =>
          patchFile(key, { percent: Math.floor((100 * loaded_bytes) / Math.max(1, total_bytes)) }),
      });
      patchFile(key, { id: stored.id, state: 'stored', percent: 100 });
      change({ files: $state.get().files.flatMap(({ id, state }) => (state === 'stored' ? [id] : [])) });
    } catch (error) {
      if (!controller.signal.aborted) patchFile(key, { state: 'stopped', message: stopOf(error).message });
    } finally {
      sending.delete(key);
    }
  }

  function dropFile(key: string): void {
    sending.get(key)?.abort(new DOMException('cancelled', 'AbortError'));
    set({ files: $state.get().files.filter((file) => file.key !== key) });
    change({ files: $state.get().files.flatMap(({ id, state }) => (state === 'stored' ? [id] : [])) });
  }

  const saves = { saveNow: saving.saveNow, saveAgain: saving.saveAgain, keepMine: saving.keepMine, takeStored: saving.takeStored };
  return { $state, actions: { open, verify, change, check, goTo, submit, addFiles, dropFile, ...saves } };
}

export type DemandFormActions = ReturnType<typeof createDemandForm>['actions'];
