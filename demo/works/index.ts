import type { KindKey } from '#contract/kinds.ts';
import { articleWorks } from './article.ts';
import { resourceCaseWorks, supplierCaseWorks } from './cases.ts';
import type { DemoKind, DemoWork } from './demo-work.ts';
import { designWorks } from './design.ts';
import { pptWorks } from './ppt.ts';
import { resourceWorks } from './resource.ts';
import { sampleWorks } from './sample.ts';
import { schemeWorks } from './scheme.ts';

/** Theirs are made with what else belongs to them, as learners (demo/study.ts) and applications (demo/recruit.ts). */
type OfWorlds = 'course' | 'talk' | 'salon' | 'demand' | 'job';

/** Every other kind; in one turn a work may name one of a kind before it. */
const BY_KIND: Readonly<Record<Exclude<KindKey, OfWorlds>, DemoKind>> = {
  scheme: schemeWorks,
  ppt: pptWorks,
  resource: resourceWorks,
  sample: sampleWorks,
  design: designWorks,
  supplier_case: supplierCaseWorks,
  resource_case: resourceCaseWorks,
  article: articleWorks,
};
export const DEMO_KINDS: readonly DemoKind[] = Object.values(BY_KIND);

const all = DEMO_KINDS.flatMap(({ works }) => works);
const named = new Set(all.flatMap(({ first, names }) => (first && names ? [names] : [])));
const standsFirst = ({ first, key }: DemoWork) => first || named.has(key);

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
export const FIRST_WORKS: readonly DemoWork[] = inTurn(all.filter(standsFirst));

export const DEMO_WORKS: readonly DemoWork[] = [...FIRST_WORKS, ...inTurn(all.filter((work) => !standsFirst(work)))];

/** Most works are schemes: behind so many of them every other kind stands whole. */
const SCHEMES_BEFORE = 60;
const schemes = DEMO_WORKS.filter(({ kind }) => kind.key === 'scheme');
/** What a list needs, before the many schemes. */
export const EARLY_WORKS: readonly DemoWork[] = DEMO_WORKS.slice(0, DEMO_WORKS.indexOf(schemes[SCHEMES_BEFORE] as DemoWork));
