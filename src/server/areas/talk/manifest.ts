import { KINDS } from '#contract/kinds.ts';
import type { Manifest } from '../manifest.ts';
import { talkFields } from './own-fields.ts';
import { talkGate } from './publish-gate.ts';
import { talkEndpoints } from './routes.ts';

/** Short talks of salons ("xted"): a film, who speaks, and its chapters. */
export const talkArea: Manifest = {
  name: 'talk',
  endpoints: talkEndpoints,
  publish_gates: [talkGate],
  own_fields: { [KINDS.talk.key]: talkFields },
};
