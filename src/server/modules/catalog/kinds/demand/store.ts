import { KINDS } from '#contract/kinds.ts';
import { kindStore } from '../kind-store.ts';

/** A demand: what it is beside its item stands in `modules/demands`; what is needed is its introduction, so that a search finds it. */
export const demandStore = kindStore({ facts: KINDS.demand });
