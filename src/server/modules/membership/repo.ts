import { batched, byKey } from '../../db/batched.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';

const active = statement<{ n: number; vip_type: number; end_time: Date; max_download_pre_day: number }>(
  'membership_active',
  `select k.n, m.vip_type, m.end_time, m.max_download_pre_day
   from unnest($1::bigint[], $2::timestamptz[]) with ordinality as k(user_id, now, n)
   join memberships m on m.user_id = k.user_id and m.end_time > k.now`,
);

const activeOf = batched(async (db, keys: readonly { user_id: number; now: Date }[]) =>
  byKey(await active(db, [keys.map(({ user_id }) => user_id), keys.map(({ now }) => now)]), keys.length),
);

/** Memberships that run at `now`; look-ups of many readers at once share a statement. */
export function findActive(db: Queryable, user_id: number, now: Date) {
  return activeOf(db, { user_id, now });
}

const extend = statement(
  'membership_extend',
  `insert into memberships (user_id, vip_type, end_time, max_download_pre_day, updated_at)
   values ($1, $2, $5::timestamptz + make_interval(days => $3), $4, $5)
   on conflict (user_id, vip_type) do update set
     end_time = greatest(memberships.end_time, $5::timestamptz) + make_interval(days => $3),
     max_download_pre_day = case
       when memberships.end_time <= $5 then excluded.max_download_pre_day
       when memberships.max_download_pre_day = 0 or excluded.max_download_pre_day = 0 then 0
       else greatest(memberships.max_download_pre_day, excluded.max_download_pre_day) end,
     updated_at = $5`,
);

export async function upsertTerm(
  db: Tx,
  term: { user_id: number; vip_type: number; days: number; max_download_pre_day: number },
  now: Date,
): Promise<void> {
  await extend(db, [term.user_id, term.vip_type, term.days, term.max_download_pre_day, now]);
}

const take = statement<{ used: number }>(
  'membership_take_daily',
  `insert into daily_quotas as q (user_id, name, day, used) select $1, $2, $3, 1 where $4 > 0
   on conflict (user_id, name, day) do update set used = q.used + 1 where q.used < $4
   returning used`,
);

export async function incrementDaily(db: Queryable, user_id: number, name: string, day: string, limit: number): Promise<boolean> {
  return (await take(db, [user_id, name, day, limit])).length > 0;
}

const used = statement<{ used: number }>(
  'membership_daily_used',
  'select used from daily_quotas where user_id = $1 and name = $2 and day = $3',
);

export async function findDailyUsed(db: Queryable, user_id: number, name: string, day: string): Promise<number> {
  return (await used(db, [user_id, name, day]))[0]?.used ?? 0;
}
