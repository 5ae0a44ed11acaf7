import { expect, it } from 'vitest';
import { chooseEncoding } from './page-encoding.ts';

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0.5, gzip;q=1.0', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.000, gzip;q=0', 'identity'],
  ['BR', 'br'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['deflate', 'identity'],
  ['brotli, xgzip', 'identity'],
  ['identity;q=0, deflate', 'identity'],
  [`br${', x'.repeat(1_000)}`, 'identity'],
  ['', 'identity'],
  [null, 'identity'],
  [undefined, 'identity'],
])('%s -> %s', (accepted, encoding) => {
  // twice: the second answer is remembered
  expect(chooseEncoding(accepted)).toBe(encoding);
  expect(chooseEncoding(accepted)).toBe(encoding);
});
