import { pgTable, text } from 'drizzle-orm/pg-core';
import { at, created } from '../../db/columns.ts';

/** Codes that the sandbox's WeChat gave out, each good once. */
export const sandbox_wechat_codes = pgTable('sandbox_wechat_codes', {
  code: text().primaryKey(),
  /** Key of one of the sandbox's people. */
  person: text().notNull(),
  created_at: created(),
  used_at: at(),
});
