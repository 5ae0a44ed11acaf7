import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';

const barred = statement<{ definition_id: number }>(
  'vouchers_barred_gifts',
  `select distinct definition_id from gift_uses where definition_id = any($2::bigint[]) and trace = any($3::text[]) and user_id <> $1`,
);

export async function findBarred(
  db: Queryable,
  user_id: number,
  definition_ids: readonly number[],
  traces: readonly string[],
): Promise<Set<number>> {
  return new Set((await barred(db, [user_id, definition_ids, traces])).map(({ definition_id }) => definition_id));
}

const insert = statement<{ wanted: number; marked: number }>(
  'vouchers_use_gift',
  `with gift as (select id from coupon_definitions where id = $1 and (for_new or claimable or auto_get)),
     wanted as (select gift.id, t.trace from gift, (select distinct trace from unnest($2::text[]) as u(trace) order by trace) t),
     marked as (
       insert into gift_uses (definition_id, trace, user_id, coupon_id, used_at) select id, trace, $3, $4, $5 from wanted
       on conflict (definition_id, trace) do update set coupon_id = excluded.coupon_id where gift_uses.user_id = excluded.user_id
       returning trace)
   select (select count(*)::int from wanted) as wanted, (select count(*)::int from marked) as marked`,
);

/** False when another account has one of the traces. */
export async function insertGiftUse(
  db: Tx,
  row: { definition_id: number; user_id: number; coupon_id: number | null; used_at: Date },
  traces: readonly string[],
): Promise<boolean> {
  const [counts] = await insert(db, [row.definition_id, traces, row.user_id, row.coupon_id, row.used_at]);
  return counts !== undefined && counts.wanted === counts.marked;
}

const remove = statement(
  'vouchers_unuse_gift',
  `delete from gift_uses g where g.coupon_id = $1 and not exists (
     select 1 from user_coupons c where c.definition_id = g.definition_id and c.user_id = g.user_id and c.id <> $1 and c.status <> 'free')`,
);

export async function deleteGiftUse(db: Tx, coupon_id: number): Promise<void> {
  await remove(db, [coupon_id]);
}
