import { sql } from 'drizzle-orm';
import { choiceFilter, type KeysetSource } from '../../db/keyset.ts';

export interface ClosingLine {
  id: number;
  nickname: string;
  closed: boolean;
  /** What `startClosing` kept with this closing; null: nothing. */
  note: string | null;
  closing_at: number;
  closed_at: number | null;
}

const seconds = (column: ReturnType<typeof sql>) => sql`floor(extract(epoch from ${column}))::bigint`;

/** Accounts that are being closed, or were, for staff. */
export const closingSource: KeysetSource = {
  select: sql`u.id, u.nickname, u.closed_at is not null as closed,    (select c.payload from one_time_codes c where c.user_id = u.id and c.purpose = 'closing' and c.expires_at = u.closing_at + interval '90 days' limit 1) as note,
    ${seconds(sql`u.closing_at`)} as closing_at, ${seconds(sql`u.closed_at`)} as closed_at`,
  from: sql`(select * from users where closing_at is not null) u`,
  id: sql`u.id`,
  id_cast: 'bigint',
  filters: {
    state: choiceFilter({
      waiting: sql`u.closed_at is null`,
      late: sql`(u.closed_at is null and u.closing_at <= now())`,
      closed: sql`u.closed_at is not null`,
    }),
  },
  search: (text) => (/^\d{1,10}$/.test(text) ? sql`u.id = ${Number(text)}::bigint` : sql`false`),
  orders: {
    new: { by: sql`u.closing_at`, cast: 'timestamptz', desc: true },
    old: { by: sql`u.closing_at`, cast: 'timestamptz', desc: false },
  },
};
