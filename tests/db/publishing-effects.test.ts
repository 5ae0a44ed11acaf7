import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { pictureFile } from '#contract/picture.ts';
import type { ItemForm } from '#contract/publish.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { outboxHandlers } from '#server/areas/index.ts';
import { getItem, itemPages, lockItem } from '#server/modules/catalog/index.ts';
import {
  cleanFiles,
  decideWork,
  deleteDraft,
  discardChange,
  dropUnboughtVersions,
  renderFile,
  restoreItem,
  saveDraft,
  showAgain,
  submitItem,
  takeDown,
  takeDownByStaff,
} from '#server/modules/publishing/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { deliverOutbox } from '#server/outbox/outbox.ts';
import { localStorage } from '#server/providers/storage/local.ts';
import type { Storage } from '#server/providers/storage/port.ts';
import { testApp } from '../support/app.ts';
import { makePdf } from '../support/documents.ts';
import { makePerson, type Person } from '../support/item-world.ts';
import { makeForm, makeRenderedFile, storeFile } from '../support/publishing.ts';
import { sweepNow } from '../support/sweep.ts';

const WRITES = ['putPrivate', 'putPublic', 'publish', 'removePrivate', 'removePublic'] as const;

const t = testApp();
let publisher: Person;
let reviewer: Person;
let observer: pg.Pool;
const written: string[] = [];
const inside: string[] = [];
let dead = false;

/** The real storage; asks the database before each write whether somebody's transaction is open. */
function watched(storage: Storage): Storage {
  const watching: Partial<Record<(typeof WRITES)[number], unknown>> = {};
  for (const name of WRITES) {
    watching[name] = async (...args: never[]) => {
      // a process that was killed after the commit
      if (dead) return undefined;
      written.push(name);
      if (observer && (await openTransactions()) > 0) inside.push(name);
      return (storage[name] as (...args: never[]) => Promise<unknown>)(...args);
    };
  }
  return { ...storage, ...(watching as Partial<Storage>) };
}

async function openTransactions(): Promise<number> {
  const { rows } = await observer.query(
    "select count(*)::int as n from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
  );
  return rows[0].n;
}

beforeAll(async () => {
  Object.assign(t.app.providers, { storage: watched(localStorage(t.config.data_dir)) });
  // several files may be written at once
  observer = new pg.Pool({ connectionString: t.booted.database_url });
  publisher = await makePerson(t);
  reviewer = await makePerson(t, { roles: ['reviewer'] });
});
afterAll(async () => {
  await observer?.end();
});

const as = (person: Person) => createCtx(t.app, person.actor, 'test');
let drafts = 0;

async function submit(form: Partial<ItemForm>, known?: { id: number; draft_key: string }) {
  const draft_key = known?.draft_key ?? `effects-${++drafts}`;
  const saved = await submitItem(as(publisher), {
    kind: KINDS.scheme,
    ...(known ? { id: known.id } : {}),
    draft_key,
    form: await makeForm(t, form),
  });
  return { ...saved, draft_key };
}

/** Public pages, by number. */
async function shown(id: number): Promise<number[]> {
  const pages = await itemPages(t.ctx(), id, 1, 500);
  const seen = await Promise.all(pages.map((page) => t.app.providers.storage.statPublic(pictureFile(page.key, 640))));
  return pages.filter((_page, at) => seen[at]).map((page) => page.page_no);
}

describe('effects outside the database', () => {
  it('would be noticed inside a transaction', async () => {
    inside.length = 0;
    await inTransaction(t.ctx(), async (tx) => {
      await getItem(tx, 1);
      await t.app.providers.storage.removePublic([]);
    });
    expect(inside).toEqual(['removePublic']);
  });

  it('happen before the transaction or after the commit, whatever is done to a work', async () => {
    written.length = 0;
    inside.length = 0;
    // published at once, edited, its file exchanged, off and on the shelf
    const work = await submit({ file_id: await makeRenderedFile(t, publisher), free_pages: 2, cover_page: 3 });
    const { file_id } = (await getItem(t.ctx(), work.id)) ?? {};
    await submit({ file_id: file_id ?? null, free_pages: 3, cover_page: 2 }, work);
    await submit({ file_id: await makeRenderedFile(t, publisher), free_pages: 1 }, work);
    expect(await shown(work.id)).toEqual([1]);
    await takeDown(as(publisher), work.id);
    expect(await shown(work.id)).toEqual([]);
    await restoreItem(as(publisher), work.id);
    // its pages come later
    const late = await storeFile(t, publisher, await makePdf({ pages: 1 }), { render: false });
    const waiting = await submit({ file_id: late, free_pages: 1 });
    await renderFile(t.ctx(), late);
    expect(await shown(waiting.id)).toEqual([1]);
    // staff take it down, and back
    await inTransaction(t.ctx(), async (tx) => takeDownByStaff(tx, (await lockItem(tx, work.id)) as never, '核查'));
    expect(await shown(work.id)).toEqual([]);
    await inTransaction(t.ctx(), async (tx) => showAgain(tx, (await lockItem(tx, work.id)) as never));
    expect(await shown(work.id)).toEqual([1]);
    // before a reviewer
    await setSetting(t.ctx(), 'work_review', 'hold');
    const held = await submit({ file_id: await makeRenderedFile(t, publisher), free_pages: 2 });
    expect(await shown(held.id)).toEqual([]);
    await decideWork(as(reviewer), { id: held.id, action: 'approve', reason: '' });
    expect(await shown(held.id)).toEqual([1, 2]);
    await setSetting(t.ctx(), 'work_review', 'auto');
    // thrown away
    const draft = await saveDraft(as(publisher), {
      kind: KINDS.scheme,
      draft_key: `effects-${++drafts}`,
      form: await makeForm(t, { file_id: await makeRenderedFile(t, publisher) }),
    });
    await deleteDraft(as(publisher), draft.id);
    await discardChange(as(publisher), KINDS.scheme, work.id);
    // the file that was exchanged was bought by nobody
    t.clock.advance_ms(3_600_000);
    await dropUnboughtVersions(t.ctx());
    await cleanFiles(t.ctx());
    t.clock.advance_ms(25 * 3_600_000);
    expect(await cleanFiles(t.ctx())).toBeGreaterThan(0);
    expect(await sweepNow(t)).toBe(0);
    expect(new Set(written)).toEqual(new Set(['putPrivate', 'publish', 'removePrivate', 'removePublic']));
    expect(inside).toEqual([]);
  });

  it('that a killed process did not get to are made up for by the event in the outbox', async () => {
    const handlers = outboxHandlers(t.app);
    const deliver = async () => {
      while ((await deliverOutbox(t.app, handlers)) > 0);
    };
    await deliver();
    const file_id = await makeRenderedFile(t, publisher);
    const work = await submit({ file_id, free_pages: 2 });
    await deliver();
    dead = true;
    await submit({ file_id, free_pages: 3 }, work);
    dead = false;
    expect(await shown(work.id)).toEqual([1, 2]);
    await deliver();
    expect(await shown(work.id)).toEqual([1, 2, 3]);
    dead = true;
    await takeDown(as(publisher), work.id);
    dead = false;
    expect(await shown(work.id)).toEqual([1, 2, 3]);
    await deliver();
    expect(await shown(work.id)).toEqual([]);
  });
});
