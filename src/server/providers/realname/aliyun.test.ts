import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createAliyunRealname } from './aliyun.ts';
import type { RealnamePort } from './port.ts';

let answer: { status: number; body: object };
let asked: URL[] = [];
let port: RealnamePort;
const server = createServer((request, response) => {
  asked.push(new URL(request.url ?? '', 'http://x'));
  response.writeHead(answer.status).end(JSON.stringify(answer.body));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  port = createAliyunRealname({ key_id: 'LTAI', key_secret: 'secret', url }, { now: () => new Date('2026-01-02T03:04:05Z') });
});
beforeEach(() => {
  asked = [];
});
afterAll(() => server.close());

it.each([
  ['1', 'match'],
  ['2', 'mismatch'],
  ['3', 'unknown'],
  ['9', 'unknown'],
])('reads the result %s as %s', async (code, facts) => {
  answer = { status: 200, body: { Code: '200', ResultObject: { BizCode: code } } };
  expect(await port.check('张三', '11010519491231002X')).toBe(facts);
  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
    ParamType: 'normal',
    UserName: '张三',
    IdentifyNum: '11010519491231002X',
  });
});

it('throws when the service refuses or is away, without the number', async () => {
  answer = { status: 403, body: { Code: 'Forbidden' } };
  await expect(port.check('张三', '11010519491231002X')).rejects.toThrow('403 Forbidden');
  const away = createAliyunRealname({ key_id: 'a', key_secret: 'b', url: 'http://127.0.0.1:1' }, { now: () => new Date() });
  const failure = await away.check('张三', '11010519491231002X').catch((error: Error) => error);
  expect(JSON.stringify([String(failure), (failure as Error).stack])).not.toContain('11010519491231002X');
});
