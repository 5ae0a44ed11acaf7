import type { KindFacts } from '#contract/kinds.ts';
import type { TxCtx } from '../../../app/ctx.ts';
import { ensureTerm } from './ensure-terms.ts';
import { findTerms } from './repo.ts';

/** Ids of the terms that a work carries because of what it is; missing ones are made. */
export async function derivedTermIds(
  tx: TxCtx,
  kind: KindFacts,
  named: ReadonlyArray<readonly [facet: string, name: string]>,
): Promise<number[]> {
  if (named.length === 0) return [];
  const known = await findTerms(tx.db, kind.code);
  const ids: number[] = [];
  for (const [facet, name] of named) {
    const term = known.find((one) => one.facet === facet && one.name === name);
    ids.push(term?.id ?? (await ensureTerm(tx, kind, { facet, parent_id: null, name, sort: 99 })));
  }
  return ids;
}
