import { type App, createCtx } from './app/ctx.ts';
import { setRoles } from './modules/identity/index.ts';
import { publicAccounts } from './modules/operations/index.ts';

/**
 * Where others reach the site, no account with a known password is staff, also when it was made on the machine alone and moved out later. Before the
 * first request of every start, whether or not what made the accounts came with this program.
 */
export async function withdrawPublicStaff(app: App): Promise<void> {
  if (app.config.local) return;
  const ctx = createCtx(app, { kind: 'job', name: 'install' }, 'install');
  for (const mobile of await publicAccounts(ctx)) await setRoles(ctx, mobile, []);
}
