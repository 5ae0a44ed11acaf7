import { afterEach, expect, it, vi } from 'vitest';
import { addressPage, addressQuery, writeAddress } from './address.ts';

const said: string[] = [];
const at = (search: string, hash = '') => {
  vi.stubGlobal('location', { pathname: '/personalCenter/myOrder', search, hash });
  vi.stubGlobal('history', { state: null, replaceState: (_state: unknown, _title: string, url: string) => said.push(url) });
};
afterEach(() => {
  said.length = 0;
  vi.unstubAllGlobals();
});

it('says what is not usual, and keeps what else the address says', () => {
  at('?enterprise=7&page=3', '#earning');
  writeAddress({ status: 'paid', page: 1, q: '' });
  writeAddress({ page: 4 });
  expect(said).toEqual(['/personalCenter/myOrder?enterprise=7&status=paid#earning', '/personalCenter/myOrder?enterprise=7&page=4#earning']);
  at('?page=2');
  writeAddress({ page: 1 });
  expect(said.at(-1)).toBe('/personalCenter/myOrder');
});

it('reads a page that there can be', () => {
  for (const [search, page] of [
    ['', 1],
    ['?page=3', 3],
    ['?page=0', 1],
    ['?page=-4', 1],
    ['?page=abc', 1],
    ['?page=2.9', 2],
    ['?page=99999999', 10_000],
  ] as const) {
    at(search);
    expect([search, addressPage()]).toEqual([search, page]);
  }
});

it('says and reads nothing where there is no address', () => {
  expect(addressQuery().size).toBe(0);
  expect(() => writeAddress({ page: 2 })).not.toThrow();
});
