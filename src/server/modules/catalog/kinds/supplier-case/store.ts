import { KINDS } from '#contract/kinds.ts';
import { kindStore } from '../kind-store.ts';

/** What a supplier did for a customer: facts of the event, pictures or a film. */
export const supplierCaseStore = kindStore({ facts: KINDS.supplier_case });
