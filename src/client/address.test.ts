import { afterEach, expect, it, vi } from 'vitest';
import { addressPage, addressQuery, addressReader, followAddress, stepTo, writeAddress } from './address.ts';

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

it('is read before the first choice, once, and anew whenever it is asked for', () => {
  at('?month=2026-11');
  const taken: Array<string | null> = [];
  const { read, readFirst } = addressReader((query) => taken.push(query.get('month')));
  readFirst();
  readFirst();
  at('?month=2026-10');
  read();
  readFirst();
  expect(taken).toEqual(['2026-11', '2026-10']);
});

it('follows Back and Forward within the page, and nothing that lay over it', () => {
  const listeners = new Map<string, () => void>();
  const location = { pathname: '/personalCenter/myDemand', search: '?page=2', hash: '' };
  vi.stubGlobal('location', location);
  vi.stubGlobal('history', {
    state: null,
    pushState: (_state: unknown, _title: string, url: string) => {
      said.push(url);
      location.search = new URL(url, 'http://a').search;
    },
  });
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => listeners.set(name, listener));
  vi.stubGlobal('removeEventListener', (name: string) => listeners.delete(name));
  const arrive = (pathname: string, search: string, hash = '') => {
    Object.assign(location, { pathname, search, hash });
    listeners.get('popstate')?.();
  };
  const calls: string[] = [];
  const end = followAddress(() => calls.push(location.search + location.hash));
  stepTo({ page: 3 });
  stepTo({ page: 3 });
  expect(said).toEqual(['/personalCenter/myDemand?page=3']);
  // a dialog was closed; a work lay over the page and is gone again
  arrive('/personalCenter/myDemand', '?page=3');
  arrive('/programme/detail', '?id=1');
  arrive('/personalCenter/myDemand', '?page=3');
  expect(calls).toEqual([]);
  arrive('/personalCenter/myDemand', '?page=2');
  arrive('/personalCenter/myDemand', '?page=2', '#sales');
  expect(calls).toEqual(['?page=2', '?page=2#sales']);
  end();
  expect(listeners.size).toBe(0);
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
