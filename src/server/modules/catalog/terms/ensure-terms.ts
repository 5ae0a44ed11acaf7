import type { KindFacts } from '#contract/kinds.ts';
import { TERM_PLACES } from '#contract/term.ts';
import type { TxCtx } from '../../../app/ctx.ts';
import { allKinds } from '../kinds/registry.ts';
import { DEFAULT_TERMS, type KindDefaults } from './default-terms.ts';
import { countTerms, findTagIds, findTermNamed, insertTags, lockTerms, type NewTerm, upsertTerm, upsertTerms, writeTerm } from './repo.ts';

/**
 * Ids of the tags with these names, made when missing, in the order given without doubles. Names are trimmed and NFKC-normalised;
 * empty ones are left out. Safe when many publish at once: a name becomes one tag.
 */
export async function ensureTags(tx: TxCtx, kind: KindFacts, names: string[]): Promise<number[]> {
  const wanted = [...new Set(names.map((name) => name.normalize('NFKC').trim()).filter((name) => name !== ''))];
  await insertTags(tx.db, kind.code, wanted);
  const ids = await findTagIds(tx.db, kind.code, wanted);
  return wanted.flatMap((name) => ids.get(name) ?? []);
}

/** The id of a term of one of the kind's facets, made when missing. */
export async function ensureTerm(
  tx: TxCtx,
  kind: KindFacts,
  term: Omit<NewTerm, 'kind' | 'icon' | 'sort'> & { icon?: string; sort?: number },
): Promise<number> {
  return upsertTerm(tx.db, { icon: '', sort: 0, ...term, kind: kind.code });
}

/** The same without touching the row of one that is there: many may name it at once. */
export async function ensureTermOnce(
  tx: TxCtx,
  kind: KindFacts,
  term: Omit<NewTerm, 'kind' | 'icon' | 'sort'> & { sort?: number },
): Promise<number> {
  return (await findTermNamed(tx.db, { ...term, kind: kind.code })) ?? ensureTerm(tx, kind, term);
}

/** Gives a term another name and place; what stands under it follows. The caller knows that no other of its facet has the name. */
export async function renameTerm(tx: TxCtx, id: number, { name, sort }: { name: string; sort: number }): Promise<void> {
  await writeTerm(tx.db, id, { name, sort });
}

/**
 * What every kind begins with: categories in two levels and the terms of its own facets. Idempotent, also at once: what staff
 * keep is theirs as soon as there is any of it.
 */
export async function installDefaultTerms(tx: TxCtx): Promise<void> {
  await lockTerms(tx.db);
  for (const kind of allKinds()) {
    const { categories, facets } = DEFAULT_TERMS[kind.key] ?? NO_TERMS;
    const ensure = (facet: string, parent_id: number | null, list: ReadonlyArray<{ name: string; icon?: string }>) =>
      upsertTerms(
        tx.db,
        list.map(({ name, icon = '' }, sort) => ({ kind: kind.code, facet, parent_id, name, icon, sort })),
      );
    if (!(await isStaffs(tx, kind, 'category'))) {
      const parents = await ensure('category', null, categories);
      for (const [at, parent_id] of parents.entries()) await ensure('category', parent_id, named(categories[at]?.children));
    }
    for (const [facet, names] of Object.entries(facets)) if (!(await isStaffs(tx, kind, facet))) await ensure(facet, null, named(names));
  }
}

const NO_TERMS: KindDefaults = { categories: [], facets: {} };
const named = (names: readonly string[] = []) => names.map((name) => ({ name }));

/** Whether staff keep the facet and find something there: a name that they changed must not come back. */
async function isStaffs(tx: TxCtx, kind: KindFacts, facet: string): Promise<boolean> {
  return TERM_PLACES.some(({ place }) => place === `${kind.key}.${facet}`) && (await countTerms(tx.db, kind.code, facet)) > 0;
}
