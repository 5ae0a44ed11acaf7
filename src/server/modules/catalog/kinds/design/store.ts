import { KINDS } from '#contract/kinds.ts';
import { kindStore } from '../kind-store.ts';

/** A design: pictures that everybody sees, and a file of whatever program that is sold. */
export const designStore = kindStore({ facts: KINDS.design });
