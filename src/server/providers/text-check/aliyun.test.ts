import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createAliyunTextCheck } from './aliyun.ts';

it('asks for all of a long text, and tells what was found', async () => {
  const asked: string[] = [];
  let answer: object = { Code: 200, Data: { labels: '' } };
  const server = createServer((request, response) => {
    const parameters = new URL(request.url ?? '', 'http://x').searchParams.get('ServiceParameters') ?? '{}';
    asked.push((JSON.parse(parameters) as { content: string }).content);
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const check = createAliyunTextCheck({ key_id: 'i', key_secret: 's', url }, { now: () => new Date() });
  expect(await check.check('好'.repeat(700))).toEqual({ labels: [] });
  expect(asked.map(({ length }) => length)).toEqual([600, 100]);
  answer = { Code: 200, Data: { labels: 'ad,fraud' } };
  expect(await check.check('坏')).toEqual({ labels: ['ad', 'fraud'] });
  answer = { Code: 500 };
  await expect(check.check('坏')).rejects.toThrow('500');
  server.close();
});
