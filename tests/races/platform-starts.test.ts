import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { beginWorld } from '#demo/begin-world.ts';
import { PUBLISHERS } from '#demo/world/people.ts';
import { worldState } from '#demo/world-state.ts';
import { createCtx } from '#server/app/ctx.ts';
import { type Booted, boot } from '#server/boot.ts';
import { installTerms } from '#server/install.ts';
import { StartError } from '#server/kernel/errors.ts';
import { testApp } from '../support/app.ts';

const PROCESSES = 3;

const t = testApp();
const others: Booted[] = [];
beforeAll(async () => {
  for (let n = 1; n < PROCESSES; n++) others.push(await boot({ ...t.config, database_pool: 4 }, { work: false }));
});
afterAll(async () => {
  for (const other of others) await other.stop();
});

it('R-13 makes one world when several processes start on one empty database, and none of them fails', async () => {
  const apps = [t.app, ...others.map(({ app }) => app)];
  // as a start that has looked already: what it remembers must not count once it has waited
  for (const app of apps) {
    expect((await worldState.read(createCtx(app, { kind: 'job', name: 'test' }, 'test'))).state).toBe('none');
  }
  await Promise.all(
    apps.map(async (app) => {
      await installTerms(app);
      await beginWorld(app, 1);
    }),
  );
  const count = async (text: ReturnType<typeof sql>) => (await t.app.db.execute<{ n: number }>(text)).rows[0]?.n;
  expect(await count(sql`select count(*)::int as n from users where password_hash is not null`)).toBe(PUBLISHERS.length + 5);
  expect(await count(sql`select count(*)::int as n from user_vouchers`)).toBe(1);
  for (const app of apps) {
    expect((await worldState.read(createCtx(app, { kind: 'job', name: 'test' }, 'test'))).state).toBe('growing');
  }
});

it('R-4 refuses a process with other secrets than the one that was first on this database', async () => {
  const secrets = { ...t.config.secrets, upload: 'of another DATA_DIR' };
  const refused = boot({ ...t.config, secrets, database_pool: 4 }, { work: false });
  await expect(refused).rejects.toThrow(StartError);
  await expect(refused).rejects.toThrow('这个数据库属于另一个 DATA_DIR');
});
