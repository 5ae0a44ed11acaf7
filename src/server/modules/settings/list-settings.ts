import { z } from 'zod';
import { type Ctx, can, requireVerb } from '../../app/ctx.ts';
import { findChanges, findSetting, type SettingChange } from './repo.ts';
import { allSettings } from './setting.ts';

const CHANGES_SHOWN = 20;

export interface SettingFacts {
  key: string;
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
    allSettings().map(async ({ key, title, about, schema, verb, moves_money }) => {
      const fallback = schema.parse(undefined);
      const parsed = schema.safeParse(await findSetting(ctx.db, key));
      return {
        key,
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
