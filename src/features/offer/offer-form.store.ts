import { map } from 'nanostores';
import { ApiError, formErrors } from '#client/api-error.ts';
import { checkOffer, EMPTY_OFFER, OFFER_FILES_MAX, type OfferErrors, type OfferForm } from '#contract/offer.ts';
import type { Offer } from '#contract/outputs/offer.ts';
import { createSingleUpload, type Upload } from '#kit/upload/single-upload.ts';
import { offerActs } from './offer-acts.ts';

export interface OfferFormState {
  form: OfferForm;
  /** New files with their names, in the order of `form.files`. */
  files: Array<{ id: number; name: string }>;
  upload: Upload | null;
  errors: OfferErrors & { form?: string };
  busy: boolean;
}

/** What was typed and not sent, by demand, while the page stands: a form that was closed opens again as it was. */
const unsent = new Map<number, Pick<OfferFormState, 'form' | 'files'>>();

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

/** The form of an offer: what is typed, files that go with it, what is wrong. */
export function createOfferForm({ demand_id, own, onSent }: { demand_id: number; own: Offer | null; onSent(): void }) {
  const begun = unsent.get(demand_id) ?? { form: formOf(own), files: [] };
  const $state = map<OfferFormState>({ ...begun, upload: null, errors: {}, busy: false });
  const set = (change: Partial<OfferFormState>) => $state.set({ ...$state.get(), ...change });
  const setForm = (change: Partial<OfferForm>) => {
    const { form, errors } = $state.get();
    const left = Object.fromEntries(Object.entries(errors).filter(([key]) => !Object.hasOwn(change, key) && key !== 'form'));
    set({ form: { ...form, ...change }, errors: left });
    unsent.set(demand_id, { form: $state.get().form, files: $state.get().files });
  };
  const uploads = createSingleUpload({
    purpose: 'attachment',
    show: (upload) => set({ upload }),
    async onStored({ id, name }) {
      const { files, form } = $state.get();
      set({ files: [...files, { id, name }] });
      setForm({ files: [...form.files, id] });
    },
    onSessionOver: () => undefined,
  });

  /** False: something is wrong, and the state says what. */
  async function submit(): Promise<boolean> {
    const { form, busy } = $state.get();
    if (busy) return false;
    if (uploads.isBusy()) {
      set({ errors: { files: '附件还在上传，请稍候' } });
      return false;
    }
    const errors = checkOffer(form);
    set({ errors });
    if (Object.keys(errors).length > 0) return false;
    set({ busy: true });
    try {
      await offerActs.send(demand_id, form);
      unsent.delete(demand_id);
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
      addFile(file: File): void {
        const { form } = $state.get();
        if (form.files.length + form.kept_files.length >= OFFER_FILES_MAX) set({ errors: { files: `附件最多 ${OFFER_FILES_MAX} 个` } });
        else void uploads.choose(file);
      },
      dropFile(id: number): void {
        const { files, form } = $state.get();
        set({ files: files.filter((file) => file.id !== id) });
        setForm({ files: form.files.filter((one) => one !== id) });
      },
      close: () => uploads.cancel(),
    },
  };
}
