import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createOpenPlatform } from './open-platform.ts';
import { type WechatLoginPort, WechatRefused } from './port.ts';

/** The open platform as its documents describe it: errors come with HTTP 200. */
let person: object = {};
let token: object = {};
let status = 200;
const asked: URL[] = [];
const server = createServer((request, response) => {
  const url = new URL(request.url ?? '', 'http://x');
  asked.push(url);
  response.statusCode = status;
  response.end(JSON.stringify(url.pathname === '/sns/userinfo' ? person : token));
});
let port: WechatLoginPort;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  port = createOpenPlatform({ appid: 'wx1', secret: 'top-secret', page_url: 'https://open.weixin.qq.com', api_url: url });
});
afterAll(() => server.close());
beforeEach(() => {
  asked.length = 0;
  status = 200;
  token = { access_token: 'a', openid: 'o1', unionid: 'u1' };
  person = { openid: 'o1', unionid: 'u1', nickname: '山野', headimgurl: 'https://thirdwx.qlogo.cn/1' };
});

it('sends people to the QR page with our state and nothing secret', () => {
  const url = new URL(port.address('state-1', 'https://cemao.example/back'));
  expect(Object.fromEntries(url.searchParams)).toEqual({
    appid: 'wx1',
    redirect_uri: 'https://cemao.example/back',
    response_type: 'code',
    scope: 'snsapi_login',
    state: 'state-1',
  });
  expect(url.href).not.toContain('top-secret');
});

it('asks who it is, server to server', async () => {
  expect(await port.exchange('code-1')).toEqual({
    unionid: 'u1',
    openid: 'o1',
    nickname: '山野',
    headimgurl: 'https://thirdwx.qlogo.cn/1',
  });
  expect(asked.map(({ pathname }) => pathname)).toEqual(['/sns/oauth2/access_token', '/sns/userinfo']);
  expect(asked[0]?.searchParams.get('secret')).toBe('top-secret');
});

it.each([40_029, 40_163, 41_008])('knows a code that is not good by errcode %i, which comes with HTTP 200', async (errcode) => {
  token = { errcode, errmsg: 'invalid code, code-9' };
  await expect(port.exchange('code-9')).rejects.toBeInstanceOf(WechatRefused);
});

it('refuses a person without unionid, an answer with another errcode, and one that is no answer; the code is in no message', async () => {
  person = { openid: 'o1', nickname: 'x' };
  token = { access_token: 'a', openid: 'o1' };
  await expect(port.exchange('code-2')).rejects.toThrow('no unionid');
  token = { errcode: -1, errmsg: 'busy code-3' };
  const busy = await port.exchange('code-3').catch((error: Error) => error);
  expect(busy).not.toBeInstanceOf(WechatRefused);
  expect(String(busy)).toContain('errcode -1');
  expect(String(busy)).not.toContain('code-3');
  status = 502;
  await expect(port.exchange('code-4')).rejects.toThrow('502');
});

it('takes a picture over https only', async () => {
  person = { ...person, headimgurl: 'http://thirdwx.qlogo.cn/1' };
  expect((await port.exchange('code-5')).headimgurl).toBe('');
});
