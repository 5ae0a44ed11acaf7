import { expect, it } from 'vitest';
import { SLOW_MS, SlowStatements, withoutValues } from './slow-statements.ts';

it('keeps what was slow, the most expensive first, and nothing that was quick', () => {
  const slow = new SlowStatements();
  slow.took('select 1 from quick', SLOW_MS - 1);
  slow.took("select * from users where mobile = '13800000001' and id = 7", 100);
  slow.took("select * from users where mobile = '13800000002' and id = 8", 300);
  slow.took('select * from items where id = any($1)', 900);
  expect(slow.list(10)).toEqual([
    { text: 'select * from items where id = any(?)', times: 1, mean_ms: 900, max_ms: 900 },
    { text: 'select * from users where mobile = ? and id = ?', times: 2, mean_ms: 200, max_ms: 300 },
  ]);
  expect(slow.list(1)).toHaveLength(1);
});

it('is bounded: of many different texts the cheapest leave', () => {
  const slow = new SlowStatements();
  slow.took('select dear', 100_000);
  for (let at = 0; at < 1_000; at++) slow.took(`select column_${at}`, SLOW_MS + at);
  expect(slow.list(1_000).length).toBeLessThanOrEqual(200);
  expect(slow.list(1)[0]?.text).toBe('select dear');
});

it('says nothing of values: literals, parameters and lists of any length are one text', () => {
  expect(withoutValues('insert into a (b, c)\n values ($1, $2), ($3, $4)')).toBe('insert into a (b, c) values (?, …), …');
  expect(withoutValues("select 'it''s secret', 12.5 -- why\n from t1 where id in ($1, $2, $3)")).toBe(
    'select ?, … from t1 where id in (?, …)',
  );
  expect(withoutValues('x'.repeat(5_000))).toHaveLength(600);
});
