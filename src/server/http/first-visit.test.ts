import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { firstHeaders, readSheets, withSheets } from './first-visit.ts';
import { chooseVariant, PageBodies } from './page-encoding.ts';

const SHEETS = new Map([['/_a/one.css', { text: '.a{color:red}', hash: 'HASH' }]]);
const HTML = `<head><link rel="stylesheet" href="/_a/one.css"><link rel="stylesheet" href="/_a/other.css"></head>${'<p>方案</p>'.repeat(200)}`;
const HEADERS = [
  'Content-Security-Policy',
  "default-src 'self'; style-src 'self' 'sha256-x'",
  'Cache-Control',
  'public, max-age=0, s-maxage=60',
];

it.each([
  ['a search engine', { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site' }, 'first'],
  ['an address that is typed', { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' }, 'first'],
  ['a link of our own', { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'same-origin' }, 'br'],
  ['a page that is fetched', { 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' }, 'br'],
  ['a crawler', {}, 'br'],
])('V5 %s gets the page as %s', (_from, headers, variant) => {
  expect(chooseVariant({ ...headers, 'accept-encoding': 'gzip, br' })).toBe(variant);
  expect(chooseVariant({ ...headers, 'accept-encoding': 'gzip' })).toBe('gzip');
});

it('V5 puts the sheets that it has where they are linked, and says so to the policy and to shared caches', () => {
  const first = withSheets(HTML, SHEETS);
  expect(first?.html).toContain(
    '<head><style data-href="/_a/one.css">.a{color:red}</style><link rel="stylesheet" href="/_a/other.css"></head>',
  );
  expect(firstHeaders(HEADERS, first?.hashes ?? [])).toEqual([
    'Content-Security-Policy',
    "default-src 'self'; style-src 'sha256-HASH' 'self' 'sha256-x'",
    'Cache-Control',
    'private, no-cache',
  ]);
  expect(withSheets('<p>without</p>', SHEETS)).toBeNull();
});

it('V5 makes each variant when it is asked for, once, and knows the holders of that one: a 304 would put its policy over another', async () => {
  const bodies = new PageBodies(Buffer.from(HTML), HEADERS, 'tag', SHEETS);
  const asked = [bodies.get('first'), bodies.get('first')];
  const [first] = await Promise.all(asked);
  expect(await asked[1]).toBe(first);
  expect(bodies.get('first')).toBe(first);
  expect(brotliDecompressSync(first?.bytes ?? '').toString()).toContain('.a{color:red}');
  expect(brotliDecompressSync((await bodies.get('br')).bytes).toString()).toBe(HTML);
  expect(gunzipSync((await bodies.get('gzip')).bytes).toString()).toBe(HTML);
  expect([
    bodies.isHeld('br', '"tag-f"'),
    bodies.isHeld('first', 'W/"tag-w"'),
    bodies.isHeld('gzip', '"tag-b"'),
    bodies.isHeld('br', 'W/"tag-w"'),
    bodies.isHeld('first', '"tag-v"'),
    bodies.isHeld('br', '*'),
  ]).toEqual([false, false, false, true, true, true]);
  await bodies.encodeWell('first');
  const well = await bodies.get('first');
  expect(well.bytes.length).toBeLessThanOrEqual(first?.bytes.length ?? 0);
  expect(bodies.isHeld('first', well.headers[well.headers.indexOf('ETag') + 1])).toBe(true);
});

it('V5 reads the sheets of a build, and none where there is no build', () => {
  const dir = mkdtempSync(join(tmpdir(), 'cemao-sheets-'));
  try {
    expect(readSheets(dir).size).toBe(0);
    mkdirSync(join(dir, 'client/_a'), { recursive: true });
    writeFileSync(join(dir, 'client/_a/a.css'), '.a{color:red}\n');
    writeFileSync(join(dir, 'client/_a/b.css'), '.b{content:"</style>"}');
    writeFileSync(join(dir, 'client/_a/c.js'), '');
    expect([...readSheets(dir)].map(([href, { text }]) => [href, text])).toEqual([['/_a/a.css', '.a{color:red}']]);
  } finally {
    rmSync(dir, { recursive: true });
  }
});
