import { expect, it } from 'vitest';
import { readAddress, withParam, writeAddress } from './list.store.ts';

it('reads and writes the same address', () => {
  const search = '?status=paid&q=%E5%B9%B4%E4%BC%9A&cols=orderid%2Cprice&after=abc';
  const address = readAddress(search);
  expect(address).toEqual({ query: 'status=paid&q=%E5%B9%B4%E4%BC%9A', columns: ['orderid', 'price'], after: 'abc', before: '' });
  expect(writeAddress(address)).toBe(search);
  expect(writeAddress(readAddress(''))).toBe('');
});

it('knows one place only', () => {
  expect(readAddress('?after=a&before=b')).toMatchObject({ after: 'a', before: '' });
  expect(writeAddress({ query: '', columns: [], after: '', before: 'b' })).toBe('?before=b');
});

it('changes one parameter and drops an empty one', () => {
  expect(withParam('status=paid&q=x', 'status', '')).toBe('q=x');
  expect(withParam('q=x', 'status', 'paid')).toBe('q=x&status=paid');
});
