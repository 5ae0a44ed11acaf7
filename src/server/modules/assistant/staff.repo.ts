import { sql } from 'drizzle-orm';
import { bothWays, byName, choiceFilter, dayFilters, type KeysetSource } from '../../db/keyset.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import { FOUND_NOTHING, WEAK } from './tables.ts';

export interface CostRow {
  day: string;
  model: string;
  tool: string;
  answers: number;
  not_answered: number;
  stopped: number;
  failed: number;
  cut: number;
  refused: number;
  /** Questions in words for which works were looked for, those of them that found none, and those that nothing found answers directly. */
  looked: number;
  nothing: number;
  indirect: number;
  tokens: number;
  coins: number;
  cost_microfen: number;
  liked: number;
  disliked: number;
}

const costs = statement<CostRow>(
  'assistant_costs',
  `select day::text as day, model, tool,
     count(*) filter (where state in ('done', 'stopped')) as answers,
     count(*) filter (where state in ('cut', 'failed', 'refused')) as not_answered, count(*) filter (where state = 'stopped') as stopped,
     count(*) filter (where state = 'failed') as failed, count(*) filter (where state = 'cut') as cut,
     count(*) filter (where state = 'refused') as refused, count(*) filter (where looked and tool = '') as looked,
     count(*) filter (where ${FOUND_NOTHING}) as nothing, count(*) filter (where ${WEAK} and not (${FOUND_NOTHING})) as indirect,
     coalesce(sum(prompt_tokens + output_tokens), 0)::bigint as tokens, coalesce(sum(coins), 0)::bigint as coins,
     coalesce(sum(cost_microfen), 0)::bigint as cost_microfen,
     count(*) filter (where vote > 0) as liked, count(*) filter (where vote < 0) as disliked
   from assistant_answers where day between $1 and $2 group by day, model, tool order by day desc, model, tool`,
);

/** Answers by Shanghai day, model and tool, the last day first. */
export const findCosts = (db: Queryable, from: string, to: string): Promise<CostRow[]> => costs(db, [from, to]);

export interface VoteLine {
  id: number;
  user_id: number;
  tool: string;
  question: string;
  answer: string;
  vote: number;
  note: string;
  model: string;
  voted_at: number;
}

/** Answers to a question that begins so, or of the newest, holds it. */
const asking = (text: string) =>
  byName(text.slice(0, 40), sql`a.id`, sql`left(a.question, 40)`, sql`select id, question as name from assistant_answers order by id desc`);

/** Answers that were voted on, with their questions. */
export const voteSource: KeysetSource = {
  select: sql`a.id, a.user_id, a.tool, a.question, left(coalesce(a.edited, a.text), 400) as answer, a.vote, a.vote_note as note, a.model,
    floor(extract(epoch from a.voted_at))::bigint as voted_at`,
  from: sql`(select * from assistant_answers where vote <> 0 and not removed) a`,
  id: sql`a.id`,
  id_cast: 'bigint',
  filters: {
    vote: choiceFilter({ up: sql`a.vote > 0`, down: sql`a.vote < 0` }),
    ...dayFilters(sql`a.voted_at`),
  },
  search: asking,
  orders: bothWays({ by: sql`a.voted_at`, cast: 'timestamptz' }),
};

export interface WeakLine {
  id: number;
  user_id: number;
  question: string;
  sought: string;
  state: 'nothing' | 'indirect';
  /** Weak answers to the same words, this one among them. */
  times: number;
  handled_at: number | null;
  asked_at: number;
}

const NOTHING = sql`a.sources = '[]'::jsonb`;

/** Questions that no work was found for or that nothing found answers directly: each once, where it was asked last. */
export const weakSource: KeysetSource = {
  select: sql`a.id, a.user_id, a.question, a.sought, case when ${NOTHING} then 'nothing' else 'indirect' end as state,
    (select count(*)::int from assistant_answers where md5(question) = md5(a.question) and ${sql.raw(WEAK)}) as times,
    floor(extract(epoch from a.handled_at))::bigint as handled_at, floor(extract(epoch from a.created_at))::bigint as asked_at`,
  from: sql`(select * from assistant_answers w where ${sql.raw(WEAK)} and not exists (select from assistant_answers
    where md5(question) = md5(w.question) and (created_at, id) > (w.created_at, w.id) and ${sql.raw(WEAK)})) a`,
  id: sql`a.id`,
  id_cast: 'bigint',
  filters: {
    state: choiceFilter({ nothing: NOTHING, indirect: sql`not ${NOTHING}` }),
    handled: choiceFilter({ no: sql`a.handled_at is null`, yes: sql`a.handled_at is not null` }),
    ...dayFilters(sql`a.created_at`),
  },
  search: asking,
  orders: bothWays({ by: sql`a.created_at`, cast: 'timestamptz' }),
};

/** Marks all weak answers to the words of one, or takes the mark off. False: it is none. */
export async function setHandled(db: Tx, id: number, handled_at: Date | null): Promise<boolean> {
  const { rowCount } = await db.execute(
    sql`update assistant_answers set handled_at = ${handled_at?.toISOString() ?? null}::timestamptz
        where md5(question) = (select md5(question) from assistant_answers where id = ${id} and ${sql.raw(WEAK)}) and ${sql.raw(WEAK)}`,
  );
  return (rowCount ?? 0) > 0;
}
