import { KINDS, type KindFacts } from '#contract/kinds.ts';
import { allKinds, kindStore, registerKind } from '#server/modules/catalog/index.ts';

/** Registers every kind of the contract that has no store yet, so that items of all kinds can be read. Undone by what it returns. */
export function registerAllKinds(): () => void {
  const known = new Set(allKinds().map(({ code }) => code));
  const missing: KindFacts[] = Object.values(KINDS).filter(({ code }) => !known.has(code));
  const undo = missing.map((facts) => registerKind(kindStore({ facts })));
  return () => {
    for (const one of undo) one();
  };
}
