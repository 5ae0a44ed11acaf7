import { getTableColumns } from 'drizzle-orm';
import { batched } from '../../../db/batched.ts';
import type { Queryable } from '../../../db/pool.ts';
import { statement } from '../../../db/statement.ts';
import type { Item, PageRow } from '../repo.ts';
import { items } from '../tables.ts';
import type { TermRow } from '../terms/repo.ts';

/** An item with its first pages and the terms it carries. `page_texts` are those of the free pages only. */
export type ShownRow = Item & { pages: PageRow[]; terms: TermRow[] };

/** Lists and texts travel as JSON: one parse of the platform's instead of many of the driver's. */
const AS_JSON = new Set(['term_ids', 'tag_ids', 'facets', 'page_texts', 'item_id']);
const columnsOf = (table: Parameters<typeof getTableColumns>[0], alias: string) =>
  Object.values(getTableColumns(table))
    .filter((column) => !AS_JSON.has(column.name))
    .map((column) => `${alias}.${column.name}`)
    .join(', ');

const shown = statement<ShownRow>(
  'catalog_shown',
  `select ${columnsOf(items, 'i')}, d.file_id, coalesce(d.file_size_bytes, 0) as file_size_bytes, coalesce(d.page_count, 0) as page_count,
     coalesce(d.free_pages, 0) as free_pages, to_json(i.term_ids) as term_ids, to_json(i.tag_ids) as tag_ids, to_json(i.facets) as facets,
     to_json(coalesce(d.page_texts[1:d.free_pages], '{}')) as page_texts,
     (select coalesce(json_agg(json_build_object('page_no', p.page_no, 'width', p.width, 'height', p.height, 'key', p.key, 'placeholder', p.placeholder) order by p.page_no), '[]')
      from item_pages p where p.item_id = i.id and p.page_no between 1 and greatest(1, least(d.free_pages, d.page_count))) as pages,
     (select coalesce(json_agg(json_build_object('id', t.id, 'facet', t.facet, 'parent_id', t.parent_id, 'name', t.name, 'icon', t.icon,
        'item_num', t.item_num)), '[]')
      from terms t where t.id = any (i.facets)) as terms
   from items i left join item_files d on d.item_id = i.id where i.id = any($1::bigint[])`,
);

/** What is shown of an item in any status, null when there is none; readers at the same time share a statement. */
export const findShown: (db: Queryable, id: number) => Promise<ShownRow | null> = batched(async (db, ids: readonly number[]) => {
  const rows = new Map((await shown(db, [[...new Set(ids)]])).map((row) => [row.id, row]));
  return ids.map((id) => rows.get(id) ?? null);
});
