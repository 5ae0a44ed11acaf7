import { KINDS } from '#contract/kinds.ts';
import { kindStore } from '../kind-store.ts';

/** A short talk: its film, who speaks, and the salon where it was given. */
export const talkStore = kindStore({ facts: KINDS.talk });
