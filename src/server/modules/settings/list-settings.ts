import { z } from 'zod';
import { type Ctx, can, requireVerb } from '../../app/ctx.ts';
import type { Queryable } from '../../db/pool.ts';
import { findChanges, findSetting, firstSetting, type SettingChange, upsertSetting } from './repo.ts';
import { allSettings, type SettingGroup } from './setting.ts';

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
