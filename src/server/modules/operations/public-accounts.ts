import { z } from 'zod';
import type { Ctx, TxCtx } from '../../app/ctx.ts';
import { ownSetting } from '../settings/index.ts';

const stored = ownSetting<string[]>('public_accounts', z.array(z.string()).default([]));

/** Notes the mobiles of accounts whose passwords everybody may know: who makes such accounts says so here, in the same transaction. */
export const notePublicAccounts = (tx: TxCtx, mobiles: string[]): Promise<void> => stored.write(tx, mobiles);

/** Mobiles of accounts whose passwords everybody may know. */
export const publicAccounts = (ctx: Ctx): Promise<string[]> => stored.read(ctx);
