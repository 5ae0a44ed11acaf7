import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { OwnPasskey, PasskeyOptions } from '#contract/account.ts';
import { type App, type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { AppError, conflict, notFound, signInFirst } from '../../kernel/errors.ts';
import { emit } from '../../outbox/outbox.ts';
import { issueToken, type Login, type LoginFrom } from './issue-token.ts';
import { requireFreshProof } from './log-in.ts';
import { PASSKEY_TTL_MS, PASSKEYS_MOST } from './login-limits.ts';
import { makeOneTime, takeOneTime } from './one-time.ts';
import { maskMobile } from './own-profile.ts';
import { countPasskeyUse, deletePasskey, deletePasskeys, findPasskey, findPasskeys, insertPasskey } from './passkeys.repo.ts';
import { findUser, lockUser } from './repo.ts';

const REFUSED_TEXT = '通行密钥验证未通过，请重试或使用其他方式登录';
const OVER_TEXT = '操作已超时，请重试';

/** Loaded with the first passkey: its certificates' readers are a tenth of what a start would read. */
const webauthn = () => import('@simplewebauthn/server');

interface Party {
  id: string;
  origin: string;
}

/** Keys belong to the name that people see in the address bar; on one's own machine that may also be localhost. */
function partyOf(app: App, origin: string): Party {
  const site = new URL(app.config.site_url);
  const local = app.config.local && URL.canParse(origin) && new URL(origin).hostname === 'localhost';
  if (local) return { id: 'localhost', origin };
  return { id: site.hostname, origin: site.origin };
}

/** What the browser needs for making a key, and `key`, which comes back with it. @throws AppError 409 with ten keys; 428: wants fresh proof */
export async function passkeyOptions(ctx: Ctx, origin: string): Promise<PasskeyOptions> {
  const user = await findUser(ctx.db, requireUser(ctx));
  if (!user) throw signInFirst();
  await requireFreshProof(ctx);
  const mine = await findPasskeys(ctx.db, user.id);
  if (mine.length >= PASSKEYS_MOST) throw conflict(`最多添加 ${PASSKEYS_MOST} 个通行密钥`);
  const options = await (await webauthn()).generateRegistrationOptions({
    rpName: '策猫',
    rpID: partyOf(ctx.app, origin).id,
    userName: maskMobile(user.mobile),
    userDisplayName: user.nickname,
    userID: new TextEncoder().encode(`cemao-${user.id}`),
    excludeCredentials: mine.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const key = await makeOneTime(ctx, { purpose: 'passkey-add', user_id: user.id, payload: options.challenge, ttl_ms: PASSKEY_TTL_MS });
  return { key, options: { ...options } };
}

/**
 * Keeps a key that the reader's browser made for these options.
 * @throws AppError when the answer is not theirs, too late or not right; 409 when the key is known already
 */
export async function addPasskey(
  ctx: Ctx,
  { key, response, name, origin }: { key: string; response: unknown; name: string; origin: string },
): Promise<void> {
  const user_id = requireUser(ctx);
  const taken = await takeOneTime(ctx, 'passkey-add', key);
  if (taken?.user_id !== user_id) throw new AppError(OVER_TEXT);
  const party = partyOf(ctx.app, origin);
  const verified = await (await webauthn())
    .verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: taken.payload,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
    })
    .catch((cause: unknown) => refused(cause));
  if (!verified.verified) throw new AppError(REFUSED_TEXT);
  const { credential } = verified.registrationInfo;
  await inTransaction(ctx, async (tx) => {
    await lockUser(tx.db, user_id);
    if ((await findPasskeys(tx.db, user_id)).length >= PASSKEYS_MOST) throw conflict(`最多添加 ${PASSKEYS_MOST} 个通行密钥`);
    const now = tx.app.clock.now();
    const kept = await insertPasskey(tx.db, {
      ...{ user_id, name, credential_id: credential.id, sign_count: credential.counter, created_at: now },
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      transports: credential.transports ?? [],
    });
    if (!kept) throw conflict('这个通行密钥已经添加过');
    await emit(tx, 'user.security', { user_id, what: 'passkey_added', detail: name, at: now.toISOString() });
  });
}

export async function ownPasskeys(ctx: Ctx): Promise<OwnPasskey[]> {
  const rows = await findPasskeys(ctx.db, requireUser(ctx));
  return rows.map(({ id, name, created_at, used_at }) => ({
    ...{ id, name, create_time: unixSeconds(created_at) },
    used_time: used_at ? unixSeconds(used_at) : 0,
  }));
}

/** @throws AppError 404 for those of others */
export async function dropPasskey(ctx: Ctx, id: number): Promise<void> {
  const user_id = requireUser(ctx);
  await inTransaction(ctx, async (tx) => {
    const name = await deletePasskey(tx.db, user_id, id);
    if (name === null) throw notFound('通行密钥不存在');
    await emit(tx, 'user.security', { user_id, what: 'passkey_removed', detail: name, at: tx.app.clock.now().toISOString() });
  });
}

/** Deletes every key of a user. */
export async function dropAllPasskeys(tx: TxCtx, user_id: number): Promise<void> {
  const at = tx.app.clock.now().toISOString();
  for (const detail of await deletePasskeys(tx.db, user_id))
    await emit(tx, 'user.security', { user_id, what: 'passkey_removed', detail, at });
}

/** What a browser needs for signing in by any key that it has. */
export async function passkeyLoginOptions(ctx: Ctx, origin: string): Promise<PasskeyOptions> {
  const options = await (await webauthn()).generateAuthenticationOptions({
    rpID: partyOf(ctx.app, origin).id,
    userVerification: 'required',
  });
  const key = await makeOneTime(ctx, { purpose: 'passkey-login', payload: options.challenge, ttl_ms: PASSKEY_TTL_MS });
  return { key, options: { ...options } };
}

/** What a browser answers to `passkeyLoginOptions`. */
export interface PasskeyAnswer {
  key: string;
  response: unknown;
  origin: string;
}

/** Signs in by a key. @throws AppError as `passkeyHolder`; 403 for a blocked user */
export async function logInByPasskey(ctx: Ctx, { key, response, origin, ...from }: LoginFrom & PasskeyAnswer): Promise<Login> {
  return issueToken(ctx, await passkeyHolder(ctx, { key, response, origin }), 'passkey', from);
}

/**
 * Whose key answered. A challenge is good once; a count that does not rise is a copied key, and refused.
 * @throws AppError code 1: too late or not right
 */
export async function passkeyHolder(ctx: Ctx, { key, response, origin }: PasskeyAnswer): Promise<number> {
  const taken = await takeOneTime(ctx, 'passkey-login', key);
  if (!taken) throw new AppError(OVER_TEXT);
  const answer = response as AuthenticationResponseJSON;
  const row = typeof answer?.id === 'string' ? await findPasskey(ctx.db, answer.id) : null;
  if (!row) throw new AppError('没有找到这个通行密钥，请使用其他方式登录');
  const party = partyOf(ctx.app, origin);
  const verified = await (await webauthn())
    .verifyAuthenticationResponse({
      response: answer,
      expectedChallenge: taken.payload,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id: row.credential_id,
        publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
        counter: row.sign_count,
        transports: row.transports,
      },
    })
    .catch((cause: unknown) => refused(cause));
  if (!verified.verified) throw new AppError(REFUSED_TEXT);
  const counted = await countPasskeyUse(ctx.db, row.id, verified.authenticationInfo.newCounter, ctx.app.clock.now());
  if (!counted) throw new AppError(REFUSED_TEXT);
  return row.user_id;
}

function refused(cause: unknown): never {
  throw new AppError(REFUSED_TEXT, { cause });
}
