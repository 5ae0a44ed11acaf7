import { resourceCaseWorks, supplierCaseWorks } from './cases.ts';
import type { DemoKind } from './demo-work.ts';
import { designWorks } from './design.ts';
import { pptWorks } from './ppt.ts';
import { resourceWorks } from './resource.ts';
import { sampleWorks } from './sample.ts';
import { schemeWorks } from './scheme.ts';

/** Every kind that the demo shows, in the order in which its works are drawn. A further kind is one more description here. */
export const DEMO_KINDS: readonly DemoKind[] = [
  schemeWorks,
  pptWorks,
  // cases name resources, which must stand before them
  resourceWorks,
  sampleWorks,
  designWorks,
  supplierCaseWorks,
  resourceCaseWorks,
];

export const DEMO_WORKS = DEMO_KINDS.flatMap(({ works }) => works);
