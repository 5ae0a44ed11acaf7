import { type App, createCtx, inTransaction } from './app/ctx.ts';
import { allKinds, installDefaultTerms, kindTerms } from './modules/catalog/index.ts';

/** Categories, industries and activities: every site needs them. Of several processes that start at once one writes them. */
export async function installTerms(app: App): Promise<void> {
  const ctx = createCtx(app, { kind: 'job', name: 'install' }, 'install');
  const missing = await Promise.all(allKinds().map(async (kind) => (await kindTerms(ctx, kind)).categories.length === 0));
  if (!missing.includes(true)) return;
  await inTransaction(ctx, installDefaultTerms);
}
