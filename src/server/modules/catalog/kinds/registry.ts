import type { KindFacts } from '#contract/kinds.ts';
import { assert } from '../../../kernel/assert.ts';
import { articleStore } from './article/store.ts';
import { courseStore } from './course/store.ts';
import { demandStore } from './demand/store.ts';
import { designStore } from './design/store.ts';
import { jobStore } from './job/store.ts';
import type { KindStore } from './kind-store.ts';
import { pptStore } from './ppt/store.ts';
import { resourceStore } from './resource/store.ts';
import { resourceCaseStore } from './resource-case/store.ts';
import { salonStore } from './salon/store.ts';
import { sampleStore } from './sample/store.ts';
import { schemeStore } from './scheme/store.ts';
import { supplierCaseStore } from './supplier-case/store.ts';
import { talkStore } from './talk/store.ts';

/** Adding a kind: its facts in contract/kinds.ts, its store here. */
const stores = new Map<number, KindStore>(
  [
    schemeStore,
    pptStore,
    sampleStore,
    designStore,
    resourceStore,
    supplierCaseStore,
    resourceCaseStore,
    demandStore,
    jobStore,
    articleStore,
    courseStore,
    salonStore,
    talkStore,
  ].map((store) => [store.facts.code, store]),
);

/** Every kind that can be published and read, in the order of the menus. */
export function allKinds(): KindFacts[] {
  return [...stores.values()].map(({ facts }) => facts);
}

/** @throws on a code that the database must not hold */
export function storeOf(code: number): KindStore {
  const store = stores.get(code);
  assert(store !== undefined, `no kind has the code ${code}`);
  return store;
}

/** The facts of a stored kind. @throws as `storeOf` */
export function kindOf(code: number): KindFacts {
  return storeOf(code).facts;
}

/** The kind that a call of the specification means by this `type`; null when the call knows no such kind. */
export function kindByType(call: keyof KindFacts['types'], type: number): KindFacts | null {
  return allKinds().find((facts) => facts.types[call] === type) ?? null;
}

/** Adds a kind while the process runs and returns what takes it away again. For tests: the product's kinds stand above. */
export function registerKind(store: KindStore): () => void {
  assert(!stores.has(store.facts.code), `the code ${store.facts.code} is taken`);
  stores.set(store.facts.code, store);
  return () => stores.delete(store.facts.code);
}
