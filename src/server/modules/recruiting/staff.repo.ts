import { sql } from 'drizzle-orm';
import { KINDS } from '#contract/kinds.ts';
import { beginning, choiceFilter, dayFilters, type KeysetSource } from '../../db/keyset.ts';
import { itemsOfKind } from '../catalog/index.ts';

export interface JobStaffLine {
  id: number;
  title: string;
  publisher_id: number;
  status: string;
  applicants: number;
  unseen: number;
  created_at: number;
}

/** All jobs with how many applied, for staff. Read by the index `items_of_kind`. */
export const jobSource: KeysetSource = {
  select: sql`i.id, i.title, i.publisher_id, i.status, floor(extract(epoch from i.created_at))::bigint as created_at,
    (select count(*)::int from job_applications a where a.item_id = i.id) as applicants,
    (select count(*)::int from job_applications a where a.item_id = i.id and a.stage = 'sent') as unseen`,
  from: sql`${itemsOfKind(KINDS.job.code)} i`,
  id: sql`i.id`,
  id_cast: 'bigint',
  filters: {
    state: choiceFilter({
      open: sql`i.status = 'published'`,
      waiting: sql`i.status in ('reviewing', 'scheduled')`,
      closed: sql`i.status = 'taken_down'`,
      draft: sql`i.status in ('draft', 'rejected', 'failed')`,
    }),
    ...dayFilters(sql`i.created_at`),
  },
  search: (text) => (/^\d{1,15}$/.test(text) ? sql`i.id = ${Number(text)}::bigint` : sql`i.title like ${beginning(text)}`),
  // numbers rise with time
  orders: {
    new: { by: sql`i.id`, cast: 'bigint', desc: true, day: sql`i.created_at` },
    old: { by: sql`i.id`, cast: 'bigint', desc: false, day: sql`i.created_at` },
  },
};
