import { map } from 'nanostores';
import { ApiError, type Failure, failureOf } from '#client/api-error.ts';
import { $session, loginUrl } from '#client/session.ts';
import { toastError } from '#client/toast.ts';
import { EMPTY_SALON, EMPTY_TICKET_KIND, type OwnSalon, type SalonForm, type SavedSalon, type TicketKindForm } from '#contract/salon.ts';
import { checkSalon, type SalonErrors } from '#contract/salon-form.ts';
import { askDemandGate } from '../verification/ask-demand-gate.ts';
import { fetchForm, sendForm } from './salon.api.ts';

const AUTOSAVE_MS = 1_200;

export interface SalonFormState {
  load: 'loading' | 'ready' | 'missing' | 'failed';
  form: SalonForm;
  errors: SalonErrors;
  known: Pick<OwnSalon, 'id' | 'state' | 'reject_reason'> | null;
  save: { kind: 'none' | 'dirty' | 'saving' } | { kind: 'saved'; at_s: number } | { kind: 'failed'; failure: Failure };
  submitting: boolean;
  done: SavedSalon | null;
}

/** The form of a salon, which saves itself. */
export function createSalonForm() {
  const $state = map<SalonFormState>({
    ...{ load: 'loading', form: EMPTY_SALON, errors: {}, known: null, save: { kind: 'none' }, submitting: false, done: null },
  });
  let draft_key = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saving: Promise<void> = Promise.resolve();
  const set = (change: Partial<SalonFormState>) => $state.set({ ...$state.get(), ...change });
  const keys = () => ({ id: $state.get().known?.id ?? null, draft_key });

  /** Opens the salon that the address names, or an empty form. A visitor signs in first and comes back. */
  async function open(): Promise<void> {
    if (!$session.get()) {
      location.replace(`${loginUrl()}&event=publish_salon`);
      return;
    }
    draft_key = crypto.getRandomValues(new Uint32Array(4)).join('-');
    window.addEventListener('beforeunload', (event) => {
      const { save, done } = $state.get();
      if (!done && (save.kind === 'dirty' || save.kind === 'failed')) event.preventDefault();
    });
    const id = Number(new URLSearchParams(location.search).get('id'));
    if (!(Number.isSafeInteger(id) && id > 0)) return set({ load: 'ready' });
    try {
      const { form, may_edit, state, reject_reason, saved_at } = await fetchForm(id);
      if (!may_edit) return set({ load: 'missing' });
      set({ load: 'ready', form, known: { id, state, reject_reason }, save: { kind: 'saved', at_s: saved_at } });
    } catch (error) {
      set({ load: error instanceof ApiError && error.status === 404 ? 'missing' : 'failed' });
    }
  }

  /** Takes over what was typed and saves it soon. */
  function change(patch: Partial<SalonForm>): void {
    const changed = Object.keys(patch);
    const left = Object.entries($state.get().errors).filter(([name]) => !changed.includes(name.split('.')[0] ?? ''));
    set({ form: { ...$state.get().form, ...patch }, errors: Object.fromEntries(left), save: { kind: 'dirty' } });
    clearTimeout(timer);
    timer = setTimeout(() => void saveNow(), AUTOSAVE_MS);
  }

  /** Saves the draft; saves follow one another, so the last one wins. */
  function saveNow(): Promise<void> {
    clearTimeout(timer);
    saving = saving.then(async () => {
      const { form, done } = $state.get();
      if (done) return;
      set({ save: { kind: 'saving' } });
      try {
        remember(await sendForm(form, keys(), false));
        if ($state.get().form !== form) set({ save: { kind: 'dirty' } });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        set({ save: { kind: 'failed', failure: failureOf(error, '草稿未能保存') } });
      }
    });
    return saving;
  }

  function remember({ id, state, saved_at }: SavedSalon): void {
    const before = $state.get().known;
    set({ known: { id, state, reject_reason: before?.reject_reason ?? '' }, save: { kind: 'saved', at_s: saved_at } });
    if (!before) history.replaceState(history.state, '', `/salon/establish?id=${id}`);
  }

  /** Checks one field, when it is left. */
  function check(name: string): void {
    const wrong = checkSalon($state.get().form, Date.now())[name];
    const { [name]: _before, ...others } = $state.get().errors;
    set({ errors: wrong ? { ...others, [name]: wrong } : others });
  }

  /** Submits, after the gate. @returns false where something is wrong or the reader is not verified */
  async function submit(): Promise<boolean> {
    const errors = checkSalon($state.get().form, Date.now());
    set({ errors });
    if (Object.keys(errors).length > 0) return false;
    set({ submitting: true });
    try {
      if (!(await askDemandGate())) return false;
      clearTimeout(timer);
      await saving;
      const saved = await sendForm($state.get().form, keys(), true);
      remember(saved);
      set({ done: saved });
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (Object.keys(error.fields).length > 0) set({ errors: error.fields });
      else toastError(error.msg);
      return false;
    } finally {
      set({ submitting: false });
    }
  }

  const kinds = () => $state.get().form.kinds;
  return {
    $state,
    actions: {
      ...{ open, change, check, saveNow, submit },
      setKind: (at: number, patch: Partial<TicketKindForm>) =>
        change({ kinds: kinds().map((kind, n) => (n === at ? { ...kind, ...patch } : kind)) }),
      addKind() {
        const used = kinds().map(({ key }) => Number(key.slice(1)) || 0);
        change({ kinds: [...kinds(), { ...EMPTY_TICKET_KIND, key: `k${Math.max(0, ...used) + 1}`, name: '' }] });
      },
      dropKind: (at: number) => change({ kinds: kinds().filter((_kind, n) => n !== at) }),
    },
  };
}
