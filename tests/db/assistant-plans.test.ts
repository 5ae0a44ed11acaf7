import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';

const t = testApp();
beforeAll(async () => {
  await t.app.db.execute(sql`
    insert into assistant_conversations (user_id, title, last_at)
    select n % 50, '对话' || n, now() - n * interval '1 minute' from generate_series(1, 20000) n`);
  await t.app.db.execute(sql`
    insert into assistant_answers (conversation_id, user_id, key, question, state, paid_by, day, max_tokens)
    select id, user_id, 'k' || id, '问题', 'done', 'free', current_date - (id % 60)::int, 100 from assistant_conversations`);
  await t.app.db.execute(sql`vacuum analyze assistant_conversations`);
  await t.app.db.execute(sql`vacuum analyze assistant_answers`);
}, 120_000);

async function planOf(text: string): Promise<string> {
  const { rows } = await t.app.db.execute<{ 'QUERY PLAN': string }>(sql`explain ${sql.raw(text)}`);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

it.each([
  [
    'a page of conversations',
    `select * from assistant_conversations where user_id = 7 and deleted_at is null and (last_at, id) < (now(), 99999) order by last_at desc, id desc limit 21`,
    'assistant_conversations_newest',
  ],
  ['the turns of one', 'select * from assistant_answers where conversation_id = 77 order by id desc limit 100', 'assistant_answers_of'],
  [
    'the free ones of a day',
    `select count(*) from assistant_answers where user_id = 7 and day = current_date and paid_by = 'free'`,
    'assistant_answers_of_day',
  ],
  ['what runs', `select id from assistant_answers where user_id = 7 and state in ('waiting', 'running')`, 'assistant_answers_open'],
])('finds %s by an index, without sorting', async (_what, text, index) => {
  const plan = await planOf(text);
  expect(plan).toContain(index);
  expect(plan).not.toMatch(/Seq Scan|Sort/);
});
