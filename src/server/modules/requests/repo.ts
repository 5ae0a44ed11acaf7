import { and, asc, desc, eq, inArray, lte, ne, sql } from 'drizzle-orm';
import type { RequestAnswerState, RequestBudget, RequestState } from '#contract/request.ts';
import { REQUEST_BUDGETS } from '#contract/request.ts';
import { choiceFilter, dayFilters, type KeysetSource, newestOrOldest, numberFilter } from '../../db/keyset.ts';
import { ownRows } from '../../db/own-rows.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { termsOf } from '../search/index.ts';
import { request_answers, request_history, request_reports, requests } from './tables.ts';

export type RequestRecord = Omit<typeof requests.$inferSelect, 'state'> & { state: RequestState };
export type AnswerRecord = Omit<typeof request_answers.$inferSelect, 'state'> & { state: RequestAnswerState };
export type HistoryRecord = typeof request_history.$inferSelect;

/** One who asks or answers at a time, until the transaction ends: what they may a day has a bound. */
export async function lockPerson(db: Tx, user_id: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`requests/${user_id}`}, 0))`);
}

export async function findRequest(db: Queryable, id: number): Promise<RequestRecord | null> {
  return ((await db.select().from(requests).where(eq(requests.id, id)))[0] as RequestRecord | undefined) ?? null;
}

export async function findRequests(db: Queryable, ids: readonly number[]): Promise<RequestRecord[]> {
  if (ids.length === 0) return [];
  return (await db
    .select()
    .from(requests)
    .where(inArray(requests.id, [...ids]))) as RequestRecord[];
}

/** Under `FOR UPDATE` until the transaction ends. */
export async function lockRequest(db: Tx, id: number): Promise<RequestRecord | null> {
  return ((await db.select().from(requests).where(eq(requests.id, id)).for('update'))[0] as RequestRecord | undefined) ?? null;
}

/** Null: the asker has one of this key. */
export async function insertRequest(db: Tx, row: typeof requests.$inferInsert): Promise<RequestRecord | null> {
  return ((await db.insert(requests).values(row).onConflictDoNothing().returning())[0] as RequestRecord | undefined) ?? null;
}

export async function findByKey(db: Queryable, asker_id: number, key: string): Promise<RequestRecord | null> {
  const rows = await db
    .select()
    .from(requests)
    .where(and(eq(requests.asker_id, asker_id), eq(requests.key, key)));
  return (rows[0] as RequestRecord | undefined) ?? null;
}

export async function setRequest(db: Tx, id: number, change: Partial<typeof requests.$inferInsert>): Promise<void> {
  await db.update(requests).set(change).where(eq(requests.id, id));
}

export async function insertHistory(db: Tx, row: Omit<typeof request_history.$inferInsert, 'id'>): Promise<void> {
  await db.insert(request_history).values(row);
}

export function findHistory(db: Queryable, request_id: number): Promise<HistoryRecord[]> {
  return db.select().from(request_history).where(eq(request_history.request_id, request_id)).orderBy(asc(request_history.id)).limit(100);
}

export async function countOpenOf(db: Queryable, asker_id: number): Promise<number> {
  return db.$count(requests, and(eq(requests.asker_id, asker_id), inArray(requests.state, ['review', 'open', 'talking'])));
}

/** Who took theirs back may answer again: one row a planner. */
export async function putAnswer(db: Tx, row: typeof request_answers.$inferInsert): Promise<void> {
  const { request_id, planner_id, ...now } = row;
  const target = [request_answers.request_id, request_answers.planner_id];
  await db.insert(request_answers).values(row).onConflictDoUpdate({ target, set: now });
}

/** An answer without its words is one that was taken back. */
export async function takeBackAnswer(db: Tx, request_id: number, planner_id: number): Promise<void> {
  await db
    .update(request_answers)
    .set({ state: 'declined', text: '' })
    .where(and(eq(request_answers.request_id, request_id), eq(request_answers.planner_id, planner_id)));
}

const answerOf = (row: typeof request_answers.$inferSelect): AnswerRecord => ({
  ...row,
  state: row.state === 'declined' && row.text === '' ? 'withdrawn' : (row.state as RequestAnswerState),
});

export async function findAnswer(db: Queryable, request_id: number, planner_id: number): Promise<AnswerRecord | null> {
  const rows = await db
    .select()
    .from(request_answers)
    .where(and(eq(request_answers.request_id, request_id), eq(request_answers.planner_id, planner_id)));
  return rows[0] ? answerOf(rows[0]) : null;
}

/** Those that stand: what was taken back is left out. */
export async function findAnswers(db: Queryable, request_id: number): Promise<AnswerRecord[]> {
  const rows = await db
    .select()
    .from(request_answers)
    .where(eq(request_answers.request_id, request_id))
    .orderBy(asc(request_answers.created_at), asc(request_answers.planner_id));
  return rows.map(answerOf).filter(({ state }) => state !== 'withdrawn');
}

export function countAnswersOn(db: Queryable, planner_id: number, day: string): Promise<number> {
  return db.$count(request_answers, and(eq(request_answers.planner_id, planner_id), eq(request_answers.day, day)));
}

/** Ends the answers that are still talked about: the chosen one is settled, the others declined. */
export async function endAnswers(db: Tx, request_id: number, settled_with: number | null): Promise<void> {
  await db
    .update(request_answers)
    .set({ state: sql`case when ${request_answers.planner_id} = ${settled_with}::bigint then 'settled' else 'declined' end` })
    .where(and(eq(request_answers.request_id, request_id), eq(request_answers.state, 'talking')));
}

/** Answers that were not taken back go on when a request is opened again; answers them. */
export async function reviveAnswers(db: Tx, request_id: number): Promise<AnswerRecord[]> {
  const of = and(eq(request_answers.request_id, request_id), ne(request_answers.text, ''));
  return (await db.update(request_answers).set({ state: 'talking' }).where(of).returning()) as AnswerRecord[];
}

/** Ids of what ended unanswered in time, locked, the earliest first; what others have in hand is left out. */
export async function lockDue(db: Tx, now: Date, limit: number): Promise<RequestRecord[]> {
  return (await db
    .select()
    .from(requests)
    .where(and(inArray(requests.state, ['open', 'talking']), lte(requests.closes_at, now)))
    .orderBy(asc(requests.closes_at), asc(requests.id))
    .limit(limit)
    .for('update', { skipLocked: true })) as RequestRecord[];
}

const SHOWN = sql`r.state in ('open', 'talking')`;

/** The hall: what may be answered now. */
export function hallSource(now: Date): KeysetSource {
  const open = sql`${SHOWN} and r.closes_at > ${now.toISOString()}::timestamptz`;
  return {
    select: sql`r.*`,
    from: sql`requests r`,
    id: sql`r.id`,
    id_cast: 'bigint',
    filters: {
      open: () => open,
      field: (value) => sql`r.field = ${value}`,
      province: numberFilter(sql`r.province`),
      city: numberFilter(sql`r.city`),
      budget: (value) => budgetCondition(value),
      keyword: (value) => sql`r.words @> ${sql.param(termsOf(value))}::text[]`,
    },
    orders: {
      new: { by: sql`r.published_at`, cast: 'timestamptz', desc: true },
      ends: { by: sql`r.closes_at`, cast: 'timestamptz', desc: false },
    },
  };
}

function budgetCondition(value: string) {
  if (!Object.hasOwn(REQUEST_BUDGETS, value)) return null;
  if (value === 'open') return sql`r.budget_fen is null`;
  const { min, max } = REQUEST_BUDGETS[value as RequestBudget];
  return sql`r.budget_fen >= ${min * 100} and ${max === 0 ? sql`true` : sql`r.budget_fen <= ${max * 100}`}`;
}

/** Codes of the provinces that the hall's requests are in. */
export async function findHallProvinces(db: Queryable, now: Date): Promise<number[]> {
  const { rows } = await db.execute<{ province: number }>(
    sql`select distinct r.province from requests r where ${SHOWN} and r.closes_at > ${now.toISOString()}::timestamptz and r.province is not null`,
  );
  return rows.map(({ province }) => Number(province));
}

/** Number and largest id of what the hall shows beyond an id, counted up to 100. */
export async function countNewer(db: Queryable, id: number, now: Date): Promise<{ num: number; newest: number }> {
  const { rows } = await db.execute<{ num: number; newest: number | null }>(
    sql`select count(*)::int as num, max(id)::bigint as newest from (
      select r.id from requests r where ${SHOWN} and r.id > ${id} and r.closes_at > ${now.toISOString()}::timestamptz limit 100) newer`,
  );
  return { num: rows[0]?.num ?? 0, newest: Number(rows[0]?.newest ?? id) };
}

export async function findNewest(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ id: number | null }>(sql`select max(id)::bigint as id from requests`);
  return Number(rows[0]?.id ?? 0);
}

/** What somebody asked, the newest first. */
export async function findAsked(
  db: Queryable,
  asker_id: number,
  offset: number,
  limit: number,
): Promise<{ rows: RequestRecord[]; total: number }> {
  const of = eq(requests.asker_id, asker_id);
  const rows = await db.select().from(requests).where(of).orderBy(desc(requests.id)).offset(offset).limit(limit);
  return { rows: rows as RequestRecord[], total: await db.$count(requests, of) };
}

/** What somebody answered, the newest first. */
export async function findAnswered(
  db: Queryable,
  planner_id: number,
  offset: number,
  limit: number,
): Promise<{ rows: Array<{ request: RequestRecord; answer: AnswerRecord }>; total: number }> {
  const of = eq(request_answers.planner_id, planner_id);
  const rows = await db
    .select({ request: requests, answer: request_answers })
    .from(request_answers)
    .innerJoin(requests, eq(requests.id, request_answers.request_id))
    .where(of)
    .orderBy(desc(request_answers.created_at))
    .offset(offset)
    .limit(limit);
  return {
    rows: rows.map(({ request, answer }) => ({ request: request as RequestRecord, answer: answerOf(answer) })),
    total: await db.$count(request_answers, of),
  };
}

/** False: they reported it before. */
export async function insertReport(db: Tx, row: typeof request_reports.$inferInsert): Promise<boolean> {
  return (await db.insert(request_reports).values(row).onConflictDoNothing().returning()).length > 0;
}

export async function findReports(db: Queryable, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(request_reports)
    .where(inArray(request_reports.request_id, [...ids]))
    .orderBy(asc(request_reports.created_at))
    .limit(300);
}

export interface RequestLine {
  id: number;
  asker_id: number;
  title: string;
  field: string;
  budget_fen: number | null;
  state: RequestState;
  planners_num: number;
  planners_max: number;
  reports: number;
  created_at: number;
  closes_at: number;
}

const seconds = (column: ReturnType<typeof sql>) => sql`floor(extract(epoch from ${column}))::bigint`;
const state = (name: RequestState) => sql`r.state = ${name}`;

/** All requests, for staff. */
export const requestSource: KeysetSource = {
  select: sql`r.id, r.asker_id, r.title, r.field, r.budget_fen, r.state, r.planners_num, r.planners_max,
    (select count(*)::int from request_reports p where p.request_id = r.id) as reports,
    ${seconds(sql`r.created_at`)} as created_at, ${seconds(sql`r.closes_at`)} as closes_at`,
  from: sql`requests r`,
  id: sql`r.id`,
  id_cast: 'bigint',
  filters: {
    state: choiceFilter({
      ...{ review: state('review'), open: state('open'), talking: state('talking') },
      ...{ settled: state('settled'), closed: state('closed'), expired: state('expired') },
    }),
    reported: choiceFilter({ yes: sql`exists (select 1 from request_reports p where p.request_id = r.id)` }),
    asker: numberFilter(sql`r.asker_id`),
    ...dayFilters(sql`r.created_at`),
  },
  search: (text) => (/^\d{1,15}$/.test(text) ? sql`r.id = ${Number(text)}::bigint` : sql`r.words @> ${sql.param(termsOf(text))}::text[]`),
  orders: newestOrOldest(sql`r.id`, sql`r.created_at`),
};

/** Empties what somebody wrote, when their account ends; what is over stays as a row without words. */
export async function blankOf(db: Tx, user_id: number): Promise<void> {
  await db.update(requests).set({ title: '已删除', detail: '', pictures: [], words: [] }).where(eq(requests.asker_id, user_id));
  await db.update(request_answers).set({ text: '' }).where(eq(request_answers.planner_id, user_id));
  await db.delete(request_reports).where(eq(request_reports.user_id, user_id));
}

// for the package of somebody's data
export const requestReportRows = ownRows(request_reports, request_reports.user_id, [request_reports.request_id]);
