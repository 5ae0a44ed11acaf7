import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { manualClock } from '../../kernel/clock.ts';
import { createHttpCdn } from './http.ts';

it('sends what is to be forgotten, signed with its time, and reports a refusal', async () => {
  const got: Array<{ body: string; time: unknown; signature: unknown }> = [];
  let status = 204;
  const server = createServer(async (req, res) => {
    got.push({ body: await text(req), time: req.headers['x-cemao-time'], signature: req.headers['x-cemao-signature'] });
    res.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/purge`;
    const cdn = createHttpCdn({ url, key: 'a key of sixteen' }, manualClock(new Date('2026-05-01T00:00:00Z')));
    const what = { tags: ['item:12'], paths: ['/programme/detail?id=12'] };
    await cdn.purge(what);
    const [{ body = '', time, signature } = {}] = got;
    expect(JSON.parse(body)).toEqual(what);
    expect(time).toBe('1777593600');
    expect(signature).toBe(createHmac('sha256', 'a key of sixteen').update(`${time}.${body}`).digest('hex'));
    status = 403;
    await expect(cdn.purge(what)).rejects.toThrow('403');
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
});
