import { expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { PLANNED_ONCE, statement } from '#server/db/statement.ts';
import { findItems } from '#server/modules/search/index.ts';
import { testApp } from '../support/app.ts';

const prepared = `select name, generic_plans::int as once, custom_plans::int as by_values from pg_prepared_statements where name like 'search\\_%'`;
type Prepared = { name: string; once: number; by_values: number };
const ofPlannedOnce = statement<Prepared>('test_planned_once', prepared, PLANNED_ONCE);
const ofOthers = statement<Prepared>('test_planned', prepared);

const t = testApp();

it('searches are planned once a connection, and nothing else is', async () => {
  for (let round = 0; round < 3; round++) await findItems(t.ctx(), KINDS.scheme, { keyword: '年会' });
  const known = await ofPlannedOnce(t.app.db, []);
  // tiers are read side by side, and this connection knows those that it read
  expect(known.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^search_tier_\d/));
  expect(known.filter(({ by_values }) => by_values > 0)).toEqual([]);
  expect((await ofOthers(t.app.db, [])).filter(({ name }) => name.startsWith('search_tier'))).toEqual([]);
});

it('inside a transaction they see what it wrote', async () => {
  const counted = statement<{ n: number }>('test_counted', 'select count(*) as n from search_words where word = $1', PLANNED_ONCE);
  await inTransaction(t.ctx(), async (tx) => {
    await tx.db.execute(`insert into search_words (word, pinyin, initials, shorter) values ('未提交', 'weitijiao', 'wtj', '{}')`);
    expect(await counted(tx.db, ['未提交'])).toEqual([{ n: 1 }]);
    expect(await counted(t.app.db, ['未提交'])).toEqual([{ n: 0 }]);
  });
});

it('the connections of both are counted together', async () => {
  const { pool, counts } = t.booted.pool;
  expect(counts().open).toBeGreaterThan(pool.totalCount);
  expect(counts().waiting).toBe(0);
});
