import { z } from 'zod';
import { type Ctx, can, inTransaction, requireVerb } from '../../app/ctx.ts';
import type { Queryable } from '../../db/pool.ts';
import { forbidden, invalid, notFound } from '../../kernel/errors.ts';
import { emit, recordAudit } from '../../outbox/outbox.ts';
import { forgetSettings } from './get-setting.ts';
import { findChanges, findSetting, firstSetting, insertChange, lockKey, lockSetting, type SettingChange, upsertSetting } from './repo.ts';
import { allSettings, findSettingByKey, type Setting, type SettingGroup } from './setting.ts';

const CHANGES_SHOWN = 20;

export interface SettingFacts {
  key: string;
  group: SettingGroup;
  title: string;
  about: string;
  value: unknown;
  fallback: unknown;
  /** JSON schema of what may be set. */
  schema: unknown;
  /** Whether who asks may change it. */
  may_set: boolean;
  moves_money: boolean;
  changes: SettingChange[];
}

/** Every setting of an operator as it stands in the database, with what it may be and its last changes. @throws AppError 403 */
export async function listSettings(ctx: Ctx): Promise<SettingFacts[]> {
  requireVerb(ctx, 'settings.see');
  return Promise.all(
    allSettings().map(async ({ key, group, title, about, schema, verb, moves_money }) => {
      const fallback = schema.parse(undefined);
      const parsed = schema.safeParse(await findSetting(ctx.db, key));
      return {
        key,
        group,
        title,
        about,
        value: parsed.success ? parsed.data : fallback,
        fallback,
        schema: z.toJSONSchema(schema, { io: 'input' }),
        may_set: can(ctx.actor, 'settings.set') && can(ctx.actor, verb),
        moves_money,
        changes: await findChanges(ctx.db, key, CHANGES_SHOWN),
      };
    }),
  );
}

/** No operator's setting: the command line lists and changes it nowhere. */
const KEY = 'secrets_fingerprint';

/**
 * Whether this database works with the secrets behind this fingerprint; one that was never asked takes them. A process with others
 * would fail at everybody's jobs, links and codes.
 */
export async function sameSecrets(db: Queryable, fingerprint: string): Promise<boolean> {
  return (await firstSetting(db, KEY, fingerprint)) === fingerprint;
}

/** Fingerprint of the secrets that a database works with; null: it was never asked. Writes nothing, so that a replica can be asked. */
export async function knownSecrets(db: Queryable): Promise<string | null> {
  const known = await findSetting(db, KEY);
  return typeof known === 'string' ? known : null;
}

/** The operator has changed the secrets, and means it. */
export async function acceptSecrets(db: Queryable, fingerprint: string): Promise<void> {
  await upsertSetting(db, KEY, fingerprint, null);
}

/**
 * Stores an operator's value, with an audit row; the command line may too. What jobs set is the program's own, without one.
 * @throws AppError 403 for anybody but operators, and for those without the setting's own verb, 404 for an unknown key, code 1 for a value that the key's schema refuses
 */
export async function setSetting(ctx: Ctx, key: string, value: unknown): Promise<void> {
  const { kind } = ctx.actor;
  const staff_id = kind === 'job' || kind === 'command' ? null : requireVerb(ctx, 'settings.set');
  const setting = findSettingByKey(key);
  if (!setting) throw notFound('没有这项设置');
  if (staff_id !== null && !can(ctx.actor, setting.verb)) throw forbidden('这项设置由管理员修改');
  const parsed = setting.schema.safeParse(value);
  if (!parsed.success) throw invalid({ [key]: `设置项 ${key} 的值无效` });
  await inTransaction(ctx, async (tx) => {
    const before = (await lockSetting(tx.db, key)) ?? null;
    await upsertSetting(tx.db, key, parsed.data, staff_id);
    await insertChange(tx.db, { key, before, value: parsed.data, changed_by: staff_id, changed_at: tx.app.clock.now() });
    if (kind !== 'job') await recordAudit(tx, 'settings.set', key, { before, value: parsed.data });
    await emit(tx, 'setting.changed', { key });
    tx.afterCommit(() => forgetSettings(ctx));
  });
}

/**
 * The same by what stands: two at once change it one after the other. @throws as `setSetting`
 */
export async function changeSetting<T>(ctx: Ctx, { key, schema }: Setting<T>, change: (value: T) => unknown): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockKey(tx.db, key);
    const stored = schema.safeParse((await lockSetting(tx.db, key)) ?? undefined);
    await setSetting(tx, key, change(stored.success ? stored.data : schema.parse(undefined)));
  });
}

/** The same for the console: what the program keeps for itself is not set there. @throws as `setSetting` */
export async function setOperatorSetting(ctx: Ctx, key: string, value: unknown): Promise<void> {
  requireVerb(ctx, 'settings.set');
  if (!findSettingByKey(key)) throw notFound('没有这项设置');
  await setSetting(ctx, key, value);
}
