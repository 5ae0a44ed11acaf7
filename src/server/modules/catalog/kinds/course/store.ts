import { KINDS } from '#contract/kinds.ts';
import { kindStore } from '../kind-store.ts';

/** A course: facts and terms here; its chapters, lessons and learners stand in `modules/study`. */
export const courseStore = kindStore({ facts: KINDS.course });
