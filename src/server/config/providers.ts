import { readFileSync } from 'node:fs';
import { StartError } from '../kernel/errors.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface WechatPayConfig {
  mchid: string;
  appid: string;
  /** Of our own certificate, whose key signs. */
  serial_no: string;
  private_key: string;
  /** 32 characters; opens callbacks and certificates. */
  api_v3_key: string;
  /** The platform's, where it gave one; null: its certificates are asked for. */
  public_key: { id: string; pem: string } | null;
  url: string;
}

export interface AlipayConfig {
  app_id: string;
  seller_id: string;
  private_key: string;
  /** One or, while they change, several. */
  public_keys: string;
  url: string;
}

export interface AliyunSmsConfig {
  key_id: string;
  key_secret: string;
  /** Signature and template as they were approved. */
  sign_name: string;
  template_code: string;
  url: string;
}

/** Real adapters; null: the sandbox stands there. */
export interface ProviderConfig {
  wechat: WechatPayConfig | null;
  alipay: AlipayConfig | null;
  sms: AliyunSmsConfig | null;
}

/**
 * Reads what real payment and SMS need. A provider is there when one of its variables is; then all of them must be.
 * @throws StartError with one line that names what is missing or unreadable
 */
export function readProviders(env: Env, site_url: string): ProviderConfig {
  return { wechat: readWechat(env, site_url), alipay: readAlipay(env, site_url), sms: readSms(env) };
}

function readWechat(env: Env, site_url: string): WechatPayConfig | null {
  const names = ['MCHID', 'APPID', 'SERIAL_NO', 'PRIVATE_KEY_FILE', 'API_V3_KEY'] as const;
  const read = group(env, '微信支付', 'WECHATPAY_', names, ['PUBLIC_KEY_ID', 'PUBLIC_KEY_FILE', 'URL']);
  if (!read) return null;
  const { MCHID, APPID, SERIAL_NO, PRIVATE_KEY_FILE, API_V3_KEY } = read;
  if (Buffer.byteLength(API_V3_KEY) !== 32) throw new StartError('环境变量 WECHATPAY_API_V3_KEY 应为 32 个字符');
  const id = env['WECHATPAY_PUBLIC_KEY_ID'];
  const file = env['WECHATPAY_PUBLIC_KEY_FILE'];
  if (Boolean(id) !== Boolean(file)) throw new StartError('微信支付公钥要同时设置 WECHATPAY_PUBLIC_KEY_ID 与 WECHATPAY_PUBLIC_KEY_FILE');
  return {
    mchid: MCHID,
    appid: APPID,
    serial_no: SERIAL_NO,
    private_key: fileOf('WECHATPAY_PRIVATE_KEY_FILE', PRIVATE_KEY_FILE),
    api_v3_key: API_V3_KEY,
    public_key: id && file ? { id, pem: fileOf('WECHATPAY_PUBLIC_KEY_FILE', file) } : null,
    url: addressOf(env, 'WECHATPAY_URL', 'https://api.mch.weixin.qq.com', site_url),
  };
}

function readAlipay(env: Env, site_url: string): AlipayConfig | null {
  const read = group(env, '支付宝', 'ALIPAY_', ['APP_ID', 'SELLER_ID', 'PRIVATE_KEY_FILE', 'PUBLIC_KEY_FILE'] as const, ['URL']);
  if (!read) return null;
  return {
    app_id: read.APP_ID,
    seller_id: read.SELLER_ID,
    private_key: fileOf('ALIPAY_PRIVATE_KEY_FILE', read.PRIVATE_KEY_FILE),
    public_keys: fileOf('ALIPAY_PUBLIC_KEY_FILE', read.PUBLIC_KEY_FILE),
    url: addressOf(env, 'ALIPAY_URL', 'https://openapi.alipay.com/gateway.do', site_url),
  };
}

function readSms(env: Env): AliyunSmsConfig | null {
  const read = group(env, '阿里云短信', 'ALIYUN_SMS_', ['KEY_ID', 'KEY_SECRET', 'SIGN_NAME', 'TEMPLATE_CODE'] as const, ['URL']);
  if (!read) return null;
  return {
    key_id: read.KEY_ID,
    key_secret: read.KEY_SECRET,
    sign_name: read.SIGN_NAME,
    template_code: read.TEMPLATE_CODE,
    url: env['ALIYUN_SMS_URL'] || 'https://dysmsapi.aliyuncs.com',
  };
}

/** All of a provider's variables, or null when none of them is set. */
function group<const N extends string>(
  env: Env,
  title: string,
  prefix: string,
  names: readonly N[],
  optional: readonly string[],
): Record<N, string> | null {
  if (![...names, ...optional].some((name) => env[prefix + name])) return null;
  const missing = names.filter((name) => !env[prefix + name]);
  if (missing.length > 0) throw new StartError(`${title}只配置了一部分，还缺少环境变量 ${missing.map((name) => prefix + name).join('、')}`);
  return Object.fromEntries(names.map((name) => [name, env[prefix + name]])) as Record<N, string>;
}

function fileOf(variable: string, path: string): string {
  try {
    const text = readFileSync(path, 'utf8').trim();
    if (text !== '') return text;
  } catch {
    // said below, without what the system says: it may hold a path that is nobody's business
  }
  throw new StartError(`环境变量 ${variable} 所指的文件不存在、为空或无法读取`);
}

/** The provider calls us back, so its real address needs a public one of ours. */
function addressOf(env: Env, variable: string, real: string, site_url: string): string {
  const given = env[variable]?.replace(/\/+$/, '');
  if (given) return given;
  if (!site_url.startsWith('https://')) throw new StartError(`正式收款要求 SITE_URL 为 https 地址（现为 ${site_url}），否则收不到支付结果`);
  return real;
}
