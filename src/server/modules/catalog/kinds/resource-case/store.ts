import { KINDS } from '#contract/kinds.ts';
import { kindStore } from '../kind-store.ts';

/** What a resource was used for: pictures or a film, and the resource. */
export const resourceCaseStore = kindStore({ facts: KINDS.resource_case });
