import { sql } from 'drizzle-orm';
import { KINDS } from '#contract/kinds.ts';
import { byName, choiceFilter, dayFilters, type KeysetSource, newestOrOldest, numberFilter } from '../../db/keyset.ts';
import { itemsOfKind } from '../catalog/index.ts';
import { titled } from './repo.ts';

export interface CheckinLine {
  id: number;
  salon_id: number;
  salon: string;
  seq: number | null;
  holder: string;
  gate: string;
  direction: 'in' | 'out';
  offline: boolean;
  result: string;
  at: number;
  by: string;
}

/** Salons whose title says so. */
const salonsNamed = (text: string) => sql`(select item_id from salons s where ${titled(text)})`;

/** All passages of doors, for staff. Read by its primary key. */
export const checkinSource: KeysetSource = {
  select: sql`c.id, c.salon_id, s.title as salon, t.seq, coalesce(left(t.holder_name, 1) || '*', '') as holder, c.gate, c.direction, c.offline,
    c.result, floor(extract(epoch from c.at))::bigint as at, coalesce(d.name, '') as by`,
  from: sql`salon_checkins c left join salons s on s.item_id = c.salon_id left join salon_tickets t on t.id = c.ticket_id left join salon_staff d on d.id = c.by_staff`,
  id: sql`c.id`,
  id_cast: 'bigint',
  filters: {
    salon: numberFilter(sql`c.salon_id`),
    result: choiceFilter({
      ok: sql`c.result = 'ok'`,
      undone: sql`c.result = 'undone'`,
      refused: sql`c.result not in ('ok', 'undone', 'joined')`,
      offline: sql`c.offline`,
    }),
    ...dayFilters(sql`c.at`),
  },
  search: (text) => (/^\d{1,15}$/.test(text) ? sql`c.salon_id = ${Number(text)}::bigint` : sql`c.salon_id in ${salonsNamed(text)}`),
  orders: newestOrOldest(sql`c.id`, sql`c.at`),
};

export interface RecapLine {
  id: number;
  title: string;
  owner_id: number;
  state: string;
  pictures: number;
  attended: number;
  saved_at: number;
}

/** All recaps, for staff. */
export const recapSource: KeysetSource = {
  select: sql`r.salon_id as id, s.title, s.owner_id, r.attended, jsonb_array_length(coalesce(r.submitted -> 'pictures', r.pictures)) as pictures,
    case when r.submitted is not null then 'waiting' when r.reject_reason <> '' then 'rejected' else r.state end as state,
    floor(extract(epoch from r.saved_at))::bigint as saved_at`,
  // one look at the salon for each row: joined as a whole, a page in the middle would be read from the list's beginning
  from: sql`salon_recaps r join lateral (select title, owner_id from salons where item_id = r.salon_id offset 0) s on true`,
  id: sql`r.salon_id`,
  id_cast: 'bigint',
  filters: {
    state: choiceFilter({
      waiting: sql`r.submitted is not null`,
      published: sql`r.state = 'published'`,
      rejected: sql`r.submitted is null and r.reject_reason <> ''`,
      draft: sql`r.state = 'draft' and r.submitted is null and r.reject_reason = ''`,
    }),
    ...dayFilters(sql`r.saved_at`),
  },
  search: (text) => (/^\d{1,15}$/.test(text) ? sql`r.salon_id = ${Number(text)}::bigint` : sql`r.salon_id in ${salonsNamed(text)}`),
  orders: newestOrOldest(sql`r.salon_id`, sql`r.saved_at`),
};

export interface TalkLine {
  id: number;
  title: string;
  publisher_id: number;
  status: string;
  view_num: number;
  created_at: number;
}

/** All short talks, for staff. */
export const talkSource: KeysetSource = {
  select: sql`i.id, i.title, i.publisher_id, i.status, i.view_num, floor(extract(epoch from i.created_at))::bigint as created_at`,
  from: sql`${itemsOfKind(KINDS.talk.code)} i`,
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
  search: (text) =>
    /^\d{1,15}$/.test(text)
      ? sql`i.id = ${Number(text)}::bigint`
      : byName(text, sql`i.id`, sql`i.title`, sql`select id, title as name from ${itemsOfKind(KINDS.talk.code)} i order by id desc`),
  orders: newestOrOldest(sql`i.id`, sql`i.created_at`),
};
