import { articleWorks } from './article.ts';
import { resourceCaseWorks, supplierCaseWorks } from './cases.ts';
import type { DemoKind, DemoWork } from './demo-work.ts';
import { designWorks } from './design.ts';
import { pptWorks } from './ppt.ts';
import { resourceWorks } from './resource.ts';
import { sampleWorks } from './sample.ts';
import { schemeWorks } from './scheme.ts';

/** Every kind that the demo shows; in one turn a work may name one of a kind before it. A further kind is one more description here. */
export const DEMO_KINDS: readonly DemoKind[] = [
  schemeWorks,
  pptWorks,
  resourceWorks,
  sampleWorks,
  designWorks,
  supplierCaseWorks,
  resourceCaseWorks,
  articleWorks,
];

const turns = new Map(DEMO_KINDS.flatMap(({ works }) => works.filter(({ first }) => !first).map(({ key }, turn) => [key, turn] as const)));
/** A work comes with its place among those of its kind, and not before one that it names. */
const turnOf = ({ key, names }: DemoWork) => Math.max(turns.get(key) ?? 0, turns.get(names ?? '') ?? 0);
const all = DEMO_KINDS.flatMap(({ works }) => works);

/** In the order in which they are drawn: the first ones, then a work of each kind in turn, so that no list stays empty for long. */
export const DEMO_WORKS: readonly DemoWork[] = [
  ...all.filter(({ first }) => first),
  ...all.filter(({ first }) => !first).sort((a, b) => turnOf(a) - turnOf(b)),
];
