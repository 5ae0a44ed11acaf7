import { sql } from 'drizzle-orm';
import { beginning, bothWays, choiceFilter, dayFilters, type KeysetSource } from '../../db/keyset.ts';
import type { Queryable } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';

export interface CostRow {
  day: string;
  model: string;
  tool: string;
  answers: number;
  not_answered: number;
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
     count(*) filter (where state in ('cut', 'failed', 'refused')) as not_answered,
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

/** Answers that were voted on, with their questions. */
export const voteSource: KeysetSource = {
  select: sql`a.id, a.user_id, a.tool, a.question, left(a.text, 300) as answer, a.vote, a.vote_note as note, a.model,
    floor(extract(epoch from a.voted_at))::bigint as voted_at`,
  from: sql`(select * from assistant_answers where vote <> 0 and not removed) a`,
  id: sql`a.id`,
  id_cast: 'bigint',
  filters: {
    vote: choiceFilter({ up: sql`a.vote > 0`, down: sql`a.vote < 0` }),
    ...dayFilters(sql`a.voted_at`),
  },
  search: (text) => sql`left(a.question, 40) like ${beginning(text.slice(0, 40))}`,
  orders: bothWays({ by: sql`a.voted_at`, cast: 'timestamptz' }),
};
