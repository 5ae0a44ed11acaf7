import type { Term } from '#contract/item.ts';
import type { Ctx } from '../../../app/ctx.ts';
import type { Item, PageRow } from '../repo.ts';
import { findShown } from './repo.ts';

/** What a page about an item needs of the catalogue. Shared between readers: not to be changed. */
export interface ShownItem {
  /** `page_texts` holds the free pages' only. */
  item: Item;
  /** The free pages, at least the first one for its shape. */
  pages: PageRow[];
  /** Its category, sub category and tags and those of the kind's own facets, by id. */
  terms: ReadonlyMap<number, Term & { facet: string }>;
}

/** The item in any status with its free pages and terms, by one statement that readers at the same time share. Null: there is none. */
export async function getShownItem(ctx: Ctx, id: number): Promise<ShownItem | null> {
  const row = await findShown(ctx.db, id);
  if (!row) return null;
  const { pages, terms, ...item } = row;
  return { item, pages, terms: new Map(terms.map(({ id, facet, name, icon, item_num }) => [id, { id, facet, name, icon, item_num }])) };
}
