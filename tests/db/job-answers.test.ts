import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { EMPTY_CONTACT, EMPTY_PARTS } from '#contract/recruit.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { lockItem, moveLockedItem } from '#server/modules/catalog/index.ts';
import { reportContent } from '#server/modules/engagement/index.ts';
import { noticesOf } from '#server/modules/notices/index.ts';
import { takeDown } from '#server/modules/publishing/index.ts';
import {
  answerClosedJob,
  answersOf,
  applyForJob,
  closeUnanswered,
  declineMany,
  listApplicants,
  ownApplications,
  ownJobs,
  readApplicant,
  resumeStart,
  saveResume,
  setStage,
  warnOfUnanswered,
  withdrawApplication,
} from '#server/modules/recruiting/index.ts';
import { application_moves, applications } from '#server/modules/recruiting/tables.ts';
import { decideReview, listReviews } from '#server/modules/review/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { testApp } from '../support/app.ts';
import { makeItem } from '../support/catalog.ts';
import { makeEnterprise } from '../support/enterprise.ts';
import { waitsForLock } from '../support/lock-waits.ts';
import { makePerson, type Person } from '../support/people.ts';

const JOB = KINDS.job;
const DAY_MS = 86_400_000;
const t = testApp();
const as = (person: Person) => createCtx(t.app, person.actor, 'test');

const enterpriseOf = (name: string) => makeEnterprise(t, { name });
const jobOf = (boss: Person, title = '活动策划') => makeItem(t.ctx(), { kind: JOB, publisher_id: boss.id, title });

async function seeker(name = '林晓') {
  const person = await makePerson(t);
  const parts = { ...EMPTY_PARTS, person: { ...EMPTY_PARTS.person, name }, wish: { ...EMPTY_PARTS.wish, position: '策划' } };
  const contact = { ...EMPTY_CONTACT, mobile: '13800138000' };
  const resume = await saveResume(as(person), { title: '', visibility: 'applied', parts, contact });
  return { person, apply: (id: number) => applyForJob(as(person), { id, resume_id: resume.id, message: '' }) };
}
const sentTo = async (id: number, name?: string) => {
  const one = await seeker(name);
  return { ...one, id: (await one.apply(id)).id };
};
const decline = (boss: Person, id: number) => setStage(as(boss), { id, stage: 'declined', answer: '', slots: [], place: '' });
const titles = async (person: Person) =>
  (await noticesOf(as(person), { only_unread: false, page: 1, limit: 20 })).list.map(({ title }) => title);
const newest = async (person: Person) => (await ownApplications(as(person), { page: 1, limit: 9 })).list[0];
const pass = (days: number) => t.clock.advance_ms(days * DAY_MS);

describe('what an enterprise answered', () => {
  it('is said from five on, in days and numbers, and counts who got no answer', async () => {
    const boss = await enterpriseOf('云上会展');
    const job = await jobOf(boss);
    const sent = [];
    for (let at = 0; at < 6; at++) sent.push(await sentTo(job));
    const [a, b, c, d, e, f] = sent.map(({ id }) => id) as [number, number, number, number, number, number];
    pass(1);
    // to be looked at is no answer
    await readApplicant(as(boss), a);
    expect(await answersOf(t.ctx(), boss.id)).toBe('');
    for (const id of [a, b]) await decline(boss, id);
    pass(2);
    for (const id of [c, d]) await decline(boss, id);
    // taken back on the third day: neither side's fault
    await withdrawApplication(as((sent[5] as { person: Person }).person), f);
    expect(await answersOf(t.ctx(), boss.id)).toBe('');
    pass(4);
    // the fifth waits a week by now: it counts, though it may still be answered
    expect(await answersOf(t.ctx(), boss.id)).toBe('近 90 天答复了 4/5 份应聘，一般 2 天内答复');
    expect((await ownJobs(as(boss))).answers).toBe('近 90 天答复了 4/5 份应聘，一般 2 天内答复');
    await withdrawApplication(as((sent[4] as { person: Person }).person), e);
    expect(await answersOf(t.ctx(), boss.id)).toContain('4/5');
    pass(90);
    expect(await answersOf(t.ctx(), boss.id)).toBe('');
  });

  it('says no time where most got no answer', async () => {
    const boss = await enterpriseOf('静默会展');
    const job = await jobOf(boss);
    const sent = [];
    for (let at = 0; at < 5; at++) sent.push(await sentTo(job));
    await decline(boss, sent[0]?.id ?? 0);
    pass(8);
    expect(await answersOf(t.ctx(), boss.id)).toBe('近 90 天答复了 1/5 份应聘');
  });
});

describe('an application without an answer', () => {
  it('ends once, three days after its enterprise was told, however many processes look; it may be sent again', async () => {
    // what the tests before left waiting
    pass(30);
    await warnOfUnanswered(t.ctx());
    pass(3);
    await closeUnanswered(t.ctx());
    const boss = await enterpriseOf('浮光会展');
    const job = await jobOf(boss, '会务执行');
    const [waits, seen, answered] = [await sentTo(job), await sentTo(job), await sentTo(job)];
    await readApplicant(as(boss), seen.id);
    await decline(boss, answered.id);
    pass(26);
    expect(await warnOfUnanswered(t.ctx())).toBe(0);
    pass(1);
    const told = await Promise.all(Array.from({ length: 64 }, () => warnOfUnanswered(t.ctx())));
    expect(told.reduce((sum, n) => sum + n, 0)).toBe(2);
    expect((await titles(boss)).filter((title) => title === '2 份应聘还没有答复：会务执行')).toHaveLength(1);
    pass(2);
    expect(await closeUnanswered(t.ctx())).toBe(0);
    pass(1);
    const ended = await Promise.all(Array.from({ length: 64 }, () => closeUnanswered(t.ctx())));
    expect(ended.reduce((sum, n) => sum + n, 0)).toBe(2);
    for (const { person, id } of [waits, seen]) {
      expect(await titles(person)).toEqual(['您在浮光会展的应聘已结束']);
      expect(await newest(person)).toMatchObject({ stage: 'closed', answer: expect.stringContaining('30 天内没有答复') });
      expect(await t.app.db.$count(application_moves, eq(application_moves.application_id, id))).toBe(id === seen.id ? 3 : 2);
    }
    expect((await newest(answered.person))?.stage).toBe('declined');
    expect((await readApplicant(as(boss), seen.id)).moves.at(-1)).toMatchObject({ from: 'seen', to: 'closed', by: '平台' });
    // sent once more it begins again, and the enterprise may still ask for an interview with who was not
    expect(await waits.apply(job)).toEqual({ id: waits.id });
    expect((await newest(waits.person))?.stage).toBe('sent');
    expect([await warnOfUnanswered(t.ctx()), await closeUnanswered(t.ctx())]).toEqual([0, 0]);
    const at = Math.floor(t.clock.now().getTime() / 1000) + 3_600;
    await setStage(as(boss), { id: seen.id, stage: 'interview', answer: '', slots: [at], place: '' });
    expect((await newest(seen.person))?.stage).toBe('interview');
  });

  it('is answered when its job closes, and an interview is not; a job that opened again waits on', async () => {
    const boss = await enterpriseOf('收官会展');
    const job = await jobOf(boss, '舞台监督');
    const [waits, invited] = [await sentTo(job), await sentTo(job)];
    const at = Math.floor(t.clock.now().getTime() / 1000) + 3_600;
    await setStage(as(boss), { id: invited.id, stage: 'interview', answer: '', slots: [at], place: '' });
    await answerClosedJob(t.ctx(), job);
    expect((await newest(waits.person))?.stage).toBe('sent');
    await takeDown(as(boss), job, JOB);
    await t.app.db.execute(`update items set status = 'published' where id = ${job}`);
    await answerClosedJob(t.ctx(), job);
    expect((await newest(waits.person))?.stage).toBe('sent');
    await takeDown(as(boss), job, JOB);
    await Promise.all(Array.from({ length: 64 }, () => answerClosedJob(t.ctx(), job)));
    expect(await titles(waits.person)).toEqual(['您在收官会展的应聘已结束']);
    expect(await newest(waits.person)).toMatchObject({ stage: 'closed', answer: '这个职位已停止招聘，感谢您的投递。' });
    expect((await newest(invited.person))?.stage).toBe('interview');
    const rows = await t.app.db.select().from(applications).where(eq(applications.id, waits.id));
    expect(rows[0]?.answered_at).not.toBeNull();
  });

  it('waits on while reports hide its job, and ends once staff take the job down', async () => {
    await setSetting(t.ctx(), 'report_hide_score', 2);
    const reviewer = await makePerson(t, { roles: ['reviewer'] });
    const hide = async (id: number) => {
      for (const who of [await makePerson(t), await makePerson(t)])
        await reportContent(as(who), { type: JOB.types.report, rid: id, ruid: 0, url: '', mobile: '13800000000', content: '虚假职位' });
    };
    const decide = async (id: number, action: string, reason = '') => {
      const { list } = await listReviews(as(reviewer), { type: 'report', status: 'open', page: 1, limit: 50 });
      const row = list.find(({ target_id }) => target_id === id);
      await decideReview(as(reviewer), { id: row?.id ?? 0, version: row?.version ?? 0, action, reason });
    };
    const boss = await enterpriseOf('清白会展');
    const [cleared, upheld] = [await jobOf(boss, '灯光师'), await jobOf(boss, '音响师')];
    const [first, second] = [await sentTo(cleared), await sentTo(upheld)];
    for (const id of [cleared, upheld]) {
      await hide(id);
      await answerClosedJob(t.ctx(), id);
    }
    for (const { person } of [first, second]) expect(await newest(person)).toMatchObject({ stage: 'sent', job: { open: 0 } });
    await decide(cleared, 'dismiss');
    await answerClosedJob(t.ctx(), cleared);
    expect(await newest(first.person)).toMatchObject({ stage: 'sent', job: { open: 1 } });
    // its job is off already, and the decision is heard of all the same
    const events = `select count(*)::int as n from outbox where topic = 'item.changed' and (payload ->> 'item_id')::bigint = ${upheld}`;
    const heard = async () => (await t.booted.pool.pool.query<{ n: number }>(events)).rows[0]?.n ?? 0;
    const before = await heard();
    await decide(upheld, 'take_down', '含有违法违规内容');
    expect(await heard()).toBe(before + 1);
    await answerClosedJob(t.ctx(), upheld);
    expect(await newest(second.person)).toMatchObject({ stage: 'closed', answer: '这个职位已被平台下架，这次应聘已结束。' });
  });

  it('is answered too when somebody is at it while its job closes', async () => {
    const boss = await enterpriseOf('忙碌会展');
    const job = await jobOf(boss, '场务');
    const { person, id } = await sentTo(job);
    await takeDown(as(boss), job, JOB);
    let closing: Promise<void> | null = null;
    await inTransaction(t.ctx(), async (tx) => {
      await tx.db.select().from(applications).where(eq(applications.id, id)).for('update');
      closing = answerClosedJob(t.ctx(), job);
      await Promise.race([closing, waitsForLock(t)]);
    });
    await closing;
    expect((await newest(person))?.stage).toBe('closed');
  });

  it('is not sent to a job that closes at that moment, a first time or again', async () => {
    const boss = await enterpriseOf('打烊会展');
    const job = await jobOf(boss, '检票员');
    const [fresh, again] = [await seeker(), await sentTo(job)];
    await withdrawApplication(as(again.person), again.id);
    let sending: Promise<PromiseSettledResult<unknown>[]> | null = null;
    await inTransaction(t.ctx(), async (tx) => {
      const item = await lockItem(tx, job);
      if (item) await moveLockedItem(tx, item, 'taken_down', { reject_reason: '' });
      sending = Promise.allSettled([fresh.apply(job), again.apply(job)]);
      await Promise.race([sending, waitsForLock(t)]);
    });
    const refused = { status: 'rejected', reason: expect.objectContaining({ message: '这个职位已停止招聘' }) };
    expect(await sending).toEqual([refused, refused]);
    expect([await newest(fresh.person), (await newest(again.person))?.stage]).toEqual([undefined, 'withdrawn']);
  });
});

it('several who wait are declined at once, each with a message; who was answered is left and named; they are found by name', async () => {
  const boss = await enterpriseOf('逐月策划');
  const id = await jobOf(boss);
  const sent = [];
  for (const name of ['林晓', '林舟', '吴桐', '郑好', '周岚']) sent.push(await sentTo(id, name));
  const [first, second, third, fourth] = sent as [(typeof sent)[0], (typeof sent)[0], (typeof sent)[0], (typeof sent)[0]];
  const look = (change: object = {}) => listApplicants(as(boss), { id, stage: 'all', page: 1, limit: 20, ...change });
  expect((await look({ keyword: '林' })).list.map(({ name }) => name)).toEqual(['林晓', '林舟']);
  expect(await look({ keyword: '林', limit: 1, page: 2 })).toMatchObject({ total: 2, list: [{ name: '林舟' }] });
  expect([(await look({ keyword: '%' })).total, (await look({ keyword: '林', stage: 'declined' })).total]).toEqual([0, 0]);
  await readApplicant(as(boss), second.id);
  const slots = [Math.floor(t.clock.now().getTime() / 1000) + 86_400];
  await setStage(as(boss), { id: third.id, stage: 'interview', answer: '', slots, place: '' });
  await withdrawApplication(as(fourth.person), fourth.id);
  const stranger = await enterpriseOf('远山文旅');
  await expect(declineMany(as(stranger), { ids: [first.id], answer: '' })).rejects.toMatchObject({ status: 404 });
  const ids = [fourth.id, third.id, second.id, first.id, first.id];
  const answer = '这次的职位已经招满';
  expect(await declineMany(as(boss), { ids, answer })).toEqual({ declined: 2, left: ['吴桐', '一位已撤回的应聘者'] });
  expect((await look()).list.map(({ stage }) => stage)).toEqual(['declined', 'declined', 'interview', 'sent']);
  for (const { person } of [first, second]) {
    expect(await titles(person)).toContain('逐月策划更新了您的应聘：不合适');
    expect(await newest(person)).toMatchObject({ stage: 'declined', answer });
  }
  expect((await titles(third.person)).filter((title) => title.includes('不合适'))).toEqual([]);
});

it('a new resume begins with the phone of the account and the name of the one before', async () => {
  const fresh = await makePerson(t, { mobile: '13912340077' });
  expect(await resumeStart(as(fresh))).toEqual({ name: '', mobile: '13912340077' });
  expect(await resumeStart(as((await seeker()).person))).toMatchObject({ name: '林晓' });
});
