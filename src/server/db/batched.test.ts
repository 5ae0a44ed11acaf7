import { expect, it } from 'vitest';
import { batched, batchedWrite } from './batched.ts';
import type { Queryable } from './pool.ts';

const db = {} as Queryable;

it('sends those asked at the same time together, and answers each with its own', async () => {
  const sent: number[][] = [];
  const double = batched(async (_db, keys: readonly number[]) => {
    sent.push([...keys]);
    return keys.map((key) => key * 2);
  });
  expect(await Promise.all([1, 2, 3].map((key) => double(db, key)))).toEqual([2, 4, 6]);
  expect(sent).toEqual([[1, 2, 3]]);
});

it('writes each alone after a batch failed: only who caused it hears of it', async () => {
  const written: number[][] = [];
  const write = batchedWrite(async (_db, keys: readonly number[]) => {
    if (keys.includes(2)) throw new Error('not 2');
    written.push([...keys]);
    return [...keys];
  });
  const results = await Promise.allSettled([1, 2, 3].map((key) => write(db, key)));
  expect(results).toMatchObject([{ value: 1 }, { reason: { message: 'not 2' } }, { value: 3 }]);
  expect(written).toEqual([[1], [3]]);
});

it('does not write again when the database is away: whether the batch was committed is unknown', async () => {
  let tries = 0;
  const write = batchedWrite(async (): Promise<number[]> => {
    tries += 1;
    throw Object.assign(new Error('gone'), { code: '57P01' });
  });
  const results = await Promise.allSettled([1, 2].map((key) => write(db, key)));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(tries).toBe(1);
});
