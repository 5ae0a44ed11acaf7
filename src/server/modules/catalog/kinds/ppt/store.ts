import { KINDS } from '#contract/kinds.ts';
import { kindStore } from '../kind-store.ts';

/** A PPT template: style and scene are terms, the rest is what every sold file has. */
export const pptStore = kindStore({ facts: KINDS.ppt });
