import { map, type ReadableAtom } from 'nanostores';
import { ApiError, type Failure, failureOf, formErrors } from '#client/api-error.ts';
import { gateway } from '#client/gateway.ts';
import { type AddressInput, checkAddress } from '#contract/address.ts';
import type { Address } from '#contract/outputs/mall.ts';

export type AddressFaults = Partial<Record<string, string>>;

export interface AddressesState {
  /** Null: nothing was loaded yet. */
  list: Address[] | null;
  failure: Failure | null;
}

export interface Addresses {
  readonly $state: ReadableAtom<AddressesState>;
  actions: {
    load(): Promise<void>;
    /** What is wrong, by field (`form`: with all of it), or the saved address. */
    save(input: AddressInput): Promise<Address | AddressFaults>;
    /** Null: done; else what is to be said. */
    remove(id: number): Promise<string | null>;
  };
}

/** The reader's address book. */
export function createAddresses(): Addresses {
  const $state = map<AddressesState>({ list: null, failure: null });
  async function load(): Promise<void> {
    try {
      $state.set({ list: (await gateway('GET /user/address', {}, { silent: true })).list, failure: null });
    } catch (error) {
      $state.setKey('failure', failureOf(error));
    }
  }
  return {
    $state,
    actions: {
      load,
      async save(input) {
        const wrong = checkAddress(input);
        if (Object.keys(wrong).length > 0) return wrong;
        try {
          const saved = await gateway('POST /user/address', input, { silent: true });
          await load();
          return saved;
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          return formErrors(error);
        }
      },
      async remove(id) {
        try {
          await gateway('DELETE /user/address', { id }, { silent: true });
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          return error.msg;
        }
        await load();
        return null;
      },
    },
  };
}

export const isSaved = (answer: Address | AddressFaults): answer is Address => typeof (answer as Address).id === 'number';
