import { resourceCaseWorks, supplierCaseWorks } from './cases.ts';
import type { DemoKind, DemoWork } from './demo-work.ts';
import { designWorks } from './design.ts';
import { pptWorks } from './ppt.ts';
import { sampleWorks } from './sample.ts';
import { schemeWorks } from './scheme.ts';

/** Every kind that the demo shows. A further kind is one more description here. */
export const DEMO_KINDS: readonly DemoKind[] = [schemeWorks, pptWorks, sampleWorks, designWorks, supplierCaseWorks, resourceCaseWorks];

const inTurn = DEMO_KINDS.flatMap(({ works }) => works.filter(({ first }) => !first).map((work, turn) => ({ work, turn })));

/** In the order in which they are drawn: the first ones, then a work of each kind in turn, so that no list stays empty for long. */
export const DEMO_WORKS: readonly DemoWork[] = [
  ...DEMO_KINDS.flatMap(({ works }) => works.filter(({ first }) => first)),
  ...inTurn.sort((a, b) => a.turn - b.turn).map(({ work }) => work),
];
