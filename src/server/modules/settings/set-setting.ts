import { type Ctx, can, inTransaction, requireVerb } from '../../app/ctx.ts';
import { forbidden, invalid, notFound } from '../../kernel/errors.ts';
import { emit, recordAudit } from '../../outbox/outbox.ts';
import { forgetSettings } from './get-setting.ts';
import { insertChange, lockKey, lockSetting, upsertSetting } from './repo.ts';
import { findSettingByKey, type Setting } from './setting.ts';

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
