import { beforeAll, describe, expect, it } from 'vitest';
import { courseLearnersOutput } from '#contract/outputs/teaching.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { grantAccess, revokeAccess } from '#server/modules/access/index.ts';
import { lockAccount } from '#server/modules/identity/index.ts';
import { circularJob, noticesOf } from '#server/modules/notices/index.ts';
import { courseLearners, forgetLearning, handIn, learnerMessages, tellLearners, tickLesson } from '#server/modules/study/index.ts';
import { markDone, openProgress } from '#server/modules/study/learning.repo.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person } from '../support/people.ts';
import { filmLesson, makeCourse } from '../support/study.ts';

const t = testApp();
let teacher: Person;
beforeAll(async () => {
  teacher = await makePerson(t, { nickname: '周老师' });
});

const as = (person: Person) => createCtx(t.app, person.actor, 'test');
const right = (who: Person, item_id: number) => ({ user_id: who.id, item_id, source: 'purchase' as const, source_id: null });
async function learner(nickname: string, course: number): Promise<Person> {
  const who = await makePerson(t, { nickname });
  await inTransaction(t.ctx(), (tx) => grantAccess(tx, right(who, course)));
  return who;
}
const begin = (who: Person, item_id: number, lesson_id: number) =>
  openProgress(t.app.db, { user_id: who.id, lesson_id, item_id, now: t.clock.now() });
async function finish(who: Person, item_id: number, lesson_id: number): Promise<void> {
  await begin(who, item_id, lesson_id);
  await markDone(t.app.db, who.id, lesson_id, t.clock.now(), 'learner');
}
const all = { state: 'all', name: '', page: 1, limit: 20 } as const;
const namesOf = async (id: number, wish: Partial<Parameters<typeof courseLearners>[1]> = {}) =>
  (await courseLearners(as(teacher), { id, ...all, ...wish })).list.map(({ nickname }) => nickname);

describe('learners by name', () => {
  it('says how far each is, who learnt last first, to the teacher of the course alone', async () => {
    const { id, lessons } = await makeCourse(t, teacher, {
      lessons: [filmLesson('一', 600), filmLesson('二', 600), { title: '预算', type: 'exercise', task: '写一份' }],
    });
    const [one = 0, two = 0, exercise = 0] = lessons;
    const [fresh, half, whole] = [await learner('林晓', id), await learner('陈Ada', id), await learner('王一', id)];
    for (const lesson of lessons) await finish(whole, id, lesson);
    t.clock.advance_ms(60_000);
    await finish(half, id, one);
    await begin(half, id, two);
    await tickLesson(as(half), two, true);
    await handIn(as(half), { id: exercise, text: '我的预算', file_ids: [] });
    // who opened a lesson and watched nothing has not begun
    await begin(fresh, id, one);
    expect(courseLearnersOutput.parse(await courseLearners(as(teacher), { id, ...all }))).toMatchObject({
      list: [
        {
          nickname: '陈Ada',
          state: 'begun',
          done: 1,
          lesson_num: 3,
          handed: 1,
          exercise_num: 1,
          at: Math.floor(t.clock.now().getTime() / 1000),
        },
        { nickname: '王一', state: 'done', done: 3, handed: 0 },
        { nickname: '林晓', state: 'new', done: 0, handed: 0, at: 0 },
      ],
      total: 3,
    });
    expect(await namesOf(id, { state: 'new' })).toEqual(['林晓']);
    expect(await namesOf(id, { name: 'ada' })).toEqual(['陈Ada']);
    expect(await namesOf(id, { name: '%' })).toEqual([]);
    expect(await namesOf(id, { page: 2, limit: 2 })).toEqual(['林晓']);
    for (const other of [half, await makePerson(t)])
      await expect(courseLearners(as(other), { id, ...all })).rejects.toMatchObject({ status: 404 });
  });

  it('leaves out the teacher, who got the money back, and whose account or learning is gone', async () => {
    const { id, lessons } = await makeCourse(t, teacher);
    const [one = 0] = lessons;
    await finish(teacher, id, one);
    const [back, member, gone] = [await learner('退款的', id), await makePerson(t, { nickname: '会员' }), await learner('注销的', id)];
    for (const who of [back, member, gone]) await finish(who, id, one);
    await inTransaction(t.ctx(), (tx) => revokeAccess(tx, right(back, id)));
    expect(await namesOf(id)).toEqual(['会员', '注销的']);
    await inTransaction(t.ctx(), async (tx) => {
      await lockAccount(tx, member.id);
      await forgetLearning(tx, member.id);
    });
    await t.booted.pool.pool.query('update users set closed_at = now() where id = $1', [gone.id]);
    expect(await namesOf(id)).toEqual([]);
  });
});

describe('messages to learners', () => {
  const said = (id: number, more: Partial<Parameters<typeof tellLearners>[1]> = {}) =>
    ({ id, to: 'all', key: 'message-1', title: '周三直播答疑', content: '晚上八点，课程页见', ...more }) as const;
  const titles = async (who: Person) =>
    (await noticesOf(as(who), { only_unread: false, page: 1, limit: 20 })).list.map(({ title }) => title);

  it('reach all, or who has not finished, once each, and twice a week at most', async () => {
    const { id, lessons } = await makeCourse(t, teacher, { lessons: [filmLesson('一', 600)] });
    const [fresh, whole] = [await learner('林晓', id), await learner('王一', id)];
    await finish(whole, id, lessons[0] as number);
    expect(await learnerMessages(as(teacher), id)).toEqual({ list: [], would_reach: { all: 2, unfinished: 1 } });
    await expect(tellLearners(as(whole), said(id))).rejects.toMatchObject({ status: 404 });
    for (const field of ['title', 'content'] as const)
      await expect(tellLearners(as(teacher), said(id, { [field]: '加我微信 13912345678' }))).rejects.toMatchObject({
        fields: { [field]: expect.any(String) },
      });
    expect(await tellLearners(as(teacher), said(id, { to: 'unfinished' }))).toEqual({ reached: 1 });
    // the same again is the same; with other words, or to others, it is not what was sent
    expect(await tellLearners(as(teacher), said(id, { to: 'unfinished' }))).toEqual({ reached: 1 });
    for (const other of [{}, { to: 'unfinished', title: '改到周四' }, { to: 'unfinished', content: '晚上九点' }] as const)
      await expect(tellLearners(as(teacher), said(id, other))).rejects.toMatchObject({ status: 409 });
    expect([await titles(fresh), await titles(whole)]).toEqual([['周三直播答疑'], []]);
    expect(await tellLearners(as(teacher), said(id, { key: 'message-2', title: '新增一课' }))).toEqual({ reached: 2 });
    expect([await titles(fresh), await titles(whole)]).toEqual([['新增一课', '周三直播答疑'], ['新增一课']]);
    await expect(tellLearners(as(teacher), said(id, { key: 'message-3' }))).rejects.toMatchObject({
      ...{ status: 429, message: expect.stringMatching(/^7 天内最多通知 2 次，12月\d+日 \d\d:\d\d 之后可以再发$/) },
      data: { retry_after_s: 7 * 86_400 },
    });
    t.clock.advance_ms(7 * 86_400_000 + 1_000);
    expect(await tellLearners(as(teacher), said(id, { key: 'message-3' }))).toEqual({ reached: 2 });
    expect((await learnerMessages(as(teacher), id)).list.map(({ reached }) => reached)).toEqual([2, 2, 1]);
    const empty = await makeCourse(t, teacher);
    await expect(tellLearners(as(teacher), said(empty.id))).rejects.toMatchObject({ status: 409 });
  });

  it('reach many in batches, each by a job that may run again', async () => {
    const { id } = await makeCourse(t, teacher);
    await t.booted.pool.pool.query(
      `with made as (insert into users (mobile, nickname) select (19000000000 + n)::text, '学员' || n from generate_series(1, 1203) n returning id)
       insert into grants (user_id, item_id, source) select id, $1, 'purchase' from made`,
      [id],
    );
    expect((await learnerMessages(as(teacher), id)).would_reach).toEqual({ all: 1203, unfinished: 1203 });
    expect(await tellLearners(as(teacher), said(id))).toEqual({ reached: 1203 });
    expect(await tellLearners(as(teacher), said(id))).toEqual({ reached: 1203 });
    const told = async () => {
      const key = `circular:${id}:message-1`;
      const { rows } = await t.booted.pool.pool.query<{ n: number; people: number }>(
        'select count(*)::int as n, count(distinct user_id)::int as people from notices where key = $1',
        [key],
      );
      return rows[0];
    };
    expect(await told()).toEqual({ n: 500, people: 500 });
    const { rows: jobs } = await t.booted.pool.pool.query<{ data: object }>("select data from pgboss.job where name = 'notices.circular'");
    expect(jobs).toHaveLength(2);
    for (const { data } of [...jobs, ...jobs]) await circularJob(t.app).run(data, new AbortController().signal);
    expect(await told()).toEqual({ n: 1203, people: 1203 });
  });
});
