import { z } from 'zod';
import {
  AGE_GATES,
  type AgeGate,
  CONSENT_NAMES,
  CONSENT_TEXTS,
  type ConsentName,
  type ConsentText,
  type ConsentWay,
  PAID_TEXTS,
} from '#contract/consent.ts';
import type { OwnConsent } from '#contract/outputs/account.ts';
import { AppMemory } from '../../app/app-memory.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { AppError, invalid } from '../../kernel/errors.ts';
import type { NewUser } from '../identity/index.ts';
import { defineSetting, getSetting } from '../settings/index.ts';
import { findRefused, insertConsents, lockExportsOf, newestConsents } from './repo.ts';

export const ageGate = defineSetting(
  'age_gate',
  z
    .enum(Object.keys(AGE_GATES) as [AgeGate, ...AgeGate[]])
    .meta({ labels: AGE_GATES })
    .default('0'),
  {
    group: '审核与安全',
    title: '注册的最低年龄',
    about: '设为 14 或 18 后，注册时须由本人勾选已达到该年龄，不勾选不能注册，勾选记入同意记录；不影响已注册的用户。',
    is_public: true,
  },
);

const TEXTS: Readonly<Record<ConsentName, ConsentText>> = CONSENT_TEXTS;

/** Logs that somebody agreed to the texts as they are now, or took them back. What stands so already is not written again. */
export async function noteConsents(
  ctx: Ctx,
  user_id: number,
  names: readonly ConsentName[],
  { way, given = true }: { way: ConsentWay; given?: boolean },
): Promise<void> {
  const unsaid = async ({ db }: Ctx) => {
    const last = await newestConsents(db, user_id);
    return names.filter((name) => {
      const before = last.get(name);
      return before ? before.version < TEXTS[name].version || before.given !== given : given || TEXTS[name].free;
    });
  };
  // most payments agree to what their buyer agreed to before
  if (names.length === 0 || (await unsaid(ctx)).length === 0) return;
  await inTransaction(ctx, async (tx) => {
    await lockExportsOf(tx.db, user_id);
    const created_at = tx.app.clock.now();
    const rows = (await unsaid(tx)).map((name) => ({ user_id, name, version: TEXTS[name].version, way, given, created_at }));
    await insertConsents(tx.db, rows);
    tx.afterCommit(() => allowed.delete(ctx.app, user_id));
  });
}

/** What a person agrees to by registering, in the transaction that makes the account. @throws AppError code 1 below the age that the site asks for */
export async function noteRegistered(tx: TxCtx, user_id: number, { registers }: NewUser): Promise<void> {
  if (!registers) return;
  const least = await getSetting(tx, ageGate);
  if (registers.age < Number(least))
    throw new AppError(`须年满 ${least} 周岁才能注册，请确认后勾选`, { fields: { age: `请确认您已年满 ${least} 周岁` } });
  const age: ConsentName[] = least === '0' ? [] : [`age${least}`];
  await noteConsents(tx, user_id, ['registerAgreement', 'privacy', ...age], { way: 'register' });
}

/** What a payment agreed to. */
export function notePaidTexts(ctx: Ctx, of: { buyer_id: number; subject: string }): Promise<void> {
  return noteConsents(ctx, of.buyer_id, PAID_TEXTS[of.subject] ?? [], { way: 'pay' });
}

/** Texts that somebody has to agree to once more, since they changed so much; who never agreed to one of all accounts has to as well. Costs nothing while none does. */
export async function dueConsents(ctx: Ctx, user_id: number, texts: Readonly<Record<string, ConsentText>> = TEXTS): Promise<string[]> {
  const asked = Object.entries(texts).filter(([, { again }]) => again > 0);
  if (asked.length === 0) return [];
  const last = await newestConsents(ctx.db, user_id);
  return asked.filter(([name, { again, all }]) => (last.get(name)?.version ?? (all ? 0 : again)) < again).map(([name]) => name);
}

const KEPT_MS = 60_000;
const KEPT_MOST = 20_000;
const allowed = new AppMemory<number, boolean>({ max: KEPT_MOST, ttl_ms: KEPT_MS });

/** The same in the transaction that stores it: a refusal at the same moment comes before it or after it. */
export async function mayStoreReads(tx: TxCtx, user_id: number): Promise<boolean> {
  await lockExportsOf(tx.db, user_id);
  return (await newestConsents(tx.db, user_id)).get('reads')?.given ?? true;
}

/** Who said no. */
export const unfollowed = (ctx: Ctx): Promise<number[]> => findRefused(ctx.db, 'reads');

/** Whether what somebody reads may be stored with their account: until they say no. Believed for a minute. */
export async function mayFollowReads(ctx: Ctx, user_id: number): Promise<boolean> {
  const known = allowed.get(ctx.app, user_id);
  if (known !== undefined) return known;
  const is_allowed = (await newestConsents(ctx.db, user_id)).get('reads')?.given ?? true;
  allowed.set(ctx.app, user_id, is_allowed);
  return is_allowed;
}

/** What the texts of an account say now, the newest word on each, by their order here. */
export async function consentsOf(ctx: Ctx, user_id: number): Promise<OwnConsent[]> {
  const last = await newestConsents(ctx.db, user_id);
  return CONSENT_NAMES.flatMap((name): OwnConsent[] => {
    const row = last.get(name);
    const { title, path, free } = TEXTS[name];
    if (!row && !free) return [];
    return [
      {
        ...{ name, title, path, is_free: free === true, is_given: row?.given ?? true },
        ...{ version: row?.version ?? 0, way: row?.way ?? '', time: row ? unixSeconds(row.created_at) : 0 },
      },
    ];
  });
}

/** The reader agrees to what changed, or says whether something may be done with their data. @throws AppError code 1 for what cannot be taken back */
export async function sayConsent(ctx: Ctx, names: readonly ConsentName[], given: boolean): Promise<void> {
  if (!given && names.some((name) => !TEXTS[name].free)) throw invalid({ names: '这一项是使用账号的前提，撤回请注销账号' });
  const user_id = requireUser(ctx);
  const due = given ? await dueConsents(ctx, user_id) : [];
  // a text that was not asked for proves nothing
  const asked = names.filter((name) => TEXTS[name].free || due.includes(name));
  await noteConsents(ctx, user_id, asked, { way: names.every((name) => TEXTS[name].free) ? 'setting' : 'again', given });
}
