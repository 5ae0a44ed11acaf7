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

/** `version`: of the offer that it changes; 0: of none, or of a sealed one. */
interface Stored extends Typed {
  version: number;
}

export interface OfferFormState extends Typed {
  /** It began with what was typed before, in place of the offer that stands. */
  unsent: boolean;
  /** This browser has room for it. */
  stored: boolean;
  uploading: boolean;
  errors: OfferErrors & { form?: string };
  busy: boolean;
}

/** Uploads that nothing uses go after a day. */
const FILES_MS = 20 * 3_600_000;

/** Where what is typed stands until it is sent; of a tender also what was sent, since that is sealed. */
const typedIn = (demand_id: number) => inThisBrowser<Stored>(`offer-${demand_id}`);
const versionOf = (own: Offer | null) => (own && !own.now.sealed ? own.now.no : 0);

/** Null also where the offer was changed since. */
function typedBefore(demand_id: number, own: Offer | null): Typed | null {
  const found = typedIn(demand_id).read();
  if (!found || typeof found.form.form?.text !== 'string' || !Array.isArray(found.form.files)) return null;
  const { form, files, version } = found.form;
  if (version !== versionOf(own)) return null;
  const there = Date.now() - found.edition < FILES_MS;
  return { form: { ...EMPTY_OFFER, ...form, files: there ? form.files : [] }, files: there ? files : [] };
}

/** Writes what two agreed on into the form before it is opened. @returns false where another price is typed there, which stays */
export function beginOffer(demand_id: number, own: Offer | null, agreed: Pick<OfferForm, 'price' | 'days' | 'text'>): boolean {
  const typed = typedBefore(demand_id, own);
  if (typed) return typed.form.price === agreed.price;
  const before = formOf(own);
  const { price, days, text } = agreed;
  const form = { ...before, price, price_max: '', days: days || before.days, text: before.text || text };
  store(demand_id, { form, files: [], version: versionOf(own) });
  return true;
}

/** @returns whether this browser has it; else this page alone does */
function store(demand_id: number, form: Stored): boolean {
  try {
    typedIn(demand_id).save({ id: null, draft_key: '', edition: undefined, form });
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return false;
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
  const before = typedBefore(demand_id, own);
  const begun = before ?? { form: formOf(own), files: [] };
  const version = versionOf(own);
  const unsent = before !== null && version > 0;
  const $state = map<OfferFormState>({ ...begun, unsent, stored: true, uploading: false, errors: {}, busy: false });
  const set = (change: Partial<OfferFormState>) => $state.set({ ...$state.get(), ...change });
  const setForm = (change: Partial<OfferForm>) => {
    const { form, errors } = $state.get();
    const left = Object.fromEntries(Object.entries(errors).filter(([key]) => !Object.hasOwn(change, key) && key !== 'form'));
    const next = { ...form, ...change };
    set({ form: next, errors: left, stored: store(demand_id, { form: next, files: $state.get().files, version }) });
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
      if (sealed) store(demand_id, { form: { ...form, files: [], kept_files: [] }, files: [], version: 0 });
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
      /** Back to the offer that stands. */
      restore(): void {
        typedIn(demand_id).forget();
        set({ form: formOf(own), files: [], errors: {}, unsent: false, stored: true });
      },
      setUploading: (uploading: boolean) => set({ uploading }),
    },
  };
}
