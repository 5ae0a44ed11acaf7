import { checkPassword, checkPhone } from '#contract/identity.ts';
import { type Ctx, inTransaction, type Role, type TxCtx } from '../../app/ctx.ts';
import { conflict, type FieldErrors, invalid } from '../../kernel/errors.ts';
import { hashPassword } from './hash-password.ts';
import { insertUser } from './repo.ts';

export interface NewUser {
  mobile: string;
  /** Null: signs in by SMS only. */
  password: string | null;
  nickname: string;
  headimgurl?: string;
  city?: string;
  introduction?: string;
  show_company?: string;
  show_job?: string;
  roles?: Role[];
  web_channel_id?: string;
  invitor_id?: number;
  /** A person who registers, and the age that they say they have at least; absent: made by the site. */
  registers?: { age: number };
}

export const MOBILE_TAKEN_TEXT = '该手机号已注册';

/** What a new account gets from other modules, in the transaction that makes it. */
export type Welcome = (tx: TxCtx, user_id: number, user: NewUser) => Promise<unknown>;

const welcomes = new Set<Welcome>();

/** Called by the wiring, and by tests. @returns what takes it away again */
export function registerWelcome(welcome: Welcome): () => void {
  welcomes.add(welcome);
  return () => welcomes.delete(welcome);
}

/**
 * Makes a user and returns the id. For registration (after the code was checked) and the seed; one phone makes one user, however
 * many ask at once.
 * @throws AppError code 1 with `fields` for a wrong phone or password, 409 该手机号已注册, 503 when too many passwords wait to be hashed
 */
export async function createUser(ctx: Ctx, user: NewUser): Promise<number> {
  const wrong: FieldErrors = {};
  const phone = checkPhone(user.mobile);
  const secret = user.password === null ? null : checkPassword(user.password);
  if (phone) wrong['account'] = phone;
  if (secret) wrong['password'] = secret;
  if (phone || secret) throw invalid(wrong);
  const { password, ...facts } = user;
  const password_hash = password === null ? null : await hashPassword(password);
  return inTransaction(ctx, async (tx) => {
    const id = await insertUser(tx.db, { ...facts, password_hash, created_at: tx.app.clock.now() });
    if (id === null) throw conflict(MOBILE_TAKEN_TEXT);
    for (const welcome of welcomes) await welcome(tx, id, user);
    return id;
  });
}
