import { z } from 'zod';
import { type Ctx, requireVerb } from '../../kernel/ctx.ts';
import { findChanges, findSetting, type SettingChange } from './repo.ts';
import { OPERATOR_SETTINGS, type SettingKey, settingSchemas } from './rules.ts';

const CHANGES_SHOWN = 20;

export interface SettingFacts {
  key: SettingKey;
  title: string;
  value: unknown;
  fallback: unknown;
  /** JSON schema of what may be set. */
  schema: unknown;
  changes: SettingChange[];
}

/** Every setting of an operator as it stands in the database, with what it may be and its last changes. @throws AppError 403 */
export async function listSettings(ctx: Ctx): Promise<SettingFacts[]> {
  requireVerb(ctx, 'settings.see');
  return Promise.all(
    OPERATOR_SETTINGS.map(async (key) => {
      const schema: z.ZodType = settingSchemas[key];
      const fallback: unknown = schema.parse(undefined);
      const parsed = schema.safeParse(await findSetting(ctx.db, key));
      const made = z.toJSONSchema(schema, { io: 'input' });
      return {
        key,
        title: made.title ?? key,
        value: parsed.success ? parsed.data : fallback,
        fallback,
        schema: made,
        changes: await findChanges(ctx.db, key, CHANGES_SHOWN),
      };
    }),
  );
}
