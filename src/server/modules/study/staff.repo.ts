import { type SQL, sql } from 'drizzle-orm';
import { choiceFilter, dayFilters, type KeysetSource, numberFilter } from '../../db/keyset.ts';
import type { TalkKind } from './questions.ts';

export interface TalkLine {
  id: number;
  item_id: number;
  user_id: number;
  text: string;
  stars: number;
  hidden: boolean;
  created_at: number;
}

const FROM: Record<TalkKind, { from: SQL; item: SQL; stars: SQL }> = {
  review: { from: sql`course_reviews t`, item: sql`t.item_id`, stars: sql`t.stars` },
  question: { from: sql`course_questions t`, item: sql`t.item_id`, stars: sql`0` },
  answer: { from: sql`course_answers t join course_questions q on q.id = t.question_id`, item: sql`q.item_id`, stars: sql`0` },
};

/** What people wrote about courses, for staff; read by the primary key. */
export function talkSource(what: TalkKind): KeysetSource {
  const { from, item, stars } = FROM[what];
  return {
    select: sql`t.id, ${item} as item_id, t.user_id, t.text, ${stars}::int as stars, t.hidden, floor(extract(epoch from t.created_at))::bigint as created_at`,
    from,
    id: sql`t.id`,
    id_cast: 'bigint',
    filters: { state: choiceFilter({ shown: sql`not t.hidden`, hidden: sql`t.hidden` }), ...dayFilters(sql`t.created_at`) },
    search: (text) => (/^\d{1,15}$/.test(text) ? sql`(t.id = ${Number(text)}::bigint or t.user_id = ${Number(text)}::bigint)` : sql`false`),
    // numbers rise with time
    orders: {
      new: { by: sql`t.id`, cast: 'bigint', desc: true, day: sql`t.created_at` },
      old: { by: sql`t.id`, cast: 'bigint', desc: false, day: sql`t.created_at` },
    },
  };
}

export interface LinkLine {
  id: number;
  user_id: number;
  item_id: number;
  lesson_id: number;
  ip: string;
  device: string;
  issued_at: number;
  expires_at: number;
  /** Null: it was never taken back. */
  revoked_at: number | null;
}

/** Addresses that were handed out, for staff; read by the primary key. */
export const linkSource: KeysetSource = {
  select: sql`l.id, l.user_id, l.item_id, l.lesson_id, l.ip, l.device, floor(extract(epoch from l.issued_at))::bigint as issued_at,
    floor(extract(epoch from l.expires_at))::bigint as expires_at, floor(extract(epoch from l.revoked_at))::bigint as revoked_at`,
  from: sql`film_links l`,
  id: sql`l.id`,
  id_cast: 'bigint',
  filters: { user: numberFilter(sql`l.user_id`), lesson: numberFilter(sql`l.lesson_id`) },
  search: (text) => (/^\d{1,15}$/.test(text) ? sql`(l.id = ${Number(text)}::bigint or l.user_id = ${Number(text)}::bigint)` : sql`false`),
  // numbers rise with time
  orders: { new: { by: sql`l.id`, cast: 'bigint', desc: true }, old: { by: sql`l.id`, cast: 'bigint', desc: false } },
};
