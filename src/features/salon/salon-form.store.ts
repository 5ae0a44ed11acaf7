import { map } from 'nanostores';
import { ApiError } from '#client/api-error.ts';
import { ASIDE, gateway, SILENT } from '#client/gateway.ts';
import { $session, loginUrl } from '#client/session.ts';
import { toastError } from '#client/toast.ts';
import type { SalonForm, TicketKindForm } from '#contract/outputs/salon.ts';
import { EMPTY_SALON, EMPTY_TICKET_KIND, type OwnSalon, type SavedSalon } from '#contract/salon.ts';
import { checkSalon, type SalonErrors } from '#contract/salon-form.ts';
import { planOf, withSeatCapacity } from '#contract/seats.ts';
import { createSavingForm, type Edition, isOverwriting, type SaveState, type SaveWish } from '#kit/saving-form.ts';
import { createSingleUpload, type Upload } from '#kit/upload/single-upload.ts';
import { askDemandGate } from '../verification/ask-demand-gate.ts';

/** What a picture is of: the salon, or a guest by their place. */
export type PictureSlot = 'cover' | number;

export interface SalonFormState {
  load: 'loading' | 'ready' | 'missing' | 'failed';
  form: SalonForm;
  errors: SalonErrors;
  /** What to show of a picture, by its file. */
  shown: Readonly<Record<number, string>>;
  /** A picture on its way, or why it did not come. */
  upload: { slot: PictureSlot; state: Upload } | null;
  known: Pick<OwnSalon, 'id' | 'state' | 'reject_reason'> | null;
  save: SaveState;
  submitting: boolean;
  done: SavedSalon | null;
}

/** The form of a salon, which saves itself. */
export function createSalonForm() {
  const $state = map<SalonFormState>({
    ...{
      load: 'loading',
      form: EMPTY_SALON,
      errors: {},
      shown: {},
      upload: null,
      known: null,
      save: { kind: 'none' },
      submitting: false,
      done: null,
    },
  });
  const set = (change: Partial<SalonFormState>) => $state.set({ ...$state.get(), ...change });
  const saving = createSavingForm<SalonForm, SavedSalon>({
    name: 'salon',
    read: () => ({ id: $state.get().known?.id ?? null, form: $state.get().form }),
    save: (wish, leaving) => sendForm(wish, false, leaving),
    saved: remember,
    atOf: ({ saved_at }) => saved_at,
    state: () => $state.get().save,
    show: (save) => set({ save }),
    isDone: () => $state.get().done !== null,
    isBusy: () => uploads.isBusy(),
    fetch,
  });

  let slot: PictureSlot = 'cover';
  const uploads = createSingleUpload({
    purpose: 'cover',
    show: (state) => set({ upload: state && { slot, state } }),
    async onStored({ id }, file) {
      set({ shown: { ...$state.get().shown, [id]: URL.createObjectURL(file) } });
      putPicture(slot, id);
    },
    onSessionOver: () => location.replace(loginUrl()),
  });

  function choosePicture(of: PictureSlot, file: File): void {
    slot = of;
    void uploads.choose(file);
  }

  /** Undefined: none. */
  function putPicture(of: PictureSlot, file_id: number | undefined): void {
    const { guests } = $state.get().form;
    if (of === 'cover') change({ cover: file_id });
    else change({ guests: guests.map((one, at) => (at === of ? { ...one, picture: file_id } : one)) });
  }

  /** Opens the salon that the address names, or an empty form. A visitor signs in first and comes back. */
  async function open(): Promise<void> {
    if (!$session.get()) {
      location.replace(`${loginUrl()}&event=publish_salon`);
      return;
    }
    const id = Number(new URLSearchParams(location.search).get('id'));
    await saving.begin(Number.isSafeInteger(id) && id > 0 ? id : null).catch(() => set({ load: 'failed' }));
  }

  async function fetch(id: number | null): Promise<Edition | undefined> {
    if (id === null) {
      set({ load: 'ready' });
      return undefined;
    }
    try {
      const own = await gateway('GET /salon/establish', { id }, SILENT);
      const { form, may_edit, state, reject_reason, saved_at } = own;
      const shown = Object.fromEntries(own.pictures.map(({ file_id, src }) => [file_id, src]));
      if (!may_edit) set({ load: 'missing' });
      else
        set({
          load: 'ready',
          form,
          errors: {},
          shown: { ...$state.get().shown, ...shown },
          known: { id, state, reject_reason },
          save: { kind: 'saved', at_s: saved_at },
        });
      return own;
    } catch (error) {
      set({ load: error instanceof ApiError && error.status === 404 ? 'missing' : 'failed' });
      return undefined;
    }
  }

  /** Takes over what was typed and saves it soon. */
  function change(patch: Partial<SalonForm>): void {
    const changed = Object.keys(patch);
    const left = Object.entries($state.get().errors).filter(([name]) => !changed.includes(name.split('.')[0] ?? ''));
    set({ form: withSeatCapacity({ ...$state.get().form, ...patch }), errors: Object.fromEntries(left) });
    saving.touch();
  }

  function remember({ id, state }: SavedSalon): void {
    const before = $state.get().known;
    set({ known: { id, state, reject_reason: before?.reject_reason ?? '' } });
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
    if (uploads.isBusy()) errors['pictures'] = '图片还在上传，请稍候';
    set({ errors });
    if (Object.keys(errors).length > 0) return false;
    set({ submitting: true });
    try {
      if (!(await askDemandGate())) return false;
      await saving.settle();
      const { known, form } = $state.get();
      const saved = await sendForm({ ...saving.wish(), id: known?.id ?? null, form }, true);
      saving.took(saved);
      set({ done: saved });
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (Object.keys(error.fields).length > 0) set({ errors: error.fields });
      else if (error.code === 2 || isOverwriting(error)) saving.refused(error);
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
      ...{ open, change, check, submit, choosePicture, putPicture },
      ...{ saveNow: saving.saveNow, saveAgain: saving.saveAgain, keepMine: saving.keepMine, takeStored: saving.takeStored },
      setKind: (at: number, patch: Partial<TicketKindForm>) =>
        change({ kinds: kinds().map((kind, n) => (n === at ? { ...kind, ...patch } : kind)) }),
      addKind() {
        const used = kinds().map(({ key }) => Number(key.slice(1)) || 0);
        change({ kinds: [...kinds(), { ...EMPTY_TICKET_KIND, key: `k${Math.max(0, ...used) + 1}`, name: '' }] });
      },
      dropKind: (at: number) =>
        change({
          kinds: kinds().filter((_kind, n) => n !== at),
          plan: planOf($state.get().form).filter(({ kind }) => kind !== kinds()[at]?.key),
        }),
    },
  };
}

function sendForm({ id, form, ...more }: SaveWish<SalonForm>, submit: boolean, leaving = false): Promise<SavedSalon> {
  const body = { ...form, ...more, ...(id === null ? {} : { id }) };
  return submit ? gateway('POST /salon/establish', body, SILENT) : gateway('PUT /salon/establish', body, { ...ASIDE, keepalive: leaving });
}
