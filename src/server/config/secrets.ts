import { chmodSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../kernel/errors.ts';
import { randomToken, sha256 } from '../kernel/ids.ts';

/** Each one 256 bit at least; generated into DATA_DIR/secrets.json (0600) unless the environment brings them. */
export interface Secrets {
  /** Signs download links. */
  link: string;
  /** Signs upload policies. */
  upload: string;
  /** Keys the hashes of SMS and captcha codes. */
  code: string;
  /** Signs notifies of the sandbox payment provider. */
  sandbox_payment: string;
  /** AES key text of the download link cipher (spec 9: value not shown). */
  link_cipher: string;
  /** Seals identity numbers and pictures (kernel/key-ring.ts). */
  identity: string;
  /** Seals the private halves of the keys of tenders (providers/deadline-keys). */
  deadline: string;
}

/** What a database cannot do without: it is held against their fingerprint at the start. */
const BOUND = ['link', 'upload', 'code', 'sandbox_payment', 'link_cipher'] as const;
/** Rows name the key that sealed them, so this one may be replaced (SECRET_IDENTITY_FORMER). */
const NAMES = [...BOUND, 'identity', 'deadline'] as const;
const LENGTH_MIN = 32;
const LETTERS_MIN = 8;
const PLACEHOLDER = /change.?me|default|example|password|secret/i;

/**
 * What the environment brings as SECRET_NAME, else what DATA_DIR keeps, else new ones, which are stored there. With `strict` short ones and those
 * that look like a placeholder are refused, wherever they come from. Without `keep_new` nothing is written.
 * @throws StartError with one line that names the variable or the file
 */
export function readSecrets(data_dir: string, env: Record<string, string | undefined>, strict: boolean, keep_new = true): Secrets {
  const file = join(data_dir, 'secrets.json');
  if (keep_new) mkdirSync(data_dir, { recursive: true });
  const kept = readKept(file);
  const made: Partial<Secrets> = {};
  const secrets = {} as Secrets;
  for (const name of NAMES) {
    const variable = `SECRET_${name.toUpperCase()}`;
    const given = env[variable];
    const stored = kept?.[name];
    if (given === undefined && stored === undefined) made[name] = randomToken(32);
    const secret = given ?? stored ?? made[name];
    const where = given === undefined ? `${file} 中的 ${name}` : `环境变量 ${variable}`;
    if (typeof secret !== 'string' || secret === '') throw new StartError(`${where} 应为非空文字`);
    const weak = strict ? weakness(secret) : null;
    if (weak) throw new StartError(`${where} ${weak}`);
    secrets[name] = secret;
  }
  // another process that starts on the same folder may have been first: its secrets are those of both
  if (keep_new && Object.keys(made).length > 0 && !keep(file, { ...kept, ...made }, kept === null))
    return readSecrets(data_dir, env, strict);
  return secrets;
}

/** Distinguishes sets of secrets, and says nothing about any of them. */
export function fingerprintOf(secrets: Secrets): string {
  return sha256(JSON.stringify(['cemao secrets', ...BOUND.map((name) => secrets[name])]));
}

function weakness(secret: string): string | null {
  if (secret.length < LENGTH_MIN) return `太短：至少 ${LENGTH_MIN} 个字符`;
  if (new Set(secret).size < LETTERS_MIN || PLACEHOLDER.test(secret)) return '像是占位文字：请换成随机生成的内容';
  return null;
}

/** The file's content, null when there is none. What others of this machine could read is closed to them. */
function readKept(file: string): Record<string, unknown> | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new StartError(`无法读取 ${file}，或无法把它的权限收回到 0600`);
  }
  try {
    const content: unknown = JSON.parse(text);
    if (typeof content === 'object' && content !== null && !Array.isArray(content)) return content as Record<string, unknown>;
  } catch {
    // said below, without the text: it may be half a secret
  }
  throw new StartError(`${file} 不是有效的 JSON 对象`);
}

/** In one step, so that a kill leaves no half file. False: `first` ones, and others are there by now. */
function keep(file: string, secrets: object, first: boolean): boolean {
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  if (!first) {
    renameSync(fresh, file);
    return true;
  }
  try {
    linkSync(fresh, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    // a file system without links
    renameSync(fresh, file);
    return true;
  } finally {
    rmSync(fresh, { force: true });
  }
}
