import { sql } from 'drizzle-orm';
import { ROLES, type Role } from '#contract/staff.ts';
import { bothWays, byName, choiceFilter, dayFilters, type KeysetSource } from '../../db/keyset.ts';
import type { Queryable } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';

export interface UserLine {
  id: number;
  nickname: string;
  mobile: string;
  roles: Role[];
  blocked: boolean;
  works_num: number;
  fans_num: number;
  created_at: number;
}

/** All users, for staff. The phone is for masking: it never leaves as it is. */
export const userSource: KeysetSource = {
  select: sql`u.id, u.nickname, u.mobile, u.roles, u.blocked, u.works_num, u.fans_num, floor(extract(epoch from u.created_at))::bigint as created_at`,
  from: sql`users u`,
  id: sql`u.id`,
  id_cast: 'bigint',
  filters: {
    state: choiceFilter({ blocked: sql`u.blocked`, staff: sql`u.roles <> '{}'`, publisher: sql`u.works_num > 0` }),
    role: choiceFilter(Object.fromEntries(ROLES.map((role) => [role, sql`(u.roles <> '{}' and u.roles @> array[${role}]::text[])`]))),
    ...dayFilters(sql`u.created_at`),
  },
  search: (text) => {
    if (/^1\d{10}$/.test(text)) return sql`u.mobile = ${text}`;
    if (/^\d{1,10}$/.test(text)) return sql`u.id = ${Number(text)}::bigint`;
    return byName(text, sql`u.id`, sql`u.nickname`, sql`select id, nickname as name from users order by id desc`);
  },
  orders: {
    ...bothWays({ by: sql`u.created_at`, cast: 'timestamptz' }),
    fans: { by: sql`u.fans_num`, cast: 'bigint', desc: true },
  },
};

const newByDay = statement<{ day: string; n: number }>(
  'identity_new_by_day',
  `select to_char(created_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day, count(*)::int as n from users where created_at >= $1 group by 1`,
);

export function countNewUsers(db: Queryable, since: Date): Promise<Array<{ day: string; n: number }>> {
  return newByDay(db, [since]);
}

const staffRows = statement<{ id: number; roles: Role[] }>(
  'identity_staff_accounts',
  `select id, roles from users where roles <> '{}' and not blocked order by id limit 1000`,
);

const amongRows = statement<{ id: number }>('staff_among', `select id from users where id = any($1::bigint[]) and roles <> '{}'`);

/** Which of these accounts have a role, banned ones too. */
export async function findStaffAmong(db: Queryable, ids: readonly number[]): Promise<number[]> {
  return ids.length === 0 ? [] : (await amongRows(db, [[...new Set(ids)]])).map(({ id }) => id);
}

export function findStaffAccounts(db: Queryable): Promise<Array<{ id: number; roles: Role[] }>> {
  return staffRows(db, []);
}

const sms_used = statement<{ used: boolean }>('tokens_by_sms', `select exists(select 1 from tokens where way in ('sms', 'register')) used`);

/** Whether anybody ever signed in by a code that was sent to a phone. */
export async function findSmsUsed(db: Queryable): Promise<boolean> {
  return (await sms_used(db, []))[0]?.used ?? false;
}

export interface ClosingLine {
  id: number;
  nickname: string;
  closed: boolean;
  /** What `startClosing` stored with this closing; null: nothing. */
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
  people: [sql`u.id`],
  search: (text) => (/^\d{1,10}$/.test(text) ? sql`u.id = ${Number(text)}::bigint` : sql`false`),
  orders: bothWays({ by: sql`u.closing_at`, cast: 'timestamptz' }),
};
