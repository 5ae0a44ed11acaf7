import type { TxCtx } from '../../../kernel/ctx.ts';
import { KIND_SCHEME } from '../kinds/kind.ts';
import { ACTIVITIES, CATEGORIES, INDUSTRIES } from './default-terms.ts';
import { findTagIds, insertTags, type NewTerm, upsertTerm } from './repo.ts';

/**
 * Ids of the tags with these names, made when missing, in the order given without doubles. Names are trimmed and NFKC-normalised;
 * empty ones are left out. Safe when many publish at once: a name becomes one tag.
 */
export async function ensureTags(tx: TxCtx, names: string[]): Promise<number[]> {
  const wanted = [...new Set(names.map((name) => name.normalize('NFKC').trim()).filter((name) => name !== ''))];
  await insertTags(tx.db, KIND_SCHEME, wanted);
  const ids = await findTagIds(tx.db, KIND_SCHEME, wanted);
  return wanted.flatMap((name) => ids.get(name) ?? []);
}

/** The id of a category, industry or activity, made when missing. */
export async function ensureTerm(
  tx: TxCtx,
  term: Omit<NewTerm, 'kind' | 'icon' | 'sort'> & { icon?: string; sort?: number },
): Promise<number> {
  return upsertTerm(tx.db, { icon: '', sort: 0, ...term, kind: KIND_SCHEME });
}

/** The two-level categories, industries and activities that a site begins with. Again is harmless. */
export async function installDefaultTerms(tx: TxCtx): Promise<void> {
  for (const [sort, { name, icon, children }] of CATEGORIES.entries()) {
    const parent_id = await ensureTerm(tx, { facet: 'category', parent_id: null, name, icon, sort });
    for (const [place, child] of children.entries()) await ensureTerm(tx, { facet: 'category', parent_id, name: child, sort: place });
  }
  for (const [sort, name] of INDUSTRIES.entries()) await ensureTerm(tx, { facet: 'industry', parent_id: null, name, sort });
  for (const [sort, name] of ACTIVITIES.entries()) await ensureTerm(tx, { facet: 'activity', parent_id: null, name, sort });
}
