import type { Ctx } from '../../app/ctx.ts';
import { findServerVersion } from './repo.ts';

/** Of the database's server. */
export const serverVersion = (ctx: Ctx): Promise<string> => findServerVersion(ctx.db);
