import { asc, eq, inArray, sql } from 'drizzle-orm';
import { VIP_ALL } from '#contract/kinds.ts';
import { batched, byKey } from '../../db/batched.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import { vip_plans, vip_specs } from './tables.ts';

/** A term that gives the right from `from` until before `to`. */
export interface TermRow {
  id: number;
  user_id: number;
  vip_type: number;
  from: Date;
  to: Date;
  /** As it was given. */
  sold_from: Date;
  sold_to: Date;
  paid_fen: number;
  max_download_pre_day: number;
  source: string;
  source_id: number;
  /** Of a bought one: the spec, and its price a piece. */
  spec_id: number | null;
  unit_fen: number | null;
}

const columns = `t.id, t.user_id, t.vip_type, lower(t.during) as "from", upper(t.during) as "to", lower(t.sold) as sold_from, upper(t.sold) as sold_to,
  t.paid_fen, t.max_download_pre_day, t.source, t.source_id, t.spec_id, t.unit_fen`;

const active = statement<{ n: number } & Pick<TermRow, 'vip_type' | 'from' | 'to' | 'max_download_pre_day'>>(
  'membership_active',
  `select k.n, t.vip_type, lower(t.during) as "from", upper(t.during) as "to", t.max_download_pre_day
   from unnest($1::bigint[], $2::timestamptz[]) with ordinality as k(user_id, now, n)
   join membership_terms t on t.user_id = k.user_id and upper(t.during) > k.now
   union all
   select k.n, s.vip_type, s.starts_at, s.ends_at, s.max_download_pre_day
   from unnest($1::bigint[], $2::timestamptz[]) with ordinality as k(user_id, now, n)
   join vip_seat_holders h on h.user_id = k.user_id and h.ended_at is null
   join vip_seat_terms s on s.line_id = h.line_id and s.ended_at is null and s.ends_at > k.now`,
);

const activeOf = batched(async (db, keys: readonly { user_id: number; now: Date }[]) =>
  byKey(await active(db, [keys.map(({ user_id }) => user_id), keys.map(({ now }) => now)]), keys.length),
);

/** Terms that run at `now` or will, own ones and those of seats; look-ups of many readers at once share a statement. */
export function findActive(db: Queryable, user_id: number, now: Date) {
  return activeOf(db, { user_id, now });
}

const running = statement<{ n: number; source: string; source_id: number }>(
  'membership_running',
  `with k as (select * from jsonb_to_recordset($1::jsonb) as k(n int, user_id bigint, vip_types smallint[], now timestamptz))
   (select k.n, t.source, t.source_id from k
    join membership_terms t on t.user_id = k.user_id and t.vip_type = any(k.vip_types) and t.during @> k.now order by k.n, t.id)
   union all
   (select k.n, 'order', s.order_id from k join vip_seat_holders h on h.user_id = k.user_id and h.ended_at is null
    join vip_seat_terms s on s.line_id = h.line_id and s.vip_type = any(k.vip_types) and s.ended_at is null
      and s.starts_at <= k.now and s.ends_at > k.now order by k.n, s.id)`,
);

const runningOf = batched(async (db, keys: readonly { user_id: number; vip_types: readonly number[]; now: Date }[]) =>
  byKey(await running(db, [JSON.stringify(keys.map((key, at) => ({ ...key, n: at + 1 })))]), keys.length),
);

/** Who gave the terms of these types that run at `now`; look-ups of many readers at once share a statement. */
export function findRunning(db: Queryable, user_id: number, vip_types: readonly number[], now: Date) {
  return runningOf(db, { user_id, vip_types, now });
}

const lock = statement(
  'membership_lock',
  `select pg_advisory_xact_lock(hashtextextended('membership/' || k.user_id, 0)) from unnest($1::bigint[]) with ordinality as k(user_id, n) order by k.n`,
);

/** One verb at a time for the terms of a member, until the transaction ends. */
export function lockMember(db: Tx, user_id: number): Promise<void> {
  return lockMembers(db, [user_id]);
}

/** The same for several, in one order everywhere. */
export async function lockMembers(db: Tx, user_ids: readonly number[]): Promise<void> {
  await lock(db, [[...new Set(user_ids)].sort((a, b) => a - b)]);
}

const rest = statement<TermRow & { n: number }>(
  'membership_rest',
  `select k.n, ${columns} from unnest($1::bigint[], $2::timestamptz[]) with ordinality as k(user_id, now, n)
   join membership_terms t on t.user_id = k.user_id and upper(t.during) > k.now order by k.n, lower(t.during), t.id`,
);

const restOf = batched(findRests);

/** What runs now or will, as it begins; look-ups of many readers at once share a statement. */
export function findRest(db: Queryable, user_id: number, now: Date): Promise<TermRow[]> {
  return restOf(db, { user_id, now });
}

/** The same of many members, in the order given. */
export async function findRests(db: Queryable, of: ReadonlyArray<{ user_id: number; now: Date }>): Promise<TermRow[][]> {
  return byKey(await rest(db, [of.map(({ user_id }) => user_id), of.map(({ now }) => now)]), of.length);
}

/** What a term of a type can begin behind. */
export type LastTerm = Pick<TermRow, 'user_id' | 'vip_type' | 'from' | 'to' | 'max_download_pre_day' | 'source' | 'source_id'>;

const last = statement<LastTerm & { n: number }>(
  'membership_last',
  `select k.n, t.user_id, t.vip_type, lower(t.during) as "from", upper(t.during) as "to", t.max_download_pre_day, t.source, t.source_id
   from unnest($1::bigint[], $2::smallint[], $3::timestamptz[]) with ordinality as k(user_id, vip_type, now, n) cross join lateral (
     (select * from membership_terms o where o.user_id = k.user_id and o.vip_type = k.vip_type and upper(o.during) > k.now
      order by upper(o.during) desc limit 1)
     union all
     select * from membership_terms a where a.user_id = k.user_id and a.vip_type = $4 and k.vip_type <> $4 and upper(a.during) > k.now
   ) t order by k.n`,
);

/** Of each type the term that ends last, and all that are all-site; what is over at `now` left out. In the order given. */
export async function findLasts(db: Queryable, of: ReadonlyArray<{ user_id: number; vip_type: number; now: Date }>): Promise<LastTerm[][]> {
  const column = <C extends keyof (typeof of)[0]>(name: C) => of.map((row) => row[name]);
  return byKey(await last(db, [column('user_id'), column('vip_type'), column('now'), VIP_ALL]), of.length);
}

/** The same of one; look-ups at the same time share a statement. */
export const findLast = batched(findLasts);

const ofSource = statement<TermRow>(
  'membership_of_source',
  `select ${columns} from membership_terms t where source = $1 and source_id = $2 and not isempty(during) order by id`,
);

/** All that a source gave and that ever gave a right, ended or not. */
export function findOfSource(db: Queryable, source: { name: string; id: number }): Promise<TermRow[]> {
  return ofSource(db, [source.name, source.id]);
}

// what closed it came later: a term that a lifetime leaves without use was not credited
const replaced = statement<{ n: number; paid_fen: number }>(
  'membership_replaced',
  `select count(*)::int as n, coalesce(sum(paid_fen), 0)::float8 as paid_fen from membership_terms t
   where source = $1 and source_id = $2 and closed_for is not null and upper(sold) > $3
     and exists (select 1 from membership_terms n where n.source = t.closed_for and n.source_id = t.closed_for_id and n.user_id = t.user_id and n.id > t.id)`,
);

/** Terms of a source that gave way to another and would run still: how many, and what they were paid with. */
export async function findReplaced(
  db: Queryable,
  source: { name: string; id: number },
  now: Date,
): Promise<{ n: number; paid_fen: number }> {
  return (await replaced(db, [source.name, source.id, now]))[0] ?? { n: 0, paid_fen: 0 };
}

const ending = statement<TermRow>(
  'membership_ending',
  `select ${columns} from membership_terms t where upper(t.during) > $1 and upper(t.during) <= $2 and t.id > $3
     and not exists (select 1 from membership_terms n where n.user_id = t.user_id and n.vip_type in (t.vip_type, $5) and upper(n.during) > upper(t.during))
   order by t.id limit $4`,
);

/** Terms that end in between without another of their type, or an all-site one, behind them; `after`: the id to go on from. */
export function findEnding(db: Queryable, of: { from: Date; to: Date; after: number; limit: number }): Promise<TermRow[]> {
  return ending(db, [of.from, of.to, of.after, of.limit, VIP_ALL]);
}

const one = statement<TermRow>(
  'membership_one',
  `select ${columns.replace('upper(t.during)', 'coalesce(upper(t.during), t.closed_at)')} from membership_terms t where id = $1`,
);

/** A term; what was closed before it began ends when it was closed. */
export async function findTerm(db: Queryable, id: number): Promise<TermRow | null> {
  return (await one(db, [id]))[0] ?? null;
}

const allOf = statement<TermRow & { closed_at: Date | null; is_over: boolean }>(
  'membership_all_of',
  `select ${columns.replace('lower(t.during)', 'coalesce(lower(t.during), lower(t.sold))').replace('upper(t.during)', 'coalesce(upper(t.during), lower(t.sold))')},
     t.closed_at, coalesce(upper(t.during) <= now(), true) as is_over
   from membership_terms t where user_id = $1 order by id desc offset $2 limit $3`,
);

/** All terms of a member; those that were closed before they began end when they would have begun. */
export function findTermsOf(db: Queryable, user_id: number, offset: number, limit: number) {
  return allOf(db, [user_id, offset, limit]);
}

const countAll = statement<{ n: number }>('membership_count_of', 'select count(*)::int as n from membership_terms where user_id = $1');

export async function countTermsOf(db: Queryable, user_id: number): Promise<number> {
  return (await countAll(db, [user_id]))[0]?.n ?? 0;
}

const lower = statement(
  'membership_lower_paid',
  'update membership_terms set paid_fen = greatest(0, paid_fen - $3) where source = $1 and source_id = $2',
);

/** What a source's terms were paid with becomes so much less. */
export async function lowerPaid(db: Tx, source: { name: string; id: number }, amount_fen: number): Promise<void> {
  await lower(db, [source.name, source.id, amount_fen]);
}

const reopen = statement<TermRow>(
  'membership_reopen',
  `update membership_terms t set closed_for = null, closed_for_id = null where user_id = $1 and closed_for = $2 and closed_for_id = $3
   returning ${columns}`,
);

/** What was closed to make room for this source, the earliest first; asked once: the caller gives the rest of it again. */
export async function reopenClosedFor(db: Tx, user_id: number, source: { name: string; id: number }): Promise<TermRow[]> {
  const rows = await reopen(db, [user_id, source.name, source.id]);
  return rows.sort((a, b) => a.sold_from.getTime() - b.sold_from.getTime() || a.id - b.id);
}

const scale = statement(
  'membership_scale_paid',
  `update membership_terms set paid_fen = floor(paid_fen::numeric * $3 / $4) where source = $1 and source_id = $2 and closed_for is null`,
);

/** What a source's terms were paid with becomes as much less as `left_fen` is less than `before_fen`. */
export async function scalePaid(db: Tx, source: { name: string; id: number }, left_fen: number, before_fen: number): Promise<void> {
  await scale(db, [source.name, source.id, left_fen, before_fen]);
}

export type NewTerm = Omit<TermRow, 'id' | 'sold_from' | 'sold_to' | 'spec_id' | 'unit_fen'> &
  Partial<Pick<TermRow, 'spec_id' | 'unit_fen'>>;

/** What closes a term as it is given: another that gives as much for life. */
export interface ClosedBy {
  closed_for: string;
  closed_for_id: number;
}

const insert = statement<{ id: number }>(
  'membership_insert',
  `insert into membership_terms (user_id, vip_type, during, sold, paid_fen, max_download_pre_day, source, source_id, spec_id, unit_fen, created_at,
     closed_at, closed_for, closed_for_id)
   select user_id, vip_type, case when closed_for is null then tstzrange("from", "to") else 'empty' end, tstzrange("from", "to"), paid_fen,
     max_download_pre_day, source, source_id, spec_id, unit_fen, $2, case when closed_for is null then null else $2::timestamptz end, closed_for, closed_for_id
   from jsonb_to_recordset($1::jsonb) as g(n int, user_id bigint, vip_type smallint, "from" timestamptz, "to" timestamptz,
     paid_fen bigint, max_download_pre_day int, source text, source_id bigint, spec_id bigint,
     unit_fen bigint, closed_for text, closed_for_id bigint)
   order by n
   returning id`,
);

/** Ids in the order given. */
export async function insertTerms(db: Tx, terms: ReadonlyArray<NewTerm & Partial<ClosedBy>>, now: Date): Promise<number[]> {
  if (terms.length === 0) return [];
  // an identity grows with each row, and rows are written in their order
  return (await insert(db, [JSON.stringify(terms.map((term, n) => ({ ...term, n }))), now])).map(({ id }) => id).sort((a, b) => a - b);
}

export async function insertTerm(db: Tx, term: NewTerm, now: Date): Promise<number> {
  return (await insertTerms(db, [term], now))[0] as number;
}

const close = statement(
  'membership_close',
  `update membership_terms set during = case when lower(during) >= $2 then 'empty' else tstzrange(lower(during), $2) end,
     closed_at = $2, closed_for = $3, closed_for_id = $4
   where id = $1 and upper(during) > $2`,
);

/** Ends a term early. `closed_for`: whose term takes its place and would give it back. */
export async function closeTerm(db: Tx, id: number, now: Date, closed_for: { name: string; id: number } | null): Promise<void> {
  await close(db, [id, now, closed_for?.name ?? null, closed_for?.id ?? null]);
}

const move = statement(
  'membership_move',
  `update membership_terms t set during = tstzrange(g.from, g.to), sold = tstzrange(g.from, g.to)
   from unnest($1::bigint[], $2::timestamptz[], $3::timestamptz[]) as g(id, "from", "to") where t.id = g.id`,
);

/** Terms that have not begun get other days of the same length. */
export async function moveTerms(db: Tx, terms: readonly { id: number; from: Date; to: Date }[]): Promise<void> {
  if (terms.length === 0) return;
  await move(db, [terms.map(({ id }) => id), terms.map(({ from }) => from), terms.map(({ to }) => to)]);
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

export type PlanRow = typeof vip_plans.$inferSelect;
export type SpecRow = typeof vip_specs.$inferSelect;
/** A spec with what is asked of its plan when it is sold. */
export type SoldSpec = SpecRow & { vip_type: number; plan_name: string; plan_status: number };

/** All plans in their order, with what can be bought of them; `on_sale`: only that. */
export async function findPlans(db: Queryable, on_sale: boolean): Promise<Array<PlanRow & { specs: SpecRow[] }>> {
  const plans = await db.select().from(vip_plans).orderBy(asc(vip_plans.sort), asc(vip_plans.id));
  const specs = await db
    .select()
    .from(vip_specs)
    .where(on_sale ? eq(vip_specs.status, 1) : undefined)
    .orderBy(asc(vip_specs.sort), asc(vip_specs.id));
  return plans.map((plan) => ({ ...plan, specs: specs.filter(({ plan_id }) => plan_id === plan.id) }));
}

const sold = statement<SoldSpec>(
  'membership_sold_spec',
  `select s.*, p.vip_type, p.name as plan_name, p.status as plan_status from vip_specs s join vip_plans p on p.id = s.plan_id
   where s.id = any($1::bigint[])`,
);

/** Look-ups at the same time share a statement. */
export const findSoldSpec = batched(async (db, ids: readonly number[]): Promise<Array<SoldSpec | null>> => {
  const found = new Map((await sold(db, [[...new Set(ids)]])).map((row) => [row.id, row]));
  return ids.map((id) => found.get(id) ?? null);
});

const typesOf = statement<{ id: number; vip_type: number }>(
  'membership_types_of_specs',
  `select s.id, p.vip_type from vip_specs s join vip_plans p on p.id = s.plan_id where s.id = any($1::bigint[])`,
);

/** Types of memberships by spec. */
export async function findTypesOf(db: Queryable, spec_ids: readonly number[]): Promise<Map<number, number>> {
  return new Map((await typesOf(db, [spec_ids])).map(({ id, vip_type }) => [id, vip_type]));
}

/** One at a time for all plans, until the transaction ends. */
export async function lockPlans(db: Tx): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('vip_plans', 0))`);
}

export async function insertPlan(db: Tx, plan: typeof vip_plans.$inferInsert): Promise<number | null> {
  const rows = await db.insert(vip_plans).values(plan).onConflictDoNothing().returning({ id: vip_plans.id });
  return rows[0]?.id ?? null;
}

export async function updatePlan(db: Tx, id: number, plan: Partial<typeof vip_plans.$inferInsert>): Promise<void> {
  await db.update(vip_plans).set(plan).where(eq(vip_plans.id, id));
}

export async function insertSpecs(db: Tx, specs: Array<typeof vip_specs.$inferInsert>): Promise<void> {
  if (specs.length > 0) await db.insert(vip_specs).values(specs);
}

export async function updateSpec(db: Tx, id: number, spec: Partial<typeof vip_specs.$inferInsert>): Promise<void> {
  await db.update(vip_specs).set(spec).where(eq(vip_specs.id, id));
}

/** Specs are never deleted: orders name them. */
export async function withdrawSpecs(db: Tx, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length > 0)
    await db
      .update(vip_specs)
      .set({ status: 2, updated_at: now })
      .where(inArray(vip_specs.id, [...ids]));
}
