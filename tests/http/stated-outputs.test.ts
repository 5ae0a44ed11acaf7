import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoints } from '#server/areas/index.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { openApi } from '#server/http/openapi.ts';
import { allSettings } from '#server/modules/settings/index.ts';
import { checkOutput, startTestApp, type TestApp } from '../support/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.stop());

it('holds every answer in the tests against what the call states', async () => {
  const stated = [
    endpoint({
      method: 'GET',
      path: '/a/b',
      summary: '',
      tag: '',
      auth: 'none',
      input: z.object({}),
      output: z.strictObject({ n: z.int() }),
      handle: async () => ({ n: 1 }),
    }),
  ];
  expect(() => checkOutput(stated, 'GET', '/gateway/a/b?x=1', { n: 1 })).not.toThrow();
  for (const wrong of [{ n: '1' }, { n: 1, more: 2 }, null])
    expect(() => checkOutput(stated, 'GET', '/a/b', wrong)).toThrow('does not answer');
  expect((await t.call('GET', '/index/index/nowtime')).body.code).toBe(0);
  const open = allSettings().filter(({ is_public }) => is_public);
  expect(open.map(({ key }) => key)).toContain('hot_words');
  for (const { key } of open) expect((await t.call('GET', '/api/system/getsitebykey', { query: { key } })).body.code).toBe(0);
});

it('writes stated outputs into the description of the calls', () => {
  const { paths } = openApi(endpoints) as { paths: Record<string, Record<string, { responses: { 200: object } }>> };
  expect(JSON.stringify(paths['/gateway/index/index/nowtime']?.['get']?.responses[200])).toContain('"time":{"type":"integer"');
});
