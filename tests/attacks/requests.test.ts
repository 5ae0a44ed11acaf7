import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { openSite, type SiteOnPort } from '../support/site-on-port.ts';

const t = testApp();
let site: SiteOnPort;
let seen: string[] = [];
beforeAll(async () => {
  site = await openSite(t, (url) => {
    seen.push(url.pathname + url.search);
    return new Response('page', { headers: { 'content-type': 'text/html' } });
  });
});
afterAll(async () => {
  await site.close();
});

const POST = 'POST /gateway/api/user/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
const SMUGGLED = 'GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n';
const chunked = (spelling: string) => `${POST}${spelling}\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${SMUGGLED}`;

const SMUGGLING: Array<[string, string]> = [
  ['a length and chunks', chunked('Transfer-Encoding: chunked')],
  ['chunks and a length', `${POST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`],
  ['two lengths', `${POST}Content-Length: 0\r\nContent-Length: ${SMUGGLED.length}\r\n\r\n${SMUGGLED}`],
  ['a list of lengths', `${POST}Content-Length: 0, ${SMUGGLED.length}\r\n\r\n${SMUGGLED}`],
  ['a signed length', `${POST}Content-Length: +5\r\n\r\nhello${SMUGGLED}`],
  ['a length in hex', `${POST}Content-Length: 0x5\r\n\r\nhello${SMUGGLED}`],
  ['a length below zero', `${POST}Content-Length: -1\r\n\r\n${SMUGGLED}`],
  ['a space before the colon', chunked('Transfer-Encoding : chunked')],
  ['a folded header', `${POST}Transfer-Encoding:\r\n chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${SMUGGLED}`],
  ['chunks spelled xchunked', chunked('Transfer-Encoding: xchunked')],
  ['chunks spelled with a tab', chunked('Transfer-Encoding:\tchunked')],
  ['chunks said twice', chunked('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity')],
  ['chunks behind identity', chunked('Transfer-Encoding: identity, chunked')],
  ['chunks with a vertical tab', chunked('Transfer-Encoding: \u000bchunked')],
  ['a bare line feed between headers', `${POST}Content-Length: 0\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`],
  ['a carriage return inside a header', `${POST}X: a\rTransfer-Encoding: chunked\r\nContent-Length: 0\r\n\r\n${SMUGGLED}`],
  ['a NUL inside a header', `${POST}X: a\u0000b\r\nContent-Length: 0\r\n\r\n${SMUGGLED}`],
  ['a chunk size that is none', `${POST}Transfer-Encoding: chunked\r\n\r\nxyz\r\n${SMUGGLED}`],
  ['a chunk size beyond all', `${POST}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n${SMUGGLED}`],
  ['a chunk longer than it says', `${POST}Transfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n${SMUGGLED}`],
  ['a header without a name', `${POST}: x\r\nContent-Length: 0\r\n\r\n${SMUGGLED}`],
];

it.each(SMUGGLING)('a request with %s carries no second one', async (_what, text) => {
  seen = [];
  const answer = await site.raw(text);
  expect(answer.slice(0, 12)).toBe('HTTP/1.1 400');
  expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  expect(seen).toEqual([]);
});

it('a host, a scheme or an address that the reader invents is nowhere in what pages are told', async () => {
  seen = [];
  const heads = [
    'Host: evil.example',
    'Host: x\r\nX-Forwarded-Host: evil.example',
    'Host: x\r\nForwarded: host=evil.example',
    'Host: x\r\nX-Original-URL: /admin',
  ];
  for (const head of heads) {
    const answer = await site.raw(`GET /not/kept HTTP/1.1\r\n${head}\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 200/);
    expect(answer).not.toContain('evil.example');
  }
  expect(seen).toEqual(heads.map(() => '/not/kept'));
});

it('a body of ten million bytes is refused before it is read, in one piece and in chunks', async () => {
  const head = 'Content-Type: application/json\r\nHost: x\r\n';
  const whole = await site.raw(
    `POST /gateway/api/user/login HTTP/1.1\r\n${head}Content-Length: 10000000\r\nConnection: close\r\n\r\n{"a":"`,
  );
  expect(whole).toMatch(/^HTTP\/1\.1 413/);
  const piece = 'a'.repeat(300_000);
  const chunks = await site.raw(
    `POST /gateway/api/user/login HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n${piece.length.toString(16)}\r\n${piece}\r\n`,
  );
  expect(chunks).toMatch(/^HTTP\/1\.1 413/);
});

it('many who open a connection and say nothing hold nobody else up', async () => {
  const silent = Array.from({ length: 200 }, () =>
    connect(site.port, '127.0.0.1', function begin(this: ReturnType<typeof connect>) {
      this.write('GET / HTTP/1.1\r\nX-A: b');
    }),
  );
  for (const socket of silent) socket.on('error', () => undefined);
  try {
    expect((await fetch(`${site.origin}/healthz`)).status).toBe(200);
  } finally {
    for (const socket of silent) socket.destroy();
  }
});
