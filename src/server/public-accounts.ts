import { z } from 'zod';
import { type App, type Ctx, createCtx, type TxCtx } from './app/ctx.ts';
import { setRoles } from './modules/identity/index.ts';
import { ownSetting } from './modules/settings/index.ts';

const public_accounts = ownSetting<string[]>('public_accounts', z.array(z.string()).default([]));

/** Notes the mobiles of accounts whose passwords everybody may know: who makes such accounts says so here, in the same transaction. */
export const notePublicAccounts = (tx: TxCtx, mobiles: string[]): Promise<void> => public_accounts.write(tx, mobiles);

/** Mobiles of accounts whose passwords everybody may know. */
export const publicAccounts = (ctx: Ctx): Promise<string[]> => public_accounts.read(ctx);

/**
 * Where others reach the site, no account with a known password is staff, also when it was made on the machine alone and moved out later. Before the
 * first request of every start, whether or not what made the accounts came with this program.
 */
export async function withdrawPublicStaff(app: App): Promise<void> {
  if (app.config.local) return;
  const ctx = createCtx(app, { kind: 'job', name: 'install' }, 'install');
  for (const mobile of await publicAccounts(ctx)) await setRoles(ctx, mobile, []);
}
