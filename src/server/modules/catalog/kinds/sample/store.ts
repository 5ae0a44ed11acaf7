import { KINDS } from '#contract/kinds.ts';
import { kindStore } from '../kind-store.ts';

/** A big case: the photographs of one event, of which the first are free. */
export const sampleStore = kindStore({ facts: KINDS.sample });
