import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { readProviders } from './providers.ts';

const folder = mkdtempSync(join(tmpdir(), 'cemao-providers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const key = join(folder, 'key.pem');
writeFileSync(key, 'a key');
writeFileSync(join(folder, 'empty.pem'), '\n');

const WECHAT = {
  WECHATPAY_MCHID: '1900000109',
  WECHATPAY_APPID: 'wx1',
  WECHATPAY_SERIAL_NO: 'AB',
  WECHATPAY_PRIVATE_KEY_FILE: key,
  WECHATPAY_API_V3_KEY: '0123456789abcdef0123456789abcdef',
};
const ALIPAY = { ALIPAY_APP_ID: '1', ALIPAY_SELLER_ID: '2', ALIPAY_PRIVATE_KEY_FILE: key, ALIPAY_PUBLIC_KEY_FILE: key };
const SMS = { ALIYUN_SMS_KEY_ID: '1', ALIYUN_SMS_KEY_SECRET: '2', ALIYUN_SMS_SIGN_NAME: '策猫', ALIYUN_SMS_TEMPLATE_CODE: 'SMS_1' };
const REALNAME = { ALIYUN_REALNAME_KEY_ID: '1', ALIYUN_REALNAME_KEY_SECRET: '2' };
const MAIL = { MAIL_URL: 'smtps://u:p@smtp.example.com:465', MAIL_FROM: '策猫 <no-reply@example.com>' };
const BAIDU = { BAIDU_PUSH_SITE: 'cemao.example', BAIDU_PUSH_TOKEN: 'secret' };
const S3 = { S3_ENDPOINT: 'https://oss-cn-hangzhou.aliyuncs.com', S3_BUCKET: 'cemao', S3_KEY_ID: '1', S3_SECRET: '2' };
const HTTPS = 'https://cemao.example';

it('reads whole providers, and none where nothing is said', () => {
  expect(Object.entries(readProviders({}, HTTPS)).filter(([, provider]) => provider !== null)).toEqual([]);
  const all = readProviders({ ...WECHAT, ...ALIPAY, ...SMS, ...REALNAME, ...MAIL, ...BAIDU, INDEXNOW_KEY: 'abcdefgh' }, HTTPS);
  expect(all.wechat).toMatchObject({ mchid: '1900000109', private_key: 'a key', public_key: null, url: 'https://api.mch.weixin.qq.com' });
  expect(all.alipay).toMatchObject({ seller_id: '2', url: 'https://openapi.alipay.com/gateway.do' });
  expect(all.realname).toMatchObject({ key_id: '1', url: 'https://cloudauth.aliyuncs.com' });
  expect(all.baidu_push).toEqual({ site: 'cemao.example', token: 'secret', url: 'http://data.zz.baidu.com' });
  expect(all.indexnow).toEqual({ key: 'abcdefgh', url: 'https://api.indexnow.org/indexnow' });
  expect(all.mail).toEqual({ url: MAIL.MAIL_URL, from: MAIL.MAIL_FROM });
  expect(all.sms).toMatchObject({ sign_name: '策猫', url: 'https://dysmsapi.aliyuncs.com' });
});

describe('a start with half a provider', () => {
  it.each([
    ...Object.keys(WECHAT),
    ...Object.keys(ALIPAY),
    ...Object.keys(SMS),
    ...Object.keys(REALNAME),
    ...Object.keys(MAIL),
    ...Object.keys(BAIDU),
    ...Object.keys(S3),
  ])('is refused without %s, which is named', (name) => {
    const all: Record<string, string> = { ...WECHAT, ...ALIPAY, ...SMS, ...REALNAME, ...MAIL, ...BAIDU, ...S3 };
    delete all[name];
    expect(() => readProviders(all, HTTPS)).toThrow(name);
  });

  it.each<[string, Record<string, string>, string]>([
    ['a key that is not there', { ...WECHAT, WECHATPAY_PRIVATE_KEY_FILE: join(folder, 'none.pem') }, 'WECHATPAY_PRIVATE_KEY_FILE'],
    ['an empty key', { ...ALIPAY, ALIPAY_PUBLIC_KEY_FILE: join(folder, 'empty.pem') }, 'ALIPAY_PUBLIC_KEY_FILE'],
    ['a short v3 key', { ...WECHAT, WECHATPAY_API_V3_KEY: 'short' }, 'WECHATPAY_API_V3_KEY'],
    ['a public key without its id', { ...WECHAT, WECHATPAY_PUBLIC_KEY_FILE: key }, 'WECHATPAY_PUBLIC_KEY_ID'],
    ['a web address for mail', { ...MAIL, MAIL_URL: 'https://x.example' }, 'MAIL_URL'],
    ['an address alone', { ALIPAY_URL: 'https://x.example' }, 'ALIPAY_APP_ID'],
  ])('is refused with %s', (_name, env, named) => {
    expect(() => readProviders(env, HTTPS)).toThrow(named);
  });

  it('is refused where the provider could not call back', () => {
    expect(() => readProviders(WECHAT, 'http://127.0.0.1:4321')).toThrow('SITE_URL');
    expect(readProviders({ ...WECHAT, WECHATPAY_URL: 'http://127.0.0.1:9/' }, 'http://127.0.0.1').wechat?.url).toBe('http://127.0.0.1:9');
  });

  it('says nothing of what is in the variables', () => {
    expect(() => readProviders({ ...WECHAT, WECHATPAY_API_V3_KEY: 'my-hidden-words' }, HTTPS)).not.toThrow('my-hidden-words');
  });
});

it('needs no ALLOW_SANDBOX on the open net once payment and SMS are both real', () => {
  const open = { DATA_DIR: join(folder, 'data'), SITE_URL: HTTPS, SEED: 'NONE' };
  expect(() => readConfig({ ...open, ...WECHAT })).toThrow('ALLOW_SANDBOX=1');
  expect(readConfig({ ...open, ...ALIPAY, ...SMS })).toMatchObject({ allow_sandbox: false, local: false });
});
