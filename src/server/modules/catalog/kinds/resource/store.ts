import { KINDS } from '#contract/kinds.ts';
import { kindStore } from '../kind-store.ts';

/** What a supplier offers: pictures or a film, facts, and a price that only readers who are signed in see. */
export const resourceStore = kindStore({ facts: KINDS.resource });
