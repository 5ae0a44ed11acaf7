import { eq, inArray } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { EMPTY_CONTACT, EMPTY_PARTS } from '#contract/recruit.ts';
import { createCtx } from '#server/app/ctx.ts';
import { answerInterview, applyForJob, declineMany, saveResume, setStage, withdrawApplication } from '#server/modules/recruiting/index.ts';
import { application_moves, applications } from '#server/modules/recruiting/tables.ts';
import { testApp } from '../support/app.ts';
import { makeItem } from '../support/catalog.ts';
import { makePerson } from '../support/people.ts';

const t = testApp();

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

it('an interview picked by 64 presses at once takes one of its times', async () => {
  const [owner, person] = [await makePerson(t), await makePerson(t)];
  const [ctx, boss] = [createCtx(t.app, person.actor, 'test'), createCtx(t.app, owner.actor, 'test')];
  const parts = { ...EMPTY_PARTS, person: { ...EMPTY_PARTS.person, name: '林晓' }, wish: { ...EMPTY_PARTS.wish, position: '策划' } };
  const resume = await saveResume(ctx, { title: '', visibility: 'applied', parts, contact: { ...EMPTY_CONTACT, mobile: '13800138000' } });
  const item = await makeItem(t.ctx(), { kind: KINDS.job, publisher_id: owner.id, title: '活动策划' });
  const { id } = await applyForJob(ctx, { id: item, resume_id: resume.id, message: '' });
  const slots = [1, 2, 3].map((hours) => Math.floor(t.clock.now().getTime() / 1000) + hours * 3_600);
  await setStage(boss, { id, stage: 'interview', answer: '', slots, place: '' });
  const pick = (at: number) => answerInterview(ctx, { id, act: 'pick', at, note: '' });
  const tries = await Promise.allSettled(Array.from({ length: 64 }, (_, turn) => pick(slots[turn % 3] as number)));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const one of tries) if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 409 });
  const [row] = await t.app.db.select().from(applications).where(eq(applications.id, id));
  expect(row).toMatchObject({ interview_state: 'agreed', interview_seq: 2 });
});

it('applicants that are declined together by 64 presses at once, and taken back meanwhile, are declined once each', async () => {
  const owner = await makePerson(t);
  const boss = createCtx(t.app, owner.actor, 'test');
  const item = await makeItem(t.ctx(), { kind: KINDS.job, publisher_id: owner.id, title: '活动策划' });
  const parts = { ...EMPTY_PARTS, person: { ...EMPTY_PARTS.person, name: '林晓' }, wish: { ...EMPTY_PARTS.wish, position: '策划' } };
  const sent = [];
  for (let n = 0; n < 6; n++) {
    const ctx = createCtx(t.app, (await makePerson(t)).actor, 'test');
    const resume = await saveResume(ctx, { title: '', visibility: 'applied', parts, contact: { ...EMPTY_CONTACT, mobile: '13800138000' } });
    sent.push({ ctx, id: (await applyForJob(ctx, { id: item, resume_id: resume.id, message: '' })).id });
  }
  const ids = sent.map(({ id }) => id);
  const back = Promise.allSettled(sent.slice(0, 2).map(({ ctx, id }) => withdrawApplication(ctx, id)));
  const done = await Promise.allSettled(
    Array.from({ length: 64 }, (_, n) => declineMany(boss, { ids: n % 2 === 0 ? ids : ids.toReversed(), answer: '' })),
  );
  await back;
  const declined = done.reduce((sum, one) => sum + (one.status === 'fulfilled' ? one.value.declined : 0), 0);
  const moves = await t.app.db.select().from(application_moves).where(inArray(application_moves.application_id, ids));
  const to = (stage: string) => moves.filter(({ to_stage }) => to_stage === stage);
  expect([done.every(({ status }) => status === 'fulfilled'), to('declined').length]).toEqual([true, declined]);
  expect(new Set(to('declined').map(({ application_id }) => application_id)).size).toBe(declined);
  expect(declined + to('withdrawn').length).toBeGreaterThanOrEqual(6);
});
