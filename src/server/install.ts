import { type App, createCtx, inTransaction } from './app/ctx.ts';
import { allKinds, installDefaultTerms, kindTerms } from './modules/catalog/index.ts';
import { installLabels } from './modules/demands/index.ts';
import { hasPlans, installPlans } from './modules/membership/index.ts';
import { installTasks } from './modules/tasks/index.ts';

/** Categories, industries, activities and plans of memberships: every site needs them. Of several processes that start at once one writes them. */
export async function installTerms(app: App): Promise<void> {
  const ctx = createCtx(app, { kind: 'job', name: 'install' }, 'install');
  if (!(await hasPlans(ctx))) await inTransaction(ctx, installPlans);
  await inTransaction(ctx, installTasks);
  await installLabels(ctx);
  const missing = await Promise.all(allKinds().map(async (kind) => (await kindTerms(ctx, kind)).categories.length === 0));
  if (!missing.includes(true)) return;
  await inTransaction(ctx, installDefaultTerms);
}
