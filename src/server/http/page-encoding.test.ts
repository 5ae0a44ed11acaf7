import { brotliCompressSync, constants } from 'node:zlib';
import { expect, it } from 'vitest';
import { brotliOptions, chooseEncoding } from './page-encoding.ts';

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

it.each([600, 70_000, 131_072, 300_000])('V1 a window of the size of a body of %i bytes makes what the usual window makes', (length) => {
  const body = Buffer.from(Array.from({ length: length / 12 }, (_, at) => `<li>${(at * 7919) % 4096}</li>`).join('')).subarray(0, length);
  const options = brotliOptions(body, 5);
  const usual = { ...options.params, [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_DEFAULT_WINDOW };
  expect(brotliCompressSync(body, options).length).toBeLessThanOrEqual(brotliCompressSync(body, { params: usual }).length);
  expect(options.params?.[constants.BROTLI_PARAM_LGWIN]).toBeLessThanOrEqual(19);
});
