import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { EMPTY_CONTACT, EMPTY_PARTS } from '#contract/recruit.ts';
import { createCtx } from '#server/app/ctx.ts';
import { applyForJob, saveResume } from '#server/modules/recruiting/index.ts';
import { application_moves, applications } from '#server/modules/recruiting/tables.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeItem } from '../support/catalog.ts';
import { makePerson } from '../support/people.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.stop());

it('applying many times at once is one application with one history', async () => {
  const [owner, person] = [await makePerson(t), await makePerson(t)];
  const ctx = createCtx(t.app, person.actor, 'test');
  const parts = { ...EMPTY_PARTS, person: { ...EMPTY_PARTS.person, name: '林晓' }, wish: { ...EMPTY_PARTS.wish, position: '策划' } };
  const resume = await saveResume(ctx, { title: '', visibility: 'applied', parts, contact: { ...EMPTY_CONTACT, mobile: '13800138000' } });
  const id = await makeItem(t.ctx(), { kind: KINDS.job, publisher_id: owner.id, title: '活动策划' });
  const tries = await Promise.allSettled(Array.from({ length: 12 }, () => applyForJob(ctx, { id, resume_id: resume.id, message: '' })));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const one of tries) if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 409 });
  const rows = await t.app.db.select().from(applications).where(eq(applications.item_id, id));
  expect(rows).toHaveLength(1);
  expect(await t.app.db.$count(application_moves, eq(application_moves.application_id, rows[0]?.id ?? 0))).toBe(1);
});
