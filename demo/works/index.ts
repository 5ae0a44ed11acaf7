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

const all = DEMO_KINDS.flatMap(({ works }) => works);
const named = new Set(all.flatMap(({ first, names }) => (first && names ? [names] : [])));
const isFirst = ({ first, key }: DemoWork) => first || named.has(key);

/** In the order in which they are drawn: a work of each kind in turn, so that no list stays empty for long, and none before one that it names. */
function inTurn(works: readonly DemoWork[]): DemoWork[] {
  const counts = new Map<DemoWork['kind'], number>();
  const turns = new Map<string, number>();
  for (const { kind, key } of works) {
    const turn = counts.get(kind) ?? 0;
    turns.set(key, turn);
    counts.set(kind, turn + 1);
  }
  const turnOf = ({ key, names }: DemoWork) => Math.max(turns.get(key) ?? 0, turns.get(names ?? '') ?? 0);
  return works.toSorted((a, b) => turnOf(a) - turnOf(b));
}

/** The works that stand when the address is printed. */
export const FIRST_WORKS: readonly DemoWork[] = inTurn(all.filter(isFirst));

export const DEMO_WORKS: readonly DemoWork[] = [...FIRST_WORKS, ...inTurn(all.filter((work) => !isFirst(work)))];
