import { type App, createCtx, inTransaction } from '#server/app/ctx.ts';
import { notePublicAccounts } from '#server/modules/operations/index.ts';
import { subscribeReaders } from './beside-works.ts';
import { makeLaterStaff, makePeople } from './people.ts';
import { lockSeed } from './repo.ts';
import { ADMIN, BUYER, FINANCE, MEMBER, PUBLISHERS, REVIEWER } from './world/people.ts';
import { worldState } from './world-state.ts';

/** Everybody knows their password. */
const STAFF_AND_OTHERS = [BUYER, MEMBER, REVIEWER, FINANCE, ADMIN, ...PUBLISHERS].map(({ mobile }) => mobile);

/** Makes the rest of the world. */
export const SEED_JOB = 'demo.grow';

/**
 * Makes the people of a demo world in an empty database and orders the rest. Does nothing where a world was begun before; of several
 * processes that start at once, one makes it and the others wait for the accounts.
 * @returns whether this call began it
 */
export async function beginWorld(app: App, seed: number): Promise<boolean> {
  const ctx = createCtx(app, { kind: 'job', name: 'demo' }, 'demo');
  if ((await worldState.read(ctx)).state === 'done') return false;
  return inTransaction(ctx, async (tx) => {
    await lockSeed(tx.db);
    const world = await worldState.read(tx);
    // a job that used up its attempts is ordered again by the next start
    if (world.state === 'growing' && !(await app.jobs.isUnderWay(SEED_JOB))) await app.jobs.send(SEED_JOB, {}, {}, tx.db);
    if (world.state !== 'none') return false;
    const people = await makePeople(tx);
    await worldState.write(tx, { ...world, state: 'growing', seed, people });
    await notePublicAccounts(tx, STAFF_AND_OTHERS);
    await subscribeReaders(tx, people);
    await app.jobs.send(SEED_JOB, {}, { singleton_key: SEED_JOB }, tx.db);
    return true;
  });
}

/** Worlds that were begun before there were all of today's staff get them. */
export async function addDemoStaff(app: App): Promise<void> {
  if (!app.config.local) return;
  const ctx = createCtx(app, { kind: 'job', name: 'demo' }, 'demo');
  if ((await worldState.read(ctx)).state === 'none') return;
  await inTransaction(ctx, async (tx) => {
    await lockSeed(tx.db);
    await makeLaterStaff(tx);
  });
}
