import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { StartError } from '../kernel/errors.ts';
import { type ProviderConfig, readProviders } from './providers.ts';
import { isLoopbackHost, isPrivateName } from './reach.ts';
import { readSecrets, type Secrets } from './secrets.ts';

export type { Secrets };

/** A value of the environment that the start refuses. The message is one readable line. */
export class ConfigError extends StartError {}

export interface Config {
  production: boolean;
  host: string;
  port: number;
  /** Origin under which people reach us, without a trailing slash. */
  site_url: string;
  /** Where the mobile site lives; null: our own pages serve phones. */
  mobile_site_url: string | null;
  /** Everything we write: cluster, files, secrets. Absolute. */
  data_dir: string;
  /** An own PostgreSQL; null: the embedded one. */
  database_url: string | null;
  /** Where `database_url` is a pooler: the same database without one, for what needs a session of its own; null: none is between. */
  database_session_url: string | null;
  /** A replica of it that pages may be read from; null: none. */
  database_replica_url: string | null;
  database_pool: number;
  /** Where backups go by themselves; null: none are made unless somebody asks. Absolute. */
  backup_dir: string | null;
  /** Number of the demo world, or null for an empty start. */
  seed: number | null;
  /** Addresses and CIDR ranges of proxies whose X-Forwarded-For we believe; empty: none. */
  trust_proxy: string[];
  /** Memory for rendered pages; 0 turns the page cache off. */
  page_cache_mb: number;
  /** Where the built pages lie. Absolute. */
  dist_dir: string;
  /** Where installed programs (LibreOffice) are looked for. */
  tool_path: string;
  /** How long a page of a document may take to be drawn before it is given up; it is tried twice. */
  document_page_ms: number;
  log_level: string;
  /** Not meant to be reached from outside: a private SITE_URL on a loopback HOST. Elsewhere the demo has no staff. */
  local: boolean;
  /** Sandboxes for SMS and payment may answer although we are not local. */
  allow_sandbox: boolean;
  /** Where files live; `s3`: in the bucket of `providers.s3`. */
  storage: 'local' | 's3';
  /** Real payment and SMS. */
  providers: ProviderConfig;
  secrets: Secrets;
  /** Keys that sealed identity numbers before the present one; the nightly job seals again what they sealed. */
  former_identity_keys: string[];
}

const port = z.coerce.number().int().min(0).max(65_535);

const envSchema = z.object({
  NODE_ENV: z.string().optional(),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, '不是主机名或地址')
    .default('127.0.0.1'),
  PORT: port.default(4321),
  SITE_URL: z.url({ protocol: /^https?$/ }).optional(),
  MOBILE_SITE_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: z.string().min(1).default('data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_SESSION_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_REPLICA_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(20),
  BACKUP_DIR: z.string().min(1).optional(),
  SEED: z.string().default('1'),
  TRUST_PROXY: z.string().default(''),
  PAGE_CACHE_MB: z.coerce.number().int().min(0).max(16_384).default(64),
  DIST_DIR: z.string().min(1).default('dist'),
  DOCUMENT_PAGE_SECONDS: z.coerce.number().int().min(1).max(600).default(30),
  PATH: z.string().default('/usr/local/bin:/usr/bin:/bin'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('warn'),
  STORAGE: z.enum(['local', 's3']).default('local'),
  ALLOW_SANDBOX: z.enum(['0', '1']).default('0'),
  SECRET_IDENTITY_FORMER: z.string().default(''),
});

/** What each of several processes on one database may have for itself; all else must be the same in all. */
export const OWN_OF_A_PROCESS: ReadonlyArray<keyof typeof envSchema.shape> = [
  'HOST',
  'PORT',
  'DATABASE_REPLICA_URL',
  'DATABASE_POOL',
  'PAGE_CACHE_MB',
  'DIST_DIR',
  'LOG_LEVEL',
  'PATH',
];

type Env = Record<string, string | undefined>;

/**
 * Reads and shapes the environment, refuses contradictions, creates DATA_DIR and its secrets; without `keep` it writes nothing.
 * @throws ConfigError with one line that names the variable and what it should be
 */
export function readConfig(env: Env = process.env, { keep = true }: { keep?: boolean } = {}): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = envSchema.safeParse(present);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const name = String(issue?.path[0] ?? '环境变量');
    const shown = /^DATABASE_\w*URL$/.test(name) || name.startsWith('SECRET_') ? '' : `（现为 ${JSON.stringify(present[name])}）`;
    throw new ConfigError(`环境变量 ${name} 的值无效${shown}：${issue?.message ?? ''}`);
  }
  const e = parsed.data;
  const site_url = (e.SITE_URL ?? `http://${e.HOST.includes(':') ? `[${e.HOST}]` : e.HOST}:${e.PORT}`).replace(/(?<!\/)\/+$/, '');
  const production = e.NODE_ENV === 'production';
  const local = isPrivateName(new URL(site_url).hostname) && isLoopbackHost(e.HOST);
  const providers = readProviders(present, site_url);
  const all_real = providers.sms !== null && (providers.wechat !== null || providers.alipay !== null);
  if (!local && !all_real && e.ALLOW_SANDBOX !== '1') {
    throw new ConfigError(
      `短信与支付是模拟的，谁都能读到验证码：HOST 为 ${e.HOST}、SITE_URL 为 ${site_url} 时不只本机可达，确实要公开演示请设置 ALLOW_SANDBOX=1`,
    );
  }
  if (e.STORAGE === 's3' && !providers.s3) {
    throw new ConfigError('STORAGE 为 s3 时还需要环境变量 S3_ENDPOINT、S3_BUCKET、S3_KEY_ID、S3_SECRET');
  }
  if (e.DATABASE_REPLICA_URL && !e.DATABASE_URL)
    throw new ConfigError('环境变量 DATABASE_REPLICA_URL 需要与 DATABASE_URL 一起设置：内置数据库没有副本');
  if (e.DATABASE_SESSION_URL && !e.DATABASE_URL)
    throw new ConfigError('环境变量 DATABASE_SESSION_URL 需要与 DATABASE_URL（连接池）一起设置');
  const data_dir = resolve(e.DATA_DIR);
  const seed = readSeed(e.SEED);
  // weak ones are for playing with the demo world on one's own machine
  const strict = production || seed === null || !local;
  return {
    production,
    host: e.HOST,
    port: e.PORT,
    site_url,
    mobile_site_url: e.MOBILE_SITE_URL?.replace(/(?<!\/)\/+$/, '') ?? null,
    data_dir,
    database_url: e.DATABASE_URL ?? null,
    database_session_url: e.DATABASE_SESSION_URL ?? null,
    database_replica_url: e.DATABASE_REPLICA_URL ?? null,
    database_pool: e.DATABASE_POOL,
    backup_dir: e.BACKUP_DIR === undefined ? null : resolve(e.BACKUP_DIR),
    seed,
    trust_proxy: readTrustProxy(e.TRUST_PROXY),
    page_cache_mb: e.PAGE_CACHE_MB,
    dist_dir: resolve(e.DIST_DIR),
    tool_path: e.PATH,
    document_page_ms: e.DOCUMENT_PAGE_SECONDS * 1_000,
    log_level: e.LOG_LEVEL,
    local,
    allow_sandbox: e.ALLOW_SANDBOX === '1',
    storage: e.STORAGE,
    providers,
    secrets: readSecrets(data_dir, present, strict, keep),
    former_identity_keys: e.SECRET_IDENTITY_FORMER.split(',')
      .map((key) => key.trim())
      .filter(Boolean),
  };
}

function readSeed(text: string): number | null {
  if (text.toUpperCase() === 'NONE') return null;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new ConfigError(`环境变量 SEED 的值无效（现为 ${JSON.stringify(text)}）：应为数字或 NONE`);
}

function readTrustProxy(text: string): string[] {
  const list = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  for (const part of list) {
    const [address = '', bits, more] = part.split('/');
    const family = isIP(address);
    const right =
      family !== 0 && more === undefined && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)));
    if (!right) throw new ConfigError(`环境变量 TRUST_PROXY 的值无效（现为 ${JSON.stringify(part)}）：应为地址或网段，例如 10.0.0.0/8`);
  }
  return list;
}
