import { sql } from 'drizzle-orm';
import { bothWays, dayFilters, type KeysetSource, wordFilter } from '../../db/keyset.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import type { Difference, DifferenceKind } from './rules.ts';
import type { bill_runs } from './tables.ts';

const insert = statement(
  'bills_add_differences',
  `insert into bill_differences (kind, subject, day, ours_fen, theirs_fen, detail, created_at)
   select kind, subject, $2, ours_fen, theirs_fen, detail, $3
   from jsonb_to_recordset($1::jsonb) as given(kind text, subject text, ours_fen bigint, theirs_fen bigint, detail text)
   on conflict (kind, subject) where status = 'open' do nothing`,
);

/** What is open already stays as it was found first. */
export async function addDifferences(db: Tx, day: string, found: readonly Difference[], now: Date): Promise<void> {
  if (found.length > 0) await insert(db, [JSON.stringify(found), day, now]);
}

const end = statement<{ id: number }>(
  'bills_end_differences',
  `update bill_differences d set status = 'gone', ended_at = $4
   where status = 'open' and kind = any($2::text[]) and (day = $1 or kind in ('ledger', 'points'))
     and not exists (select 1 from jsonb_to_recordset($3::jsonb) as given(kind text, subject text)
       where given.kind = d.kind and given.subject = d.subject)
   returning id`,
);

/** Open ones of the day and of these kinds that were not found again. Returns how many. */
export async function endDifferences(
  db: Tx,
  day: string,
  kinds: readonly DifferenceKind[],
  found: readonly Difference[],
  now: Date,
): Promise<number> {
  return (await end(db, [day, kinds, JSON.stringify(found), now])).length;
}

const note = statement<{ id: number }>(
  'bills_note_difference',
  `update bill_differences set status = 'noted', note = $2, noted_by = $3, ended_at = $4 where id = $1 and status = 'open' returning id`,
);

export async function markNoted(db: Tx, id: number, text: string, by: number, now: Date): Promise<boolean> {
  return (await note(db, [id, text, by, now])).length > 0;
}

const run = statement(
  'bills_keep_run',
  `insert into bill_runs (day, provider, lines, payments, repaired, differences, fault, created_at, fees)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
   on conflict (day, provider) do update set lines = excluded.lines, payments = excluded.payments,
     repaired = bill_runs.repaired + excluded.repaired, differences = excluded.differences, fault = excluded.fault, created_at = excluded.created_at,
     fees = excluded.fees`,
);

export async function keepRun(db: Tx, row: Omit<typeof bill_runs.$inferSelect, 'id'>): Promise<void> {
  const { day, provider, lines, payments, repaired, differences, fault, created_at, fees } = row;
  await run(db, [day, provider, lines, payments, repaired, differences, fault, created_at, fees && JSON.stringify(fees)]);
}

export type BillRunRow = typeof bill_runs.$inferSelect;

const runsOf = statement<BillRunRow>('bills_runs_of', 'select * from bill_runs where day >= $1 and day <= $2 order by day');

export function findRunsOf(db: Queryable, from: string, to: string): Promise<BillRunRow[]> {
  return runsOf(db, [from, to]);
}

const openOf = statement<{ n: number }>(
  'bills_open_of',
  `select count(*)::int as n from bill_differences where status = 'open' and day >= $1 and day <= $2`,
);

export async function countOpen(db: Queryable, from: string, to: string): Promise<number> {
  return (await openOf(db, [from, to]))[0]?.n ?? 0;
}

const lastRuns = statement<typeof bill_runs.$inferSelect>('bills_last_runs', 'select * from bill_runs order by day desc, id desc limit $1');

export function findRuns(db: Queryable, limit: number) {
  return lastRuns(db, [limit]);
}

export interface DifferenceLine {
  id: number;
  kind: string;
  subject: string;
  day: string;
  ours_fen: number | null;
  theirs_fen: number | null;
  detail: string;
  status: string;
  note: string;
  created_at: number;
  ended_at: number | null;
}

const seconds = (column: string) => sql.raw(`floor(extract(epoch from ${column}))::bigint`);

/** All differences, for staff. */
export const differenceSource: KeysetSource = {
  select: sql`d.id, d.kind, d.subject, d.day, d.ours_fen, d.theirs_fen, d.detail, d.status, d.note, ${seconds('d.created_at')} as created_at,
    ${seconds('d.ended_at')} as ended_at`,
  from: sql`bill_differences d`,
  id: sql`d.id`,
  id_cast: 'bigint',
  filters: {
    status: wordFilter(sql`d.status`, ['open', 'gone', 'noted']),
    ...dayFilters(sql`d.created_at`),
  },
  search: (text) => sql`d.subject = ${text}`,
  orders: bothWays({ by: sql`d.created_at`, cast: 'timestamptz' }),
};
