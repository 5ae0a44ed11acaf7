import { KINDS } from '#contract/kinds.ts';
import { kindStore } from '../kind-store.ts';

/** A planning scheme: a PDF or PPTX whose pages are previewed and whose file is sold. Nothing that other kinds do not have. */
export const schemeStore = kindStore({ facts: KINDS.scheme });
