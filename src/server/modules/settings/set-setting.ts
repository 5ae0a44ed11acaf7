import { emit, recordAudit } from '../../db/outbox.ts';
import { type Ctx, inTransaction, requireStaff } from '../../kernel/ctx.ts';
import { invalid } from '../../kernel/errors.ts';
import { forgetSettings } from './get-setting.ts';
import { upsertSetting } from './repo.ts';
import { type SettingKey, settingSchemas } from './rules.ts';

/**
 * Stores an operator's value, with an audit row. Jobs (seed, cli) may set too.
 * @throws AppError 403 for anybody but operators, code 1 for a value that the key's schema refuses
 */
export async function setSetting(ctx: Ctx, key: SettingKey, value: unknown): Promise<void> {
  const staff_id = ctx.actor.kind === 'job' ? null : requireStaff(ctx, 'operator');
  const parsed = settingSchemas[key].safeParse(value);
  if (!parsed.success) throw invalid({ [key]: `设置项 ${key} 的值无效` });
  await inTransaction(ctx, async (tx) => {
    await upsertSetting(tx.db, key, parsed.data, staff_id);
    if (staff_id !== null) await recordAudit(tx, 'settings.set', key, { value: parsed.data });
    await emit(tx, 'setting.changed', { key });
    tx.afterCommit(() => forgetSettings(ctx));
  });
}
