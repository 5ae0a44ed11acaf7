import { beforeAll, expect, it } from 'vitest';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { noticesOf } from '#server/modules/notices/index.ts';
import { beat, learnerMessages, learnerOf, ownCertificates, startLesson, tellLearners } from '#server/modules/study/index.ts';
import { findPlaying } from '#server/modules/study/learning.repo.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person } from '../support/people.ts';
import { filmLesson, makeCourse } from '../support/study.ts';

const t = testApp();
let teacher: Person;
beforeAll(async () => {
  teacher = await makePerson(t, { nickname: '周老师' });
});

const as = (person: Person) => createCtx(t.app, person.actor, 'test');
const start = (who: Person, lesson_id: number, device: string, take_over = false) =>
  startLesson(as(who), { lesson_id, device, device_name: 'Windows · Chrome', take_over });

it('two tabs that tell at once are credited one time between them, and lose nothing that fits it', async () => {
  const { id, lessons } = await makeCourse(t, teacher, { price_fen: 0, lessons: [filmLesson('一课', 1_000)] });
  const lesson_id = lessons[0] as number;
  const learner = await makePerson(t);
  await start(learner, lesson_id, 'device-one');
  t.clock.advance_ms(100_000);
  const sections = Array.from({ length: 20 }, (_, at): [number, number] => [at * 40, at * 40 + 30]);
  const told = await Promise.all(
    sections.map((section) => beat(as(learner), { lesson_id, sections: [section], position_s: section[1], rate: 1, device: 'device-one' })),
  );
  // at that moment: the first has all the room there is, the others none of it
  expect(Math.max(...told.map(({ seconds }) => seconds))).toBe(30);
  t.clock.advance_ms(300_000);
  const whole = { lesson_id, sections, position_s: 790, rate: 1, device: 'device-one' };
  await Promise.all(Array.from({ length: 4 }, () => beat(as(learner), whole)));
  expect((await learnerOf(as(learner), id)).lessons[0]?.seconds).toBe(600);
});

it('one certificate, however many beats finish the course at once', async () => {
  const { lessons } = await makeCourse(t, teacher, { price_fen: 0, lessons: [filmLesson('一课', 60)] });
  const lesson_id = lessons[0] as number;
  const learner = await makePerson(t);
  await start(learner, lesson_id, 'device-one');
  t.clock.advance_ms(60_000);
  const input = { lesson_id, sections: [[0, 60] as const], position_s: 60, rate: 1, device: 'device-one' };
  const told = await Promise.all(Array.from({ length: 8 }, () => beat(as(learner), input)));
  expect(told.filter(({ certificate }) => certificate !== '')).toHaveLength(1);
  expect(await ownCertificates(as(learner))).toHaveLength(1);
});

it('never more than two devices of an account, of twelve that start at once', async () => {
  const { lessons } = await makeCourse(t, teacher, { price_fen: 0 });
  const lesson_id = lessons[0] as number;
  const learner = await makePerson(t);
  const playing = () => inTransaction(t.ctx(), (tx) => findPlaying(tx.db, learner.id, new Date(t.clock.now().getTime() - 45_000)));
  const started = await Promise.allSettled(Array.from({ length: 12 }, (_, at) => start(learner, lesson_id, `device-${at + 10}`)));
  expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(await playing()).toHaveLength(2);
  await Promise.all(Array.from({ length: 6 }, (_, at) => start(learner, lesson_id, `device-${at + 10}`, true)));
  expect(await playing()).toHaveLength(2);
});

it('a message to learners reaches each once, however often it is sent at once, and no more of them than a week allows', async () => {
  const { id, lessons } = await makeCourse(t, teacher, { price_fen: 0, lessons: [filmLesson('一课', 60)] });
  const learner = await makePerson(t);
  await start(learner, lessons[0] as number, 'device-one');
  t.clock.advance_ms(60_000);
  await beat(as(learner), { lesson_id: lessons[0] as number, sections: [[0, 60]], position_s: 60, rate: 1, device: 'device-one' });
  const tell = (key: string) => tellLearners(as(teacher), { id, to: 'all', key, title: '答疑', content: '今晚八点' });
  const same = await Promise.all(Array.from({ length: 64 }, () => tell('the-same-key')));
  expect(new Set(same.map(({ reached }) => reached))).toEqual(new Set([1]));
  // of 64 texts under one key one is sent, and the others are said not to be
  const words = (at: number) => tellLearners(as(teacher), { id, to: 'all', key: 'another-key', title: '答疑', content: `今晚 ${at} 点` });
  const others = await Promise.allSettled(Array.from({ length: 64 }, (_, at) => words(at)));
  expect(others.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const one of others) if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 409 });
  const more = await Promise.allSettled(Array.from({ length: 64 }, (_, at) => tell(`another-${at}`)));
  for (const one of more) expect(one).toMatchObject({ status: 'rejected', reason: { status: 429 } });
  expect((await learnerMessages(as(teacher), id)).list).toHaveLength(2);
  const { list } = await noticesOf(as(learner), { only_unread: false, page: 1, limit: 20 });
  expect(list.filter(({ title }) => title === '答疑')).toHaveLength(2);
});
