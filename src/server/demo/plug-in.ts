import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type App, createCtx } from '../app/ctx.ts';
import type { PlugIn } from '../plug-in.ts';
import { demoAccounts } from './accounts.ts';
import { addDemoAdmin, beginWorld, SEED_JOB, withdrawDemoStaff } from './begin-world.ts';
import { giveHistory } from './buyer.ts';
import type { Drawing } from './drawing/draw-work.ts';
import { type Drawers, startDrawers } from './drawing/drawers.ts';
import { type Draw, FIRST_WORKS, growWorld, publishWorks } from './grow.ts';

const DRAWERS_MAX = 4;

/** The demo of one process. */
function createDemo(): PlugIn {
  let drawers: Drawers | null = null;
  let stopped = false;
  const ahead = new Map<string, Promise<Drawing>>();
  /** The job that makes the rest waits for these. */
  let first: Promise<void> = Promise.resolve();

  const open = () => {
    drawers ??= startDrawers(Math.min(DRAWERS_MAX, availableParallelism()));
    if (stopped) drawers.stop();
    return drawers;
  };
  const close = () => {
    drawers?.stop();
    drawers = null;
    ahead.clear();
  };
  const draw: Draw = (work, wish) => {
    const known = ahead.get(work.key);
    ahead.delete(work.key);
    return known ?? open().draw(wish);
  };

  async function makeFirst(app: App): Promise<void> {
    const ctx = createCtx(app, { kind: 'job', name: 'demo' }, 'demo');
    await publishWorks(ctx, FIRST_WORKS, draw);
    await giveHistory(ctx, FIRST_WORKS);
    drawers?.standBack();
  }

  return {
    prepare({ seed, data_dir, database_url }) {
      // a folder without a database has no world: what is drawn now is needed
      if (seed === null || database_url !== null || existsSync(join(data_dir, 'postgres'))) return;
      for (const work of FIRST_WORKS) ahead.set(work.key, open().draw(work.drawing(seed)));
    },
    async install(app, say) {
      await withdrawDemoStaff(app);
      const { seed } = app.config;
      if (seed === null) return;
      await addDemoAdmin(app);
      const begun = Promise.withResolvers<void>();
      first = begun.promise;
      first.catch(() => undefined);
      try {
        if (await beginWorld(app, seed)) {
          say('正在建立演示世界：第一批作品，约十几秒……');
          await makeFirst(app);
          say('其余演示作品在后台继续上架，约两分钟');
        } else if (ahead.size > 0) close();
      } finally {
        begun.resolve();
      }
    },
    jobs: (app) => [
      {
        name: SEED_JOB,
        expire_s: 1_800,
        async run(_payload, stopping) {
          await first;
          stopping.addEventListener('abort', close, { once: true });
          open().standBack();
          try {
            await growWorld(createCtx(app, { kind: 'job', name: SEED_JOB }, SEED_JOB), draw, stopping);
          } finally {
            stopping.removeEventListener('abort', close);
            close();
          }
        },
      },
    ],
    accounts: demoAccounts,
    async stop() {
      stopped = true;
      close();
    },
  };
}

export const demo: PlugIn = createDemo();
