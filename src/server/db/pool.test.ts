import { expect, it } from 'vitest';
import { isDatabaseUnavailable } from './pool.ts';

const coded = (code: string) => Object.assign(new Error('no'), { code });

it.each([
  ['refused', coded('ECONNREFUSED')],
  ['shut down under the statement', new Error('Failed query: select 1', { cause: coded('57P01') })],
  ['late', new Error('timeout expired')],
  ['no room on its disk', new Error('Failed query: insert', { cause: coded('53100') })],
  [
    'lost inside a transaction, whose rollback fails then',
    new Error('Failed query: rollback', { cause: new Error('Client has encountered a connection error and is not queryable') }),
  ],
])('knows a database that cannot serve now: %s', (_what, error) => {
  expect(isDatabaseUnavailable(error)).toBe(true);
});

it.each([
  ['a wrong statement', coded('42601')],
  ['a broken rule', coded('23505')],
  ['an error of ours', new Error('the order is not paid')],
  ['nothing', undefined],
])('takes nothing else for an outage: %s', (_what, error) => {
  expect(isDatabaseUnavailable(error)).toBe(false);
});
