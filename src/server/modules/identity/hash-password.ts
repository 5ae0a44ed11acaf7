import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../kernel/errors.ts';
import { randomToken } from '../../kernel/ids.ts';
import { HASHES_AT_ONCE, HASHES_WAITING } from './login-limits.ts';

// argon2id with the OWASP parameters is the library's default; they are spelled out so that an update cannot weaken them
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

let running = 0;
const waiting: Array<() => void> = [];

/** Runs one hash, at most two at a time in this process. @throws AppError 503 when too many wait already */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= HASHES_AT_ONCE) {
    if (waiting.length >= HASHES_WAITING) throw new AppError('当前登录人数较多，请稍后再试', { status: 503 });
    // the one who ends hands its place over, so `running` stays as it is
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running++;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

/** argon2id of a password, as PHC text. @throws AppError 503 when too many wait */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, OPTIONS));
}

let decoy: Promise<string> | undefined;

/**
 * Whether the password belongs to the hash. Without a hash (unknown phone, SMS-only account) one is checked all the same, so that the time taken
 * reveals nothing. @throws AppError 503 when too many wait
 */
export async function passwordMatches(password: string, password_hash: string | null): Promise<boolean> {
  decoy ??= hash(randomToken(), OPTIONS);
  const against = password_hash ?? (await decoy);
  const same = await inTurn(() => verify(against, password));
  return same && password_hash !== null;
}
