import { map } from 'nanostores';
import { ApiError, type Failure, failureOf, formErrors } from '#client/api-error.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import { refreshUser } from '#client/refresh-user.ts';
import { toastSuccess } from '#client/toast.ts';
import { type CompanyErrors, type CompanyForm, checkCompany, type OwnCompany } from '#contract/verification.ts';
import { createProof, NO_PROOF, type Proof } from './proof-upload.ts';

export type CompanyField = Exclude<keyof CompanyForm, 'licence_url'>;

export interface CompanyState {
  own: OwnCompany | null;
  failure: Failure | null;
  values: Record<CompanyField, string>;
  proof: Proof;
  /** Something was typed or chosen and is not sent. */
  changed: boolean;
  errors: CompanyErrors & { form?: string };
  busy: '' | 'submit' | 'withdraw';
}

const EMPTY = { name: '', licence: '', legal_person: '', contact_name: '', contact_mobile: '' };

/** The enterprise of the signed-in reader: how it stands, and the form. */
export function createCompany() {
  const $state = map<CompanyState>({ own: null, failure: null, values: EMPTY, proof: NO_PROOF, changed: false, errors: {}, busy: '' });
  const set = (change: Partial<CompanyState>) => $state.set({ ...$state.get(), ...change });
  const upload = createProof((proof) =>
    set({ proof, changed: true, errors: { ...$state.get().errors, licence_url: undefined } as CompanyState['errors'] }),
  );

  const take = (own: OwnCompany) => {
    const { has_picture: _has, ...values } = own.form;
    set({ own, failure: null, values, changed: false });
  };

  async function load(): Promise<void> {
    try {
      take(await gateway('GET /user/company', {}, SILENT));
    } catch (error) {
      set({ failure: failureOf(error) });
    }
  }

  function setValue(field: CompanyField, value: string): void {
    const { values, errors } = $state.get();
    set({
      changed: true,
      values: { ...values, [field]: value },
      errors: { ...errors, [field]: undefined, form: undefined } as CompanyState['errors'],
    });
  }

  /** Sends it in; the caller leaves this page then. False: something is wrong, and the state says what. */
  async function submit(): Promise<boolean> {
    const { values, proof, own, busy } = $state.get();
    if (busy !== '' || proof.busy || !own) return false;
    const form = { ...values, licence_url: proof.address };
    const errors = checkCompany(form, own.form.has_picture);
    set({ errors });
    if (Object.keys(errors).length > 0) return false;
    set({ busy: 'submit' });
    try {
      // not taken: this page would lead elsewhere while its caller leads to the progress
      await gateway('POST /user/company', form, SILENT);
      upload.drop();
      set({ changed: false });
      toastSuccess('已提交，等待审核');
      await refreshUser();
      return true;
    } catch (error) {
      set({ busy: '' });
      if (!(error instanceof ApiError)) throw error;
      set({ errors: formErrors(error) });
      return false;
    }
  }

  /** Takes it back; the caller leaves this page then. False: it was decided meanwhile. */
  async function withdraw(): Promise<boolean> {
    if ($state.get().busy !== '') return false;
    set({ busy: 'withdraw' });
    try {
      // not taken: this page would lead elsewhere while its caller leads to the form
      await gateway('DELETE /user/company', {});
      await refreshUser();
      return true;
    } catch (error) {
      set({ busy: '' });
      // the gateway caller has shown it; it was decided meanwhile
      if (!(error instanceof ApiError)) throw error;
      await load();
      return false;
    }
  }

  return { $state, actions: { load, setValue, submit, withdraw, choose: (file: File) => void upload.choose(file) } };
}

export type CompanyActions = ReturnType<typeof createCompany>['actions'];
