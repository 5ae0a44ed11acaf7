import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createAliyunSms, signAliyun } from './aliyun.ts';

it('signs as the published example of ACS3-HMAC-SHA256', () => {
  const { headers } = signAliyun(
    { id: 'YourAccessKeyId', secret: 'YourAccessKeySecret' },
    {
      host: 'ecs.cn-shanghai.aliyuncs.com',
      action: 'RunInstances',
      version: '2014-05-26',
      query: { ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd', RegionId: 'cn-shanghai' },
      date: '2023-10-26T10:22:32Z',
      nonce: '3156853299f313e23d1673dc12e1703d',
    },
  );
  expect(headers['authorization']).toBe(
    'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,' +
      'Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  );
});

it('encodes what the rules say, and signs what it sends', () => {
  const of = (text: string) =>
    signAliyun({ id: 'i', secret: 's' }, { host: 'h', action: 'a', version: 'v', query: { B: text, A: '1' }, date: 'd', nonce: 'n' });
  expect(of("策 猫*'()!~").query).toBe('A=1&B=%E7%AD%96%20%E7%8C%AB%2A%27%28%29%21~');
  expect(of('x').headers['authorization']).not.toBe(of('y').headers['authorization']);
});

it('sends a code by the template, and throws when the service does not take it', async () => {
  let answer: object = { Code: 'OK' };
  const asked: Array<{ url: URL; headers: NodeJS.Dict<string | string[]> }> = [];
  const server = createServer((request, response) => {
    asked.push({ url: new URL(request.url ?? '', 'http://x'), headers: request.headers });
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const config = { key_id: 'LTAI', key_secret: 'secret', sign_name: '策猫', template_code: 'SMS_1', notice_template_code: 'SMS_2', url };
  const sms = createAliyunSms(config, { now: () => new Date('2026-01-02T03:04:05.678Z') });
  await sms.send('13800000001', 'code', { code: '123456', minutes: '5' });
  const [first] = asked;
  expect(Object.fromEntries(first?.url.searchParams ?? [])).toEqual({
    PhoneNumbers: '13800000001',
    SignName: '策猫',
    TemplateCode: 'SMS_1',
    TemplateParam: '{"code":"123456","minutes":"5"}',
  });
  expect(first?.headers).toMatchObject({ 'x-acs-action': 'SendSms', 'x-acs-date': '2026-01-02T03:04:05Z', host: new URL(url).host });
  const again = signAliyun(
    { id: 'LTAI', secret: 'secret' },
    {
      host: new URL(url).host,
      action: 'SendSms',
      version: '2017-05-25',
      query: Object.fromEntries(first?.url.searchParams ?? []),
      date: '2026-01-02T03:04:05Z',
      nonce: String(first?.headers['x-acs-signature-nonce']),
    },
  );
  expect(first?.headers['authorization']).toBe(again.headers['authorization']);
  await sms.send('13800000001', 'notice', { title: '提现已到账' });
  expect(Object.fromEntries(asked[1]?.url.searchParams ?? [])).toMatchObject({
    TemplateCode: 'SMS_2',
    TemplateParam: '{"title":"提现已到账"}',
  });
  const bare = createAliyunSms({ ...config, notice_template_code: null }, { now: () => new Date() });
  expect(bare.templates).toEqual(['code']);
  await expect(bare.send('13800000001', 'notice', { title: 'x' })).rejects.toThrow('no template');
  answer = { Code: 'isv.BUSINESS_LIMIT_CONTROL' };
  await expect(sms.send('13800000001', 'code', { code: '1', minutes: '5' })).rejects.toThrow('isv.BUSINESS_LIMIT_CONTROL');
  server.close();
});
