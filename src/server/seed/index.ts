import type { Config } from '../config/config.ts';
import type { JobDefinition } from '../db/jobs.ts';
import { type App, createCtx, inTransaction } from '../kernel/ctx.ts';
import { allKinds, installDefaultTerms, kindTerms } from '../modules/catalog/index.ts';
import { setRoles } from '../modules/identity/index.ts';
import { forgetSettings, getSetting } from '../modules/settings/index.ts';
import { demoWorld } from './demo-setting.ts';
import { seedPeople } from './people.ts';
import { lockSeed } from './repo.ts';
import { seedSchemes } from './schemes.ts';
import { BUYER, DEMO_PASSWORD, MEMBER, PUBLISHERS, REVIEWER } from './world/people.ts';

export { demoWorld } from './demo-setting.ts';

export const SEED_JOB = 'seed.schemes';

export interface SeedOptions {
  seed: number;
  onProgress?: (line: string) => void;
}

/** Demo accounts for the start's print-out: what was made at this address. */
export function demoAccounts({ local }: Pick<Config, 'local'>): Array<{ role: string; mobile: string; password: string }> {
  const people = [
    { role: '买家（有优惠券和兑换券）', person: BUYER },
    { role: '方案会员（有余额）', person: MEMBER },
    { role: '发布者', person: PUBLISHERS[0] },
    { role: '审核员', person: local ? REVIEWER : undefined },
  ];
  return people.flatMap(({ role, person }) => (person ? [{ role, mobile: person.mobile, password: DEMO_PASSWORD }] : []));
}

/** Categories, industries and activities: every site needs them, demo or not. */
export async function installTerms(app: App): Promise<void> {
  const ctx = createCtx(app, { kind: 'job', name: 'install' }, 'install');
  const missing = await Promise.all(allKinds().map(async (kind) => (await kindTerms(ctx, kind)).categories.length === 0));
  if (!missing.includes(true)) return;
  await inTransaction(ctx, async (tx) => {
    await lockSeed(tx.db);
    await installDefaultTerms(tx);
  });
}

/**
 * Makes the demo world in an empty database by the verbs that people use. Accounts stand when this returns; documents are drawn,
 * uploaded and rendered by a job while the site already serves. Does nothing where a world was begun before; of several processes that
 * start at once, one makes it and the others wait for the accounts.
 */
export async function seedWorld(app: App, { seed, onProgress = () => undefined }: SeedOptions): Promise<void> {
  const ctx = createCtx(app, { kind: 'job', name: 'seed' }, 'seed');
  if ((await getSetting(ctx, demoWorld)).state !== 'none') return;
  onProgress('正在建立演示账号……');
  const begun = await inTransaction(ctx, async (tx) => {
    await lockSeed(tx.db);
    // what was remembered is from before the wait
    forgetSettings(tx);
    if ((await getSetting(tx, demoWorld)).state !== 'none') return false;
    await seedPeople(tx);
    return true;
  });
  if (!begun) return;
  await app.jobs.send(SEED_JOB, { seed }, { singleton_key: SEED_JOB });
  onProgress('演示方案正在后台生成，几分钟内陆续上架');
}

/**
 * Everybody knows the demo accounts' password: where others reach the site, none of them is staff, also when the world was made on
 * the machine alone and moved out later.
 */
export async function withdrawDemoStaff(app: App): Promise<void> {
  if (app.config.local) return;
  const ctx = createCtx(app, { kind: 'job', name: 'seed' }, 'seed');
  if ((await getSetting(ctx, demoWorld)).state === 'none') return;
  for (const { mobile } of [BUYER, MEMBER, REVIEWER, ...PUBLISHERS]) await setRoles(ctx, mobile, []);
}

/** The background part: resumes from the start after a crash, every step knows what it did before. */
export function seedJobs(app: App): JobDefinition[] {
  return [
    {
      name: SEED_JOB,
      expire_s: 1_800,
      async run(payload, stopping) {
        const ctx = createCtx(app, { kind: 'job', name: SEED_JOB }, SEED_JOB);
        const world = await getSetting(ctx, demoWorld);
        if (world.state === 'growing') await seedSchemes(ctx, world.people, (payload as { seed: number }).seed, stopping);
      },
    },
  ];
}
