import { bigint, timestamp } from 'drizzle-orm/pg-core';

/** Column shapes that every table shares. Ids, fen and counters are bigint and arrive as numbers. */
export const id = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();
export const ref = () => bigint({ mode: 'number' });
/** Amount in fen. Say `>= 0` with a check constraint where it must be. */
export const fen = () => bigint({ mode: 'number' });
export const counter = () => bigint({ mode: 'number' }).notNull().default(0);
export const at = () => timestamp({ withTimezone: true, mode: 'date' });
export const created = () => timestamp({ withTimezone: true, mode: 'date' }).notNull().defaultNow();
