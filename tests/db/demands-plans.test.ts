import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { testApp } from '../support/app.ts';

const t = testApp();
beforeAll(async () => {
  await t.app.db.execute(sql`
    insert into items (kind, publisher_id, title, status, published_at, ends_at, term_ids)
    select ${KINDS.demand.code}, n % 500, '需求' || n, 'published', now() - n * interval '1 minute', now() + n * interval '1 minute', array[n % 7 + 1]::bigint[]
    from generate_series(1, 20000) n`);
  await t.app.db.execute(sql`
    insert into demands (item_id, owner_id, title, state, form, draft_key, closes_at)
    select id, publisher_id, title, 'open', '{}', 'k' || id, ends_at from items`);
  await t.app.db.execute(sql`vacuum analyze items`);
  await t.app.db.execute(sql`vacuum analyze demands`);
}, 120_000);

async function planOf(text: string): Promise<string> {
  const { rows } = await t.app.db.execute<{ 'QUERY PLAN': string }>(sql`explain ${sql.raw(text)}`);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

it.each([
  [
    'the newest',
    `select id from items where status = 'published' and kind = 12 order by published_at desc nulls last, id desc nulls last limit 20`,
    'items_by_time',
  ],
  [
    'what ends soon',
    `select id from items where status = 'published' and kind = 12 and ends_at is not null order by ends_at asc nulls last, id desc nulls last limit 20`,
    'items_by_end',
  ],
  [
    'what ends soon with a filter',
    `select id from items where status = 'published' and kind = 12 and term_ids @> '{3}' and ends_at is not null order by ends_at asc nulls last, id desc nulls last limit 20`,
    'items_by_end',
  ],
  [
    'own ones',
    `select * from demands where owner_id = 7 and state = any('{open,choosing}') order by item_id desc limit 10`,
    'demands_of_owner',
  ],
  [
    'what is over',
    `select item_id from demands where state in ('open', 'choosing') and closes_at <= now() order by closes_at, item_id limit 100 for update skip locked`,
    'demands_ending',
  ],
])('finds %s by an index, without sorting', async (_what, text, index) => {
  const plan = await planOf(text);
  expect(plan).toContain(index);
  expect(plan).not.toMatch(/Seq Scan|Sort/);
});
