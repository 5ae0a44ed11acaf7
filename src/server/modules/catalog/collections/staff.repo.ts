import { sql } from 'drizzle-orm';
import { TOPIC_MENUS } from '#contract/topic.ts';
import { beginning, choiceFilter, dayFilters, type KeysetSource } from '../../../db/keyset.ts';

export interface TopicLine {
  id: number;
  title: string;
  kind: number;
  shown: boolean;
  item_num: number;
  updated_at: number;
}

const menus = [...TOPIC_MENUS];

/** All topics, for staff. */
export const topicSource: KeysetSource = {
  select: sql`c.id, c.title, c.kind, c.shown, c.item_num, floor(extract(epoch from c.updated_at))::bigint as updated_at`,
  from: sql`(select * from collections where kind = any(${sql.param(menus.map(([, { kind }]) => kind.code))}::smallint[])) c`,
  id: sql`c.id`,
  id_cast: 'bigint',
  filters: {
    menu: choiceFilter(Object.fromEntries(menus.map(([key, { kind }]) => [key, sql`c.kind = ${kind.code}::smallint`]))),
    state: choiceFilter({ shown: sql`c.shown`, hidden: sql`not c.shown` }),
    ...dayFilters(sql`c.created_at`),
  },
  search: (text) => (/^\d{1,10}$/.test(text) ? sql`c.id = ${Number(text)}::bigint` : sql`c.title like ${beginning(text)}`),
  // numbers rise with time
  orders: {
    new: { by: sql`c.id`, cast: 'bigint', desc: true },
    old: { by: sql`c.id`, cast: 'bigint', desc: false },
  },
};
