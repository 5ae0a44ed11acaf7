import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type App, createCtx } from '#server/app/ctx.ts';
import type { PlugIn } from '#server/plug-in.ts';
import { demoAccounts } from './accounts.ts';
import type { Growing } from './at-time.ts';
import { addDemoStaff, beginWorld, SEED_JOB } from './begin-world.ts';
import type { Drawing } from './drawing/draw-work.ts';
import { type Drawers, startDrawers } from './drawing/drawers.ts';
import { type Draw, growWorld, makeFirstSight } from './grow.ts';
import { shopDrawings } from './open-shops.ts';
import { seedCommand } from './seed-command.ts';
import { DEMO_WORKS, FIRST_WORKS } from './works/index.ts';
import { worldState } from './world-state.ts';

const DRAWERS_MAX = 4;

/** The demo of one process. */
function createDemo(): PlugIn {
  let drawers: Drawers | null = null;
  let stopped = false;
  const ahead = new Map<string, Promise<Drawing>>();
  /** The job that makes the rest waits for these. */
  let first: Promise<void> = Promise.resolve();

  let told: (line: string) => void = () => undefined;

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
  const draw: Draw = ({ key }, wish) => {
    const known = ahead.get(key);
    ahead.delete(key);
    return known ?? open().draw(wish);
  };

  async function makeFirst(app: App): Promise<void> {
    const ctx = createCtx(app, { kind: 'job', name: 'demo' }, 'demo');
    await makeFirstSight(ctx, draw);
    drawers?.standBack();
  }

  return {
    prepare({ seed, data_dir, database_url }) {
      // a folder without a database has no world: what is drawn now is needed
      if (seed === null || database_url !== null || existsSync(join(data_dir, 'postgres'))) return;
      for (const { key, wish } of shopDrawings(seed)) ahead.set(key, open().draw(wish));
      for (const work of FIRST_WORKS) ahead.set(work.key, open().draw(work.drawing(seed)));
    },
    async install(app, say) {
      const { seed } = app.config;
      if (seed === null) return;
      told = say;
      await addDemoStaff(app);
      const begun = Promise.withResolvers<void>();
      first = begun.promise;
      first.catch(() => undefined);
      try {
        if (await beginWorld(app, seed)) {
          say(`正在建立演示世界：${DEMO_WORKS.length} 件作品里的前 ${FIRST_WORKS.length} 件，各类都有……`);
          await makeFirst(app);
        } else if (ahead.size > 0) close();
        const missing = await missingWorks(app);
        if (missing > 0) say(`还有 ${missing} 件演示作品在后台上架，网站已可使用；停止后再启动会从这里继续`);
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
            const growing: Growing = { ...createCtx(app, { kind: 'job', name: SEED_JOB }, SEED_JOB), stopping };
            await growWorld(growing, draw, stopping);
            told(`演示世界已完整：${DEMO_WORKS.length} 件作品`);
          } finally {
            stopping.removeEventListener('abort', close);
            close();
          }
        },
      },
    ],
    accounts: demoAccounts,
    commands: { seed: seedCommand },
    async stop() {
      stopped = true;
      close();
    },
  };
}

/** Works of a begun world that do not stand yet. */
async function missingWorks(app: App): Promise<number> {
  const { state, works } = await worldState.read(createCtx(app, { kind: 'job', name: 'demo' }, 'demo'));
  return state === 'growing' ? DEMO_WORKS.filter(({ key }) => works[key] === undefined).length : 0;
}

export const plug_in: PlugIn = createDemo();
