import { KINDS, type KindFacts } from '#contract/kinds.ts';
import { assert } from '../../../kernel/assert.ts';
import { type KindStore, kindStore } from './kind-store.ts';

const { scheme, ppt, sample, design, resource, supplier_case, resource_case, demand, job, article, course, salon, talk } = KINDS;
/** Every kind of contract/kinds.ts, in the order of the menus. */
const IN_ORDER: typeof KINDS = {
  scheme,
  ppt,
  sample,
  design,
  resource,
  supplier_case,
  resource_case,
  demand,
  job,
  article,
  course,
  salon,
  talk,
};

const stores = new Map<number, KindStore>(Object.values<KindFacts>(IN_ORDER).map((facts) => [facts.code, kindStore({ facts })]));

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
