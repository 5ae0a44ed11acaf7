import { map } from 'nanostores';
import { ApiError, type Failure, failureOf, formErrors } from '#client/api-error.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import { refreshUser } from '#client/refresh-user.ts';
import { toastSuccess } from '#client/toast.ts';
import { checkRealname, type OwnRealname, type RealnameErrors } from '#contract/verification.ts';
import { shanghaiDay } from '#ui/time-text.ts';
import { createProof, NO_PROOF, type Proof } from './proof-upload.ts';

export type Side = 'front' | 'back';

export interface RealnameState {
  /** Null until the first answer. */
  own: OwnRealname | null;
  failure: Failure | null;
  name: string;
  idcard: string;
  proofs: Record<Side, Proof>;
  errors: RealnameErrors & { form?: string };
  busy: boolean;
  /** The form was sent here: its answer takes its place. */
  sent: boolean;
}

/** The verification of the signed-in reader: how it stands, and the form. `onDone`: it was approved. */
export function createRealname(onDone: () => void = () => undefined) {
  const $state = map<RealnameState>({
    ...{ own: null, failure: null, name: '', idcard: '', errors: {}, busy: false, sent: false },
    proofs: { front: NO_PROOF, back: NO_PROOF },
  });
  const set = (change: Partial<RealnameState>) => $state.set({ ...$state.get(), ...change });
  const side = (name: Side) => createProof((proof) => set({ proofs: { ...$state.get().proofs, [name]: proof } }));
  const uploads: Record<Side, ReturnType<typeof createProof>> = { front: side('front'), back: side('back') };

  async function load(): Promise<void> {
    try {
      set({ own: await gateway('GET /api/user/realname', {}, SILENT), failure: null });
    } catch (error) {
      set({ failure: failureOf(error) });
    }
  }

  function setValue(field: 'name' | 'idcard', value: string): void {
    set({ [field]: value, errors: { ...$state.get().errors, [field]: undefined, form: undefined } });
  }

  /** Sends it in. False: something is wrong, and the state says what. */
  async function submit(): Promise<boolean> {
    const { name, idcard, proofs, busy } = $state.get();
    if (busy || proofs.front.busy || proofs.back.busy) return false;
    const form = { name, idcard, idcard_url: [proofs.front.address, proofs.back.address].join(',') };
    const errors = checkRealname(form, shanghaiDay());
    set({ errors });
    if (Object.keys(errors).length > 0) return false;
    set({ busy: true });
    try {
      const own = await gateway('POST /api/user/realname', form, SILENT);
      for (const upload of Object.values(uploads)) upload.drop();
      set({ own, sent: true, name: '', idcard: '', proofs: { front: NO_PROOF, back: NO_PROOF } });
      await refreshUser();
      if (own.status === 'approved') {
        toastSuccess('实名认证已通过');
        onDone();
      }
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
      load,
      setValue,
      submit,
      choose: (name: Side, file: File) => void uploads[name].choose(file),
      /** After a refusal: the form again. */
      again: () => {
        const { own } = $state.get();
        if (own) set({ own: { ...own, status: 'none' }, errors: {} });
      },
    },
  };
}

export type RealnameActions = ReturnType<typeof createRealname>['actions'];
