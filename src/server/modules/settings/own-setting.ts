import type { z } from 'zod';
import type { Ctx, TxCtx } from '../../app/ctx.ts';
import { findSetting, upsertSetting } from './repo.ts';

/** A value that one part of the program keeps for itself among the settings: no operator sees or changes it. */
export interface OwnSetting<T> {
  /** As it is in the database now, or the default. */
  read(ctx: Ctx): Promise<T>;
  write(tx: TxCtx, value: T): Promise<void>;
}

/** `key` must not be one of the operator's. */
export function ownSetting<T>(key: string, schema: z.ZodType<T>): OwnSetting<T> {
  return {
    async read(ctx) {
      const parsed = schema.safeParse((await findSetting(ctx.db, key)) ?? undefined);
      return parsed.success ? parsed.data : schema.parse(undefined);
    },
    write: (tx, value) => upsertSetting(tx.db, key, value, null),
  };
}
