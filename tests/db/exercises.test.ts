import { beforeAll, describe, expect, it } from 'vitest';
import { EXERCISE_MAX } from '#contract/study.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { grantAccess } from '#server/modules/access/index.ts';
import { noticesOf } from '#server/modules/notices/index.ts';
import { attachmentsOf, storeOriginal } from '#server/modules/publishing/index.ts';
import {
  addLesson,
  changeLesson,
  exerciseFor,
  forgetLearning,
  handIn,
  handInFile,
  judgeHandIn,
  learnerOf,
  namedLessonFiles,
  ownCourse,
  startLesson,
  teacherHandIns,
} from '#server/modules/study/index.ts';
import { findProgress } from '#server/modules/study/learning.repo.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person } from '../support/people.ts';
import { filmLesson, makeCourse } from '../support/study.ts';
import { makeTeacher } from '../support/teaching.ts';

const t = testApp();
let teacher: Person;
beforeAll(async () => {
  teacher = await makePerson(t, { nickname: '周老师' });
});

const as = (person: Person) => createCtx(t.app, person.actor, 'test');
const TASK = '写一份二十人团建的预算表';
const makeExercise = async (price_fen = 9_900) => {
  const { id, lessons } = await makeCourse(t, teacher, { price_fen, lessons: [{ title: '预算', type: 'exercise', task: TASK }] });
  return { id, lesson: lessons[0] as number };
};
const learnerFor = async (course: number) => {
  const learner = await makePerson(t, { nickname: '林晓' });
  await inTransaction(t.ctx(), (tx) => grantAccess(tx, { user_id: learner.id, item_id: course, source: 'purchase', source_id: null }));
  return learner;
};
const paper = (who: Person, name = '预算.pdf') =>
  storeOriginal(as(who), { purpose: 'attachment', name, data: Buffer.from('%PDF-1.4\n%%EOF\n') });
const titlesOf = async (who: Person) =>
  (await noticesOf(as(who), { only_unread: false, page: 1, limit: 10 })).list.map(({ title }) => title);
const waitingOf = (who: Person) => teacherHandIns(as(who), { state: 'waiting', course: 0, page: 1, limit: 20 });

describe('an exercise', () => {
  it('is for who bought the course, and its teacher hands nothing in', async () => {
    const { id, lesson } = await makeExercise();
    const other = await makePerson(t);
    await expect(exerciseFor(as(other), lesson)).rejects.toMatchObject({ status: 403 });
    await expect(handIn(as(other), { id: lesson, text: '我的', file_ids: [] })).rejects.toMatchObject({ status: 403 });
    const learner = await learnerFor(id);
    expect(await exerciseFor(as(learner), lesson)).toEqual({ task: TASK, file: '', closed: '', hand_ins: [] });
    expect((await exerciseFor(as(teacher), lesson)).closed).not.toBe('');
    await expect(handIn(as(teacher), { id: lesson, text: '我的', file_ids: [] })).rejects.toMatchObject({ status: 409 });
  });

  it('is not done by opening it', async () => {
    const { id, lesson } = await makeExercise();
    const learner = await learnerFor(id);
    await startLesson(as(learner), { lesson_id: lesson, device: 'device-one', device_name: '', take_over: false });
    expect((await learnerOf(as(learner), id)).done_num).toBe(0);
  });

  it('is handed in with files of one’s own, judged once with a word and a mark, and passed it is done', async () => {
    const { id, lesson } = await makeExercise();
    const learner = await learnerFor(id);
    const file = await paper(learner);
    await expect(handIn(as(learner), { id: lesson, text: ' ', file_ids: [] })).rejects.toMatchObject({
      fields: { text: expect.any(String) },
    });
    const foreign = await paper(teacher);
    await expect(handIn(as(learner), { id: lesson, text: '看附件', file_ids: [foreign] })).rejects.toMatchObject({
      fields: { file_ids: expect.any(String) },
    });
    const first = await handIn(as(learner), { id: lesson, text: '看附件', file_ids: [file] });
    expect(await titlesOf(teacher)).toContain('学员交了作业');
    expect(await namedLessonFiles(t.ctx(), [file])).toEqual(new Set([file]));
    expect((await waitingOf(teacher)).list.find((one) => one.id === first.id)).toMatchObject({
      ...{ text: '看附件', nickname: '林晓', lesson: '预算', course_id: id, state: 'waiting', files: [{ id: file, name: '预算.pdf' }] },
    });
    for (const who of [learner, teacher])
      expect((await handInFile(as(who), { id: first.id, file_id: file })).url).toContain('/attachment/');
    await expect(handInFile(as(await makePerson(t)), { id: first.id, file_id: file })).rejects.toMatchObject({ status: 404 });
    await expect(handInFile(as(teacher), { id: first.id, file_id: foreign })).rejects.toMatchObject({ status: 404 });
    await expect(judgeHandIn(as(learner), { id: first.id, pass: true, word: '好', mark: null })).rejects.toMatchObject({ status: 404 });
    await judgeHandIn(as(teacher), { id: first.id, pass: false, word: '缺交通费', mark: 60 });
    expect(await titlesOf(learner)).toContain('作业需要再改一改');
    const second = await handIn(as(learner), { id: lesson, text: '补了交通费', file_ids: [] });
    await judgeHandIn(as(teacher), { id: second.id, pass: true, word: '可以直接用', mark: 92 });
    const after = await exerciseFor(as(learner), lesson);
    expect(after).toMatchObject({
      closed: '这份作业已经通过',
      hand_ins: [
        { state: 'passed', word: '可以直接用', mark: 92 },
        { state: 'again', word: '缺交通费', mark: 60, files: [{ id: file }] },
      ],
    });
    expect(await learnerOf(as(learner), id)).toMatchObject({ done_num: 1, certificate: expect.stringMatching(/^CM/) });
    await expect(handIn(as(learner), { id: lesson, text: '再来', file_ids: [] })).rejects.toMatchObject({ status: 409 });
    await expect(judgeHandIn(as(teacher), { id: second.id, pass: false, word: '反悔', mark: null })).rejects.toMatchObject({ status: 409 });
  });

  it('waits once however often it is handed in, the same at once is one, and has an end', async () => {
    const { id, lesson } = await makeExercise();
    const learner = await learnerFor(id);
    const same = { id: lesson, text: '第一份', file_ids: [] };
    const ids = await Promise.all(Array.from({ length: 64 }, () => handIn(as(learner), same)));
    expect(new Set(ids.map((one) => one.id)).size).toBe(1);
    expect((await titlesOf(teacher)).filter((title) => title === '学员交了作业').length).toBeGreaterThan(0);
    const next = await handIn(as(learner), { ...same, text: '第二份' });
    expect((await exerciseFor(as(learner), lesson)).hand_ins.map(({ id, state }) => [id, state])).toEqual([[next.id, 'waiting']]);
    await expect(judgeHandIn(as(teacher), { id: ids[0]?.id ?? 0, pass: true, word: '旧的', mark: null })).rejects.toMatchObject({
      status: 404,
    });
    const judged = await Promise.allSettled(
      Array.from({ length: 64 }, () => judgeHandIn(as(teacher), { id: next.id, pass: false, word: '评', mark: null })),
    );
    expect(judged.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (let at = 1; at < EXERCISE_MAX.hand_ins; at++) {
      for (const how of ['先交', '改好']) await handIn(as(learner), { ...same, text: `${how} ${at}` });
      const [waiting] = (await exerciseFor(as(learner), lesson)).hand_ins;
      await judgeHandIn(as(teacher), { id: waiting?.id ?? 0, pass: false, word: '再改', mark: null });
    }
    await expect(handIn(as(learner), { ...same, text: '太多' })).rejects.toThrow(`最多交 ${EXERCISE_MAX.hand_ins} 次`);
  });

  it('uses no right up for what would be refused anyway', async () => {
    const { lesson } = await makeExercise();
    const { lessons } = await makeCourse(t, teacher, { lessons: [filmLesson('一课', 60)] });
    const [other, foreign] = [await makePerson(t), await paper(teacher)];
    const sent = (input: Partial<Parameters<typeof handIn>[1]>) => handIn(as(other), { id: lesson, text: '', file_ids: [], ...input });
    await expect(sent({})).rejects.toMatchObject({ fields: { text: expect.any(String) } });
    await expect(sent({ file_ids: [foreign] })).rejects.toMatchObject({ fields: { file_ids: expect.any(String) } });
    await expect(sent({ id: lessons[0] as number, text: '交' })).rejects.toMatchObject({ status: 404 });
    await expect(sent({ text: '交' })).rejects.toMatchObject({ status: 403 });
  });

  it('that is judged does not move where its learner goes on', async () => {
    const { id, lesson } = await makeExercise();
    const learner = await learnerFor(id);
    for (const pass of [false, true]) {
      const made = await handIn(as(learner), { id: lesson, text: `交 ${pass}`, file_ids: [] });
      const before = await findProgress(t.app.db, learner.id, lesson);
      t.clock.advance_ms(60_000);
      await judgeHandIn(as(teacher), { id: made.id, pass, word: '评', mark: null });
      const after = await findProgress(t.app.db, learner.id, lesson);
      expect([after?.updated_at, after?.done_at !== null]).toEqual([before?.updated_at, pass]);
    }
  });

  it('that waits gives way with its files, but for those that the new one has too', async () => {
    const { id, lesson } = await makeExercise();
    const learner = await learnerFor(id);
    const [one, two, three] = [await paper(learner), await paper(learner), await paper(learner)];
    const judged = await handIn(as(learner), { id: lesson, text: '一', file_ids: [one] });
    await judgeHandIn(as(teacher), { id: judged.id, pass: false, word: '再改', mark: null });
    await handIn(as(learner), { id: lesson, text: '二', file_ids: [one, two, three] });
    await handIn(as(learner), { id: lesson, text: '三', file_ids: [three] });
    expect((await attachmentsOf(as(learner), [one, two, three])).map((file) => file.id)).toEqual([one, three]);
    expect((await exerciseFor(as(learner), lesson)).hand_ins.map(({ files }) => files.map((file) => file.id))).toEqual([[three], [one]]);
  });

  it('is listed for its teacher by state and course, a page at a time, what waits longest first', async () => {
    const one = await makePerson(t);
    const courses = [];
    for (const title of ['甲', '乙']) {
      courses.push(await makeCourse(t, one, { title, price_fen: 0, lessons: [{ title: '作业', type: 'exercise', task: TASK }] }));
    }
    const [first, second] = courses as [{ id: number; lessons: number[] }, { id: number; lessons: number[] }];
    for (const { lessons } of [first, second, first])
      await handIn(as(await makePerson(t)), { id: lessons[0] as number, text: '交', file_ids: [] });
    const of = (more: Partial<Parameters<typeof teacherHandIns>[1]>) =>
      teacherHandIns(as(one), { state: 'waiting', course: 0, page: 1, limit: 2, ...more });
    const page = await of({});
    expect([page.total, page.list.length, page.list[0]?.course]).toEqual([3, 2, '甲']);
    expect(page.courses.map(({ title }) => title).toSorted()).toEqual(['乙', '甲']);
    expect((await of({ page: 2 })).list).toHaveLength(1);
    expect((await of({ course: second.id })).list.map(({ course }) => course)).toEqual(['乙']);
    expect((await of({ state: 'passed' })).total).toBe(0);
    expect((await of({ state: 'all' })).total).toBe(3);
  });

  it('goes with its learner’s account', async () => {
    const { id, lesson } = await makeExercise();
    const learner = await learnerFor(id);
    const file = await paper(learner);
    const made = await handIn(as(learner), { id: lesson, text: '看附件', file_ids: [file] });
    await inTransaction(t.ctx(), (tx) => forgetLearning(tx, learner.id));
    expect((await waitingOf(teacher)).list.some((one) => one.id === made.id)).toBe(false);
    expect(await namedLessonFiles(t.ctx(), [file])).toEqual(new Set());
  });
});

describe('in the outline', () => {
  it('is a draft until its task is written', async () => {
    const one = await makeTeacher(t);
    const { id } = await makeCourse(t, one, { lessons: [filmLesson('一课', 60)] });
    const chapter = (await ownCourse(as(one), id)).chapters[0]?.id ?? 0;
    const lessonIn = (course: Awaited<ReturnType<typeof ownCourse>>) => course.chapters[0]?.lessons.find(({ type }) => type === 'exercise');
    const added = lessonIn(await addLesson(as(one), { chapter, type: 'exercise', title: '作业', file_id: null }));
    expect(added).toMatchObject({ state: 'draft', task: '' });
    const lesson = added?.id ?? 0;
    const file_id = await paper(one, '模板.pdf');
    expect(lessonIn(await changeLesson(as(one), lesson, { file_id }))).toMatchObject({ state: 'draft', file: { name: '模板.pdf' } });
    expect(lessonIn(await changeLesson(as(one), lesson, { task: TASK }))).toMatchObject({ state: 'ready', task: TASK });
    const film = (await ownCourse(as(one), id)).chapters[0]?.lessons[0]?.id ?? 0;
    await expect(changeLesson(as(one), film, { task: TASK })).rejects.toMatchObject({ fields: { task: expect.any(String) } });
    expect(await exerciseFor(as(one), lesson)).toMatchObject({ task: TASK, file: '模板.pdf' });
  });
});
