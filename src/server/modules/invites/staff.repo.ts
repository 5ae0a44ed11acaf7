import { sql } from 'drizzle-orm';
import { choiceFilter, dayFilters, type KeysetSource } from '../../db/keyset.ts';

export interface InviteLine {
  id: number;
  invitor_id: number;
  user_id: number;
  register_state: string;
  paid_state: string;
  flags: string[];
  cleared: boolean;
  created_at: number;
}

const held = sql`(i.flags <> '{}' and i.cleared_at is null and (i.register_state = 'waiting' or i.paid_state in ('waiting', 'none')))`;

/** All invitations, for staff. */
export const inviteSource: KeysetSource = {
  select: sql`i.id, i.invitor_id, i.user_id, i.register_state, i.paid_state, i.flags, i.cleared_at is not null as cleared,
    floor(extract(epoch from i.created_at))::bigint as created_at`,
  from: sql`invites i`,
  id: sql`i.id`,
  id_cast: 'bigint',
  filters: {
    state: choiceFilter({ held, waiting: sql`i.register_state = 'waiting'`, granted: sql`i.register_state = 'granted'` }),
    ...dayFilters(sql`i.created_at`),
  },
  search: (text) => (/^\d{1,10}$/.test(text) ? sql`i.invitor_id = ${Number(text)}::bigint` : sql`false`),
  orders: {
    new: { by: sql`i.id`, cast: 'bigint', desc: true, day: sql`i.created_at` },
    old: { by: sql`i.id`, cast: 'bigint', desc: false, day: sql`i.created_at` },
  },
};
