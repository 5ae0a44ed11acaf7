import { expect, it } from 'vitest';
import { isMobile, mobilePath } from './device-class.ts';

it.each([
  ['/programme/detail', '/programme/detail'],
  ['/programme/detail/', '/programme/detail'],
  ['/ppt/detail', '/ppt/detail'],
  ['/resourceCase/detail', '/resourceCase/detail'],
  ['/bigcase/detail', '/bigcase/detail'],
  // the desktop spells the big case with an s, the mobile site without
  ['/bigcase/details', '/bigcase/detail'],
  ['/design/detail', null],
  ['/resources/details', null],
  ['/programme', null],
  ['/', null],
])('%s has %s on the mobile site', (path, mobile) => {
  expect(mobilePath(path)).toBe(mobile);
});

it.each(['Android 14; Pixel', 'iPhone OS 17', 'iPad; CPU OS', 'iPod touch', 'SymbianOS/9.4', 'Windows Phone 10'])(
  '%s is mobile',
  (agent) => {
    expect(isMobile(`Mozilla/5.0 (${agent}) AppleWebKit`)).toBe(true);
  },
);

it('knows a desk, and says so of a reader who says nothing', () => {
  expect(isMobile('Mozilla/5.0 (Windows NT 10.0; Win64; x64)')).toBe(false);
  expect(isMobile(undefined)).toBe(false);
});
