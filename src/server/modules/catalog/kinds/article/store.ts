import { KINDS } from '#contract/kinds.ts';
import { kindStore } from '../kind-store.ts';

/** What people of the trade write: a document with pictures, kept with the kind's own fields. */
export const articleStore = kindStore({ facts: KINDS.article });
