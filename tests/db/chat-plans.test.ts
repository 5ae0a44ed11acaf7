import { beforeAll, expect, it } from 'vitest';
import { createCtx } from '#server/app/ctx.ts';
import { chatState, conversationsOf, messageEvents, messagesBefore } from '#server/modules/chat/index.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person } from '../support/people.ts';

const TALKS = 2_000;
const A_TALK = 60;

const t = testApp();
let reader: Person;
let long_id: number;

beforeAll(async () => {
  reader = await makePerson(t);
  const { pool } = t.booted.pool;
  // strangers beside the reader, so that reading them all would be dear
  await pool.query(
    `insert into chat_conversations (subject_kind, subject_id, low_id, high_id, starter_id, last_seq)
     select 'item', n, case when n % 20 = 0 then $1::bigint else 1000000 + n end, 9000000 + n, 9000000 + n, $3 from generate_series(1, $2) n`,
    [reader.id, TALKS, A_TALK],
  );
  await pool.query(
    `insert into chat_members (conversation_id, user_id, other_id, last_seq, last_at, read_seq, place)
     select c.id, m.user_id, m.other_id, c.last_seq, now() - c.id * interval '1 second', 10, c.id
     from chat_conversations c cross join lateral (values (c.low_id, c.high_id), (c.high_id, c.low_id)) m (user_id, other_id)`,
  );
  await pool.query(
    `insert into chat_messages (conversation_id, seq, sender_id, type, body, client_id)
     select c.id, n, c.high_id, 'text', '第 ' || n || ' 条', null from chat_conversations c cross join generate_series(1, $1) n`,
    [A_TALK],
  );
  ({ id: long_id } = (await pool.query<{ id: number }>('select id from chat_conversations where low_id = $1 limit 1', [reader.id]))
    .rows[0] as { id: number });
  await pool.query('analyze chat_conversations, chat_members, chat_messages');
});

/** Runs a verb with the planner's account of every statement that names a table of conversations. */
async function plansOf(work: () => Promise<unknown>): Promise<string[]> {
  const { pool } = t.booted.pool;
  const query = pool.query.bind(pool);
  const plans: string[] = [];
  const spied = async (config: { text: string; values?: unknown[] }, values?: unknown[]) => {
    if (/chat_/.test(config.text)) {
      const { rows } = await query(`explain (analyze, format text) ${config.text}`, values ?? config.values);
      plans.push(rows.map((row: Record<string, string>) => Object.values(row)[0]).join('\n'));
    }
    return query(config as never, values as never);
  };
  pool.query = spied as never;
  try {
    await work();
  } finally {
    pool.query = query as never;
  }
  return plans;
}

const rowsRead = (plan: string): number =>
  Math.max(
    ...[...plan.matchAll(/actual time=\S+ rows=([\d.]+)|Rows Removed by Filter: (\d+)/g)].map((match) => Number(match[1] ?? match[2])),
  );

it('the list, the last page, what came after a number and the unread number read what they show', async () => {
  const ctx = createCtx(t.app, reader.actor, 'test');
  const first = await conversationsOf(ctx, { after: '', q: '' });
  expect(first.list).toHaveLength(20);
  for (const work of [
    () => conversationsOf(ctx, { after: '', q: '' }),
    () => conversationsOf(ctx, { after: first.next, q: '' }),
    () => messagesBefore(ctx, { id: long_id, before: 0 }),
    () => messageEvents(ctx, long_id, A_TALK - 3, 100),
    () => chatState(ctx),
  ]) {
    const plans = await plansOf(work);
    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans) {
      expect(plan).not.toMatch(/Seq Scan on chat_(members|messages|conversations)/);
      expect(rowsRead(plan), plan).toBeLessThan(150);
    }
  }
});
