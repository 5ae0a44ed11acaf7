import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
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
  /** H5 is contracted: browsers of phones open WeChat. */
  h5: boolean;
  /** Of the official account `appid`: who pays in WeChat's own browser is asked with it. Null: no JSAPI payment there. */
  app_secret: string | null;
  /** Where WeChat says who reads: its page, and where we ask. */
  page_url: string;
  api_url: string;
}

export interface AlipayConfig {
  app_id: string;
  seller_id: string;
  private_key: string;
  /** One or, while they change, several. */
  public_keys: string;
  url: string;
  /** 手机网站支付 is contracted. */
  wap: boolean;
  /** 周期扣款 is contracted: the scene (`sign_scene`) that was approved. */
  cycle_scene: string | null;
}

export interface AliyunSmsConfig {
  key_id: string;
  key_secret: string;
  /** Signature and template as they were approved. */
  sign_name: string;
  template_code: string;
  /** Of messages about money and the account, with the field `title`; null: none was approved, so none is sent. */
  notice_template_code: string | null;
  url: string;
}

export interface WechatLoginConfig {
  /** Of the website application on the open platform. */
  appid: string;
  secret: string;
  /** Where people agree, and where we ask. */
  page_url: string;
  api_url: string;
}

export interface BaiduPushConfig {
  /** As it was registered with Baidu. */
  site: string;
  token: string;
  url: string;
}

export interface IndexNowConfig {
  /** 8 to 128 signs; also the name and the text of the file that proves it. */
  key: string;
  url: string;
}

export interface AliyunRealnameConfig {
  key_id: string;
  key_secret: string;
  url: string;
}

export interface MailConfig {
  /** smtp: or smtps:, with user and password. */
  url: string;
  /** What stands in From. */
  from: string;
}

export interface CdnConfig {
  url: string;
  key: string;
}

/** Address of a group's robot; who has it may write there. */
export interface AlertConfig {
  url: string;
}

/** Any server with the chat completions of OpenAI. */
export interface AssistantConfig {
  /** Up to and with the version: https://api.example.com/v1 */
  url: string;
  /** Empty: the server asks for none. */
  key: string;
  model: string;
}

export interface AliyunTextCheckConfig {
  key_id: string;
  key_secret: string;
  url: string;
}

/** A bucket that speaks S3: Amazon's, MinIO, OSS by its S3 face. */
export interface S3Config {
  /** Origin, without the bucket. */
  endpoint: string;
  bucket: string;
  region: string;
  key_id: string;
  secret: string;
  /** The bucket stands in the path; else it is part of the host's name. */
  path_style: boolean;
  /** Before every key: empty, or ending with a slash. */
  prefix: string;
}

/** Real adapters; null: the sandbox stands there. */
export interface ProviderConfig {
  wechat: WechatPayConfig | null;
  alipay: AlipayConfig | null;
  sms: AliyunSmsConfig | null;
  wechat_login: WechatLoginConfig | null;
  baidu_push: BaiduPushConfig | null;
  indexnow: IndexNowConfig | null;
  realname: AliyunRealnameConfig | null;
  mail: MailConfig | null;
  cdn: CdnConfig | null;
  alert: AlertConfig | null;
  assistant: AssistantConfig | null;
  text_check: AliyunTextCheckConfig | null;
  /** Read also while files lie on this machine: they may be on their way there. */
  s3: S3Config | null;
}

/**
 * Reads what real payment and SMS need. A provider is there when one of its variables is; then all of them must be.
 * @throws StartError with one line that names what is missing or unreadable
 */
export function readProviders(env: Env, site_url: string): ProviderConfig {
  return {
    wechat: readWechat(env, site_url),
    alipay: readAlipay(env, site_url),
    sms: readSms(env),
    wechat_login: readWechatLogin(env, site_url),
    baidu_push: readBaiduPush(env),
    indexnow: readIndexNow(env),
    realname: readRealname(env),
    mail: readMail(env),
    alert: readAlert(env),
    cdn: readCdn(env),
    assistant: readAssistant(env),
    text_check: readTextCheck(env),
    s3: readS3(env),
  };
}

function readWechat(env: Env, site_url: string): WechatPayConfig | null {
  const names = ['MCHID', 'APPID', 'SERIAL_NO', 'PRIVATE_KEY_FILE', 'API_V3_KEY'] as const;
  const read = group(env, '微信支付', 'WECHATPAY_', names, ['PUBLIC_KEY_ID', 'PUBLIC_KEY_FILE', 'URL', 'H5', 'APP_SECRET']);
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
    h5: flagOf(env, 'WECHATPAY_H5'),
    app_secret: env['WECHATPAY_APP_SECRET'] || null,
    page_url: env['WECHATPAY_URL'] || 'https://open.weixin.qq.com',
    api_url: env['WECHATPAY_URL'] || 'https://api.weixin.qq.com',
  };
}

function readAlipay(env: Env, site_url: string): AlipayConfig | null {
  const read = group(env, '支付宝', 'ALIPAY_', ['APP_ID', 'SELLER_ID', 'PRIVATE_KEY_FILE', 'PUBLIC_KEY_FILE'] as const, [
    'URL',
    'WAP',
    'CYCLE_SCENE',
  ]);
  if (!read) return null;
  return {
    app_id: read.APP_ID,
    seller_id: read.SELLER_ID,
    private_key: fileOf('ALIPAY_PRIVATE_KEY_FILE', read.PRIVATE_KEY_FILE),
    public_keys: fileOf('ALIPAY_PUBLIC_KEY_FILE', read.PUBLIC_KEY_FILE),
    url: addressOf(env, 'ALIPAY_URL', 'https://openapi.alipay.com/gateway.do', site_url),
    wap: flagOf(env, 'ALIPAY_WAP'),
    cycle_scene: env['ALIPAY_CYCLE_SCENE'] || null,
  };
}

function readSms(env: Env): AliyunSmsConfig | null {
  const read = group(env, '阿里云短信', 'ALIYUN_SMS_', ['KEY_ID', 'KEY_SECRET', 'SIGN_NAME', 'TEMPLATE_CODE'] as const, [
    'NOTICE_TEMPLATE_CODE',
    'URL',
  ]);
  if (!read) return null;
  return {
    key_id: read.KEY_ID,
    key_secret: read.KEY_SECRET,
    sign_name: read.SIGN_NAME,
    template_code: read.TEMPLATE_CODE,
    notice_template_code: env['ALIYUN_SMS_NOTICE_TEMPLATE_CODE'] || null,
    url: env['ALIYUN_SMS_URL'] || 'https://dysmsapi.aliyuncs.com',
  };
}

function readWechatLogin(env: Env, site_url: string): WechatLoginConfig | null {
  const read = group(env, '微信登录', 'WECHAT_LOGIN_', ['APPID', 'SECRET'] as const, ['URL']);
  if (!read) return null;
  const given = env['WECHAT_LOGIN_URL']?.replace(/(?<!\/)\/+$/, '');
  if (!given && !site_url.startsWith('https://')) throw new StartError(`微信登录要求 SITE_URL 为 https 地址（现为 ${site_url}）`);
  return {
    appid: read.APPID,
    secret: read.SECRET,
    page_url: given ?? 'https://open.weixin.qq.com',
    api_url: given ?? 'https://api.weixin.qq.com',
  };
}

function readBaiduPush(env: Env): BaiduPushConfig | null {
  const read = group(env, '百度推送', 'BAIDU_PUSH_', ['SITE', 'TOKEN'] as const, ['URL']);
  if (!read) return null;
  return { site: read.SITE, token: read.TOKEN, url: (env['BAIDU_PUSH_URL'] || 'http://data.zz.baidu.com').replace(/(?<!\/)\/+$/, '') };
}

function readIndexNow(env: Env): IndexNowConfig | null {
  const read = group(env, 'IndexNow', 'INDEXNOW_', ['KEY'] as const, ['URL']);
  if (!read) return null;
  if (!/^[a-zA-Z0-9-]{8,128}$/.test(read.KEY)) throw new StartError('环境变量 INDEXNOW_KEY 应为 8 至 128 个字母、数字或横线');
  return { key: read.KEY, url: env['INDEXNOW_URL'] || 'https://api.indexnow.org/indexnow' };
}

function readRealname(env: Env): AliyunRealnameConfig | null {
  const read = group(env, '阿里云实名核验', 'ALIYUN_REALNAME_', ['KEY_ID', 'KEY_SECRET'] as const, ['URL']);
  if (!read) return null;
  return {
    key_id: read.KEY_ID,
    key_secret: read.KEY_SECRET,
    url: env['ALIYUN_REALNAME_URL'] || 'https://cloudauth.aliyuncs.com',
  };
}

function readMail(env: Env): MailConfig | null {
  const read = group(env, '邮件', 'MAIL_', ['URL', 'FROM'] as const, []);
  if (!read) return null;
  if (!/^smtps?:\/\/[^\s/]+/.test(read.URL)) throw new StartError('环境变量 MAIL_URL 应形如 smtps://用户:密码@smtp.example.com:465');
  return { url: read.URL, from: read.FROM };
}

function readAlert(env: Env): AlertConfig | null {
  const read = group(env, '告警', 'ALERT_', ['URL'] as const, []);
  if (!read) return null;
  if (!URL.canParse(read.URL) || !/^https:\/\/|^http:\/\/127\.0\.0\.1[:/]/.test(read.URL))
    throw new StartError('环境变量 ALERT_URL 应为群机器人的地址，以 https:// 开头');
  return { url: read.URL };
}

function readCdn(env: Env): CdnConfig | null {
  const read = group(env, 'CDN', 'CDN_PURGE_', ['URL', 'KEY'] as const, []);
  if (!read) return null;
  if (!URL.canParse(read.URL) || !/^https:\/\/|^http:\/\/127\.0\.0\.1[:/]/.test(read.URL))
    throw new StartError('环境变量 CDN_PURGE_URL 应以 https:// 开头');
  if (read.KEY.length < 16) throw new StartError('环境变量 CDN_PURGE_KEY 至少 16 个字符');
  return { url: read.URL, key: read.KEY };
}

function readAssistant(env: Env): AssistantConfig | null {
  const read = group(env, '智能助手', 'ASSISTANT_', ['URL', 'MODEL'] as const, ['KEY']);
  if (!read) return null;
  if (!/^https?:\/\/[^\s/]+/.test(read.URL)) throw new StartError('环境变量 ASSISTANT_URL 应形如 https://api.example.com/v1');
  // answers of that name go without the mark that the law asks for
  if (read.MODEL === 'sandbox') throw new StartError('环境变量 ASSISTANT_MODEL 不能是 sandbox');
  return { url: read.URL.replace(/(?<!\/)\/+$/, ''), key: env['ASSISTANT_KEY'] ?? '', model: read.MODEL };
}

function readTextCheck(env: Env): AliyunTextCheckConfig | null {
  const read = group(env, '阿里云内容安全', 'ALIYUN_TEXT_CHECK_', ['KEY_ID', 'KEY_SECRET'] as const, ['URL']);
  if (!read) return null;
  const url = env['ALIYUN_TEXT_CHECK_URL'] || 'https://green-cip.cn-shanghai.aliyuncs.com';
  return { key_id: read.KEY_ID, key_secret: read.KEY_SECRET, url };
}

function readS3(env: Env): S3Config | null {
  const names = ['ENDPOINT', 'BUCKET', 'KEY_ID', 'SECRET'] as const;
  const read = group(env, '对象存储', 'S3_', names, ['REGION', 'PATH_STYLE', 'PREFIX']);
  if (!read) return null;
  const endpoint = read.ENDPOINT.replace(/(?<!\/)\/+$/, '');
  if (!/^https?:\/\/[\w.:[\]-]+$/.test(endpoint) || !URL.canParse(endpoint))
    throw new StartError('环境变量 S3_ENDPOINT 应形如 https://oss-cn-hangzhou.aliyuncs.com，不带路径与存储桶名');
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(read.BUCKET))
    throw new StartError('环境变量 S3_BUCKET 应为 3 至 63 个小写字母、数字、点或横线');
  const path_style = flagOf(env, 'S3_PATH_STYLE', needsPathStyle(new URL(endpoint).hostname));
  const prefix = (env['S3_PREFIX'] ?? '').replace(/^\/+|\/+$/g, '');
  if (!/^(?:[\w-]{1,80}(?:\/[\w-]{1,80}){0,3})?$/.test(prefix))
    throw new StartError('环境变量 S3_PREFIX 最多四段，每段只含字母、数字、横线与下划线');
  return {
    endpoint,
    bucket: read.BUCKET,
    region: env['S3_REGION'] || 'us-east-1',
    key_id: read.KEY_ID,
    secret: read.SECRET,
    path_style,
    prefix: prefix === '' ? '' : `${prefix}/`,
  };
}

/** Names without a domain and bare addresses have no names below them. */
function needsPathStyle(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || !hostname.includes('.');
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

function flagOf(env: Env, variable: string, otherwise = false): boolean {
  const given = env[variable] || (otherwise ? '1' : '0');
  if (!/^[01]$/.test(given)) throw new StartError(`环境变量 ${variable} 应为 0 或 1`);
  return given === '1';
}

function fileOf(variable: string, path: string): string {
  try {
    const text = readFileSync(path, 'utf8').trim();
    if (text !== '') return text;
  } catch {
    // said below, without what the system says: it may hold a path that must stay private
  }
  throw new StartError(`环境变量 ${variable} 所指的文件不存在、为空或无法读取`);
}

/** The provider calls us back, so its real address needs a public one of ours. */
function addressOf(env: Env, variable: string, real: string, site_url: string): string {
  const given = env[variable]?.replace(/(?<!\/)\/+$/, '');
  if (given) return given;
  if (!site_url.startsWith('https://')) throw new StartError(`正式收款要求 SITE_URL 为 https 地址（现为 ${site_url}），否则收不到支付结果`);
  return real;
}
