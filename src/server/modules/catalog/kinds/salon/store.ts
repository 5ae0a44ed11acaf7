import { KINDS } from '#contract/kinds.ts';
import { kindStore } from '../kind-store.ts';

/** A salon: what it is beside its item stands in `modules/salons`; what it is about is its introduction, so that a search finds it. */
export const salonStore = kindStore({ facts: KINDS.salon });
