import { KINDS, type KindFacts } from './kinds.ts';
import { playerPath } from './player-path.ts';

/** Where what was bought of this kind is learned; empty: it is downloaded. Apart from the player's paths: browsers need no table of kinds. */
export const learnPath = (kind_code: number, item_id: number): string =>
  Object.values<KindFacts>(KINDS).some(({ code, gives }) => code === kind_code && gives === 'lessons') ? playerPath(item_id) : '';
