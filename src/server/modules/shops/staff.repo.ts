import { sql } from 'drizzle-orm';
import { beginning, choiceFilter, dayFilters, type KeysetSource } from '../../db/keyset.ts';

export interface ShopLine {
  id: number;
  owner_id: number;
  name: string;
  category: number;
  province: number;
  city: number | null;
  licence: string;
  is_vip: boolean;
  is_gold: boolean;
  labels: string[];
  case_num: number;
  focus_num: number;
  created_at: number;
}

/** All shops, for staff. */
export const shopSource: KeysetSource = {
  select: sql`s.id, s.owner_id, s.name, s.category, s.province, s.city, s.licence, s.is_vip, s.is_gold, s.labels, s.case_num, s.focus_num,
    floor(extract(epoch from s.created_at))::bigint as created_at`,
  from: sql`shops s`,
  id: sql`s.id`,
  id_cast: 'bigint',
  filters: {
    state: choiceFilter({ gold: sql`s.is_gold`, vip: sql`s.is_vip`, licence: sql`s.licence <> ''`, bare: sql`s.licence = ''` }),
    ...dayFilters(sql`s.created_at`),
  },
  search: (text) => (/^\d{1,10}$/.test(text) ? sql`s.id = ${Number(text)}::bigint` : sql`s.name like ${beginning(text)}`),
  // numbers rise with time
  orders: {
    new: { by: sql`s.id`, cast: 'bigint', desc: true, day: sql`s.created_at` },
    old: { by: sql`s.id`, cast: 'bigint', desc: false, day: sql`s.created_at` },
  },
};
