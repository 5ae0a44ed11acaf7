import { map } from 'nanostores';
import { ApiError, formErrors } from '#client/api-error.ts';
import { checkOffer, EMPTY_OFFER, type OfferErrors, type OfferForm } from '#contract/offer.ts';
import type { Offer } from '#contract/outputs/offer.ts';
import { inThisBrowser } from '#kit/saving-form.ts';
import type { StoredFile } from '#kit/upload/FilesField.tsx';
import { offerActs } from './offer-acts.ts';

/** What is typed; `files`: new ones with their names, in the order of `form.files`. */
interface Typed {
  form: OfferForm;
  files: readonly StoredFile[];
}

export interface OfferFormState extends Typed {
  uploading: boolean;
  errors: OfferErrors & { form?: string };
  busy: boolean;
}

/** Uploads that nothing uses go after a day. */
const FILES_MS = 20 * 3_600_000;

/** Where what is typed stands until it is sent; of a tender also what was sent, since that is sealed. */
const typedIn = (demand_id: number) => inThisBrowser<Typed>(`offer-${demand_id}`);

function typedBefore(demand_id: number): Typed | null {
  const kept = typedIn(demand_id).read();
  if (!kept || typeof kept.form.form?.text !== 'string' || !Array.isArray(kept.form.files)) return null;
  const { form, files } = kept.form;
  const there = Date.now() - kept.edition < FILES_MS;
  return { form: { ...EMPTY_OFFER, ...form, files: there ? form.files : [] }, files: there ? files : [] };
}

/** Writes a form for a demand before it is opened, unless something is typed there. */
export function beginOffer(demand_id: number, form: Partial<OfferForm>): void {
  if (!typedBefore(demand_id)) keep(demand_id, { form: { ...EMPTY_OFFER, ...form }, files: [] });
}

function keep(demand_id: number, form: Typed): void {
  try {
    typedIn(demand_id).save({ id: null, draft_key: '', edition: undefined, form });
  } catch (error) {
    // a browser without room has it for this page alone
    if (!(error instanceof ApiError)) throw error;
  }
}

/** What was offered before, as the form shows it; what is sealed is unknown. */
function formOf(own: Offer | null): OfferForm {
  if (!own || own.now.sealed || own.now.price === null) return EMPTY_OFFER;
  const { price, price_max, days, text, files, works } = own.now;
  return {
    ...{
      price: String(price),
      price_max: price_max === null ? '' : String(price_max),
      days: days > 0 ? String(days) : '',
      text,
      files: [],
    },
    ...{ kept_files: files.map(({ no }) => no), works: works.filter(({ path }) => path !== '').map(({ id }) => id) },
  };
}

/** The form of an offer: what is typed, files that go with it, what is wrong. `sealed`: what is sent cannot be read again. */
export function createOfferForm({
  demand_id,
  own,
  sealed,
  onSent,
}: {
  demand_id: number;
  own: Offer | null;
  sealed: boolean;
  onSent(): void;
}) {
  const begun = typedBefore(demand_id) ?? { form: formOf(own), files: [] };
  const $state = map<OfferFormState>({ ...begun, uploading: false, errors: {}, busy: false });
  const set = (change: Partial<OfferFormState>) => $state.set({ ...$state.get(), ...change });
  const setForm = (change: Partial<OfferForm>) => {
    const { form, errors } = $state.get();
    const left = Object.fromEntries(Object.entries(errors).filter(([key]) => !Object.hasOwn(change, key) && key !== 'form'));
    set({ form: { ...form, ...change }, errors: left });
    keep(demand_id, { form: $state.get().form, files: $state.get().files });
  };

  /** False: something is wrong, and the state says what. */
  async function submit(): Promise<boolean> {
    const { form, busy, uploading } = $state.get();
    if (busy) return false;
    const errors = uploading ? { files: '附件还在上传，请稍候' } : checkOffer(form);
    set({ errors });
    if (Object.keys(errors).length > 0) return false;
    set({ busy: true });
    try {
      await offerActs.send(demand_id, form);
      // files of a sealed one went with it
      if (sealed) keep(demand_id, { form: { ...form, files: [], kept_files: [] }, files: [] });
      else typedIn(demand_id).forget();
      onSent();
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
      setForm,
      submit,
      setFiles(files: readonly StoredFile[]): void {
        set({ files });
        setForm({ files: files.map(({ id }) => id) });
      },
      setUploading: (uploading: boolean) => set({ uploading }),
    },
  };
}
