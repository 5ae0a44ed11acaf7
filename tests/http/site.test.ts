import { expect, it } from 'vitest';
import { testApp } from '../support/app.ts';

const t = testApp();

it('tells the server time in unix seconds', async () => {
  const { status, body } = await t.call<{ time: number }>('GET', '/index/index/nowtime');
  expect(status).toBe(200);
  expect(body).toMatchObject({ code: 0, data: { time: Math.floor(t.clock.now().getTime() / 1000) } });
});

it('answers an unknown path with code 1 and 404, never HTML', async () => {
  const { status, headers, body } = await t.call('GET', '/no/such/call');
  expect(status).toBe(404);
  expect(headers.get('content-type')).toContain('application/json');
  expect(body.code).toBe(1);
});

it('reads public settings only', async () => {
  expect((await t.call('GET', '/api/system/getsitebykey', { query: { key: 'hot_words' } })).body.code).toBe(0);
  expect((await t.call('GET', '/api/system/getsitebykey', { query: { key: 'publisher_share_bp' } })).status).toBe(404);
});
