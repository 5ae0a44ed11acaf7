import { beforeAll, expect, it } from 'vitest';
import { createCtx } from '#server/app/ctx.ts';
import { answerQuestion, askQuestion, courseQuestions, hideTalk, takeBackTalk, teacherQuestions } from '#server/modules/study/index.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person } from '../support/people.ts';
import { makeCourse } from '../support/study.ts';

const t = testApp();
let teacher: Person;
const as = (person: Person) => createCtx(t.app, person.actor, 'test');
beforeAll(async () => {
  teacher = await makePerson(t, { nickname: '周老师' });
});

it('lets its writer take an answer back, or a question that no one else answered', async () => {
  const course = await makeCourse(t, teacher);
  const [asker, stranger] = [await makePerson(t), await makePerson(t)];
  const { id } = await askQuestion(as(asker), { item_id: course.id, lesson_id: null, text: '彩排要留多久？' });
  const answer = await answerQuestion(as(teacher), { question_id: id, text: '至少半天。' });
  const own = async (who: Person) => (await courseQuestions(as(who), course.id)).map((one) => [one.own, ...one.answers.map((a) => a.own)]);
  expect([await own(asker), await own(teacher), await own(stranger)]).toEqual([[[1, 0]], [[0, 1]], [[0, 0]]]);
  const drop = (who: Person, what: 'question' | 'answer', of: number) => takeBackTalk(as(who), { what, id: of });
  await expect(drop(stranger, 'question', id)).rejects.toMatchObject({ status: 404 });
  await expect(drop(asker, 'answer', answer.id)).rejects.toMatchObject({ status: 404 });
  await expect(drop(asker, 'question', id)).rejects.toMatchObject({ status: 409 });
  await drop(teacher, 'answer', answer.id);
  // it waits for the teacher again, until it is gone itself
  const waits = async () =>
    (await teacherQuestions(as(teacher), { waiting: true, page: 1, limit: 50 })).list.filter((one) => one.id === id);
  expect(await waits()).toHaveLength(1);
  for (let twice = 0; twice < 2; twice++) await drop(asker, 'question', id);
  expect([await courseQuestions(t.ctx(), course.id), await waits()]).toEqual([[], []]);
  // what was taken back is shown again by no one
  const staff = as(await makePerson(t, { roles: ['reviewer'] }));
  await expect(hideTalk(staff, { what: 'question', id, hidden: false, reason: '恢复' })).rejects.toMatchObject({ status: 404 });
});
