import { KINDS } from '#contract/kinds.ts';
import { kindStore } from '../kind-store.ts';

/** What an enterprise looks for people for: terms and texts, no file and no pictures. */
export const jobStore = kindStore({ facts: KINDS.job });
