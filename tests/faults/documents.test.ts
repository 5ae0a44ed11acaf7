import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FileState } from '#contract/publish.ts';
import { actingAs } from '#server/app/ctx.ts';
import { storeOriginal } from '#server/modules/publishing/index.ts';
import { renderings } from '#server/modules/publishing/tables.ts';
import { type BesideSite, besideSite } from '../support/beside-site.ts';
import { makeEndlessPdf, makePdf } from '../support/documents.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let beside: BesideSite;
let publisher: { id: number; token: string };
beforeAll(async () => {
  // pages that hang spin until then, twice, each on a core; ten times as long where other tests keep them from it
  site = await startSite({ env: { DOCUMENT_PAGE_SECONDS: '3' } });
  beside = await besideSite(site);
  publisher = await beside.person('13700000001');
});
afterAll(async () => {
  await beside?.stop();
  await site?.stop();
});

/** Stored here, drawn by the site's own job. */
function upload(name: string, data: Uint8Array): Promise<number> {
  const actor = { kind: 'user', user_id: publisher.id, token_id: 0, roles: [], address: '127.0.0.1' } as const;
  return storeOriginal(actingAs(beside.ctx(), { ...actor, roles: [] }), { purpose: 'document', name, data });
}

async function fileState(file_id: number): Promise<FileState['render']> {
  const { body } = await beside.call<FileState>('GET', `/scheme/schemev2/file?file_id=${file_id}`, publisher.token);
  if (body.code !== 0) throw new Error(body.msg);
  return body.data.render;
}

async function until(file_id: number, done: (state: FileState['render']) => boolean, most_ms = 240_000): Promise<FileState['render']> {
  for (const deadline = Date.now() + most_ms; ; ) {
    const state = await fileState(file_id);
    if (done(state)) return state;
    if (Date.now() > deadline) throw new Error(`never: ${JSON.stringify(state)}`);
    await wait(50);
  }
}

/** Processes of the site that read documents. */
function documentChildren(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const parent = Number(
          readFileSync(`/proc/${pid}/stat`, 'utf8')
            .replace(/^.*\) /s, '')
            .split(' ')[1],
        );
        return parent === site.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('child-main.ts');
      } catch {
        return false; // ended meanwhile
      }
    });
}

it('R-3, R-8 draws a document whole although its reader is killed again and again in the middle', async () => {
  const file_id = await upload('被打断.pdf', await makePdf({ pages: 12 }));
  let killed = 0;
  // a page is tried three times in all: later kills wait for progress
  for (const at of [1, 5, 9]) {
    const state = await until(file_id, ({ status, done_pages }) => status === 'done' || done_pages >= at);
    if (state.status === 'done') break;
    for (const pid of documentChildren().slice(0, 1)) {
      process.kill(pid, 'SIGKILL');
      killed++;
    }
  }
  expect(killed).toBeGreaterThan(0);
  expect(await until(file_id, ({ status }) => status === 'done' || status === 'failed')).toMatchObject({
    status: 'done',
    done_pages: 12,
    failure: '',
  });
  const rows = await beside.booted.app.db.select().from(renderings).where(eq(renderings.file_id, file_id));
  expect(rows[0]?.attempt, 'the site itself was not disturbed').toBe(1);
});

it('gives up a page that never ends with a reason; the site answers meanwhile and draws other documents', {
  timeout: 600_000,
}, async () => {
  const pid = site.pid;
  const endless = await upload('无尽.pdf', makeEndlessPdf(2));
  await until(endless, ({ done_pages }) => done_pages === 1);
  // by now both workers hang
  const next = await upload('下一份.pdf', await makePdf({ pages: 2 }));
  let children = 0;
  const drawn = await until(next, ({ status }) => {
    children = Math.max(children, documentChildren().length);
    return status === 'done' || status === 'failed';
  });
  expect(drawn).toMatchObject({ status: 'done', done_pages: 2 });
  // on a busy machine it waits for its next try in between
  const under_way = { status: expect.stringMatching(/^(?:rendering|waiting)$/), done_pages: 1 };
  expect(await fileState(endless), 'nobody waited for the pages that hang').toMatchObject(under_way);
  expect(children).toBe(3);
  let answers = 0;
  const failed = await until(
    endless,
    ({ status }) => {
      answers++;
      return status !== 'rendering' && status !== 'waiting';
    },
    400_000,
  );
  expect(failed).toMatchObject({
    status: 'failed',
    failure: expect.stringMatching(/^第 [23] 页内容异常，无法生成预览，请简化该页后重新上传$/),
  });
  expect(answers, 'each look was answered while the page hung').toBeGreaterThan(5);
  expect(site.pid).toBe(pid);
  expect(site.logs()).not.toMatch(/uncaught|unhandled/i);
});
