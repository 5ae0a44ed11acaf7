import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { actingAs } from '#server/app/ctx.ts';
import { storeOriginal } from '#server/modules/publishing/index.ts';
import { renderings } from '#server/modules/publishing/tables.ts';
import { type BesideSite, besideSite } from '../support/beside-site.ts';
import { makePdf, makePptx } from '../support/documents.ts';
import { rounds } from '../support/long.ts';
import { type Site, startSite } from '../support/site.ts';

/** More than the five failures that end a file and the tries of a job. */
const KILLS = rounds(6, 20);
/** Strips: enough of them that no kill finds all drawn. */
const PAGES = KILLS * 12;

let site: Site;
let beside: BesideSite;
let publisher: { id: number };
beforeAll(async () => {
  site = await startSite();
  beside = await besideSite(site);
  publisher = await beside.person('13700000001');
});
afterAll(async () => {
  await beside?.stop();
  await site?.stop();
});

function upload(name: string, data: Uint8Array): Promise<number> {
  const actor = { kind: 'user', user_id: publisher.id, token_id: 0, roles: [], address: '127.0.0.1' } as const;
  return storeOriginal(actingAs(beside.ctx(), { ...actor, roles: [] }), { purpose: 'document', name, data });
}

/** Readers of documents that work with files of this site: its children, and what they leave when it dies. */
function readers(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        return command.includes(site.data_dir) && /bwrap|child-main|soffice/.test(command) ? [Number(pid)] : [];
      } catch {
        return []; // ended meanwhile
      }
    });
}

it(`D14, O17 ${KILLS} kills of the site while files become pages are held against none of them, and leave no reader behind`, {
  timeout: 600_000,
}, async () => {
  const { app } = beside.booted;
  const file_ids = [await upload('一.pdf', await makePdf({ pages: PAGES })), await upload('二.pdf', await makePdf({ pages: PAGES }))];
  if ((await app.providers.documents.conversion()).possible) file_ids.push(await upload('三.pptx', await makePptx(30)));
  const states = () => app.db.select().from(renderings).where(inArray(renderings.file_id, file_ids));
  const attempts = async () => (await states()).reduce((sum, { attempt }) => sum + attempt, 0);
  for (let kill = 1, before = -1; kill <= KILLS; kill++) {
    // taken up by this process, and a reader is at work
    await expect.poll(attempts, { timeout: 60_000 }).toBeGreaterThan(before);
    await expect.poll(() => readers().length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(0);
    await wait((kill * 37) % 200);
    await site.kill9();
    // what the kernel did not end: killed in the moment in which it was being put apart
    const orphans = readers();
    // as if half a minute had passed: the dead worker is silent, and so is its job
    await app.db.execute(
      sql`update renderings set updated_at = updated_at - interval '60 seconds' where status in ('converting', 'rendering')`,
    );
    await app.db.execute(sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '60 seconds' where state = 'active'`);
    before = await attempts();
    await site.restart();
    await expect.poll(() => readers().filter((pid) => orphans.includes(pid)), { timeout: 5_000 }).toEqual([]);
    for (const file_id of file_ids) await app.jobs.send('publishing.render', { file_id });
  }
  expect(await attempts(), 'files were in work when the site died').toBeGreaterThan(KILLS);
  await expect
    .poll(async () => (await states()).map(({ status }) => status), { timeout: 300_000, interval: 500 })
    .toEqual(file_ids.map(() => 'done'));
  expect((await states()).map(({ failures, failure }) => [failures, failure])).toEqual(file_ids.map(() => [0, '']));
  const { rows } = await app.db.execute(sql`select name, state, output from pgboss.job where state = 'failed'`);
  expect(rows, 'no job was given up').toEqual([]);
});
