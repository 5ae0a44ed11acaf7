import { beforeAll, expect, it, vi } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import type { OwnCourse } from '#contract/teaching.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { noticesOf } from '#server/modules/notices/index.ts';
import { saveDraft, storeOriginal, submitItem } from '#server/modules/publishing/index.ts';
import {
  addChapter,
  addLesson,
  addNote,
  askQuestion,
  beat,
  changeLesson,
  courseQuestions,
  ownCourses,
  ownNotes,
  startLesson,
} from '#server/modules/study/index.ts';
import { lockDevices } from '#server/modules/study/learning.repo.ts';
import { REPLACED_JOB, tellReplaced } from '#server/modules/study/teaching/edit-lesson.ts';
import { testApp } from '../support/app.ts';
import { makeFilm } from '../support/films.ts';
import { waitsForLock } from '../support/lock-waits.ts';
import { makePerson, type Person } from '../support/people.ts';
import { courseForm, makeTeacher } from '../support/teaching.ts';

const t = testApp();
let teacher: Person;
const as = (person: Person) => createCtx(t.app, person.actor, 'test');
beforeAll(async () => {
  teacher = await makeTeacher(t);
});

const store = async (name: string, seconds: number) =>
  storeOriginal(as(teacher), { purpose: 'video', name, data: await makeFilm({ seconds }) });
const lessonOf = ({ chapters }: OwnCourse) => chapters[0]?.lessons[0];

it('P6 another film takes along captions, chapters and what was watched of the former one; who is done stays done', async () => {
  const { id } = await saveDraft(as(teacher), { kind: KINDS.course, draft_key: 'replaced-0', form: await courseForm(t, teacher) });
  const chapter = (await addChapter(as(teacher), { id, title: '一' })).chapters[0]?.id as number;
  const film = await store('旧.mp4', 60);
  const lesson = lessonOf(await addLesson(as(teacher), { chapter, type: 'video', title: '课', file_id: film }))?.id ?? 0;
  await submitItem(as(teacher), {
    kind: KINDS.course,
    id,
    draft_key: 'replaced-1',
    form: await courseForm(t, teacher, { price_type: 'free', price: '' }),
  });
  await changeLesson(as(teacher), lesson, { captions_vtt: '00:30.000 --> 00:31.000\n旧', chapters_vtt: '00:00 旧\n00:40 旧的后半' });
  const [done, halfway] = [await makePerson(t), await makePerson(t)];
  const play = (person: Person) => startLesson(as(person), { lesson_id: lesson, device: 'a-device', device_name: '', take_over: false });
  for (const person of [done, halfway]) await play(person);
  t.clock.advance_ms(60_000);
  const watch = (person: Person, to: number) =>
    beat(as(person), { lesson_id: lesson, sections: [[0, to]], position_s: to, rate: 1, device: 'a-device' });
  expect(await watch(done, 60)).toMatchObject({ done: 1 });
  expect(await watch(halfway, 30)).toMatchObject({ done: 0, seconds: 30 });
  for (const at_s of [5, 50]) await addNote(as(halfway), { lesson_id: lesson, at_s, text: `旧的 ${at_s}` });
  await askQuestion(as(halfway), { item_id: id, lesson_id: lesson, at_s: 50, text: '后半段说的是什么？' });
  t.clock.advance_ms(1_000);
  const next = await store('新.mp4', 8);
  const change = { file_id: next, captions_vtt: '00:01.000 --> 00:02.000\n新' };
  expect(lessonOf(await changeLesson(as(teacher), lesson, change))).toMatchObject({
    ...{ duration_s: 8, chapters_vtt: '', captions_vtt: expect.stringContaining('新') },
  });
  // a player that still shows the former film counts for nothing
  await expect(watch(halfway, 8)).rejects.toMatchObject({ status: 409, message: '课时的视频已更换，请刷新页面后重新播放' });
  await expect(watch(done, 8)).rejects.toMatchObject({ status: 409 });
  // moments of the former film are named as such; one's course stays among one's own
  expect(await ownNotes(as(halfway), { lesson_id: lesson })).toMatchObject([
    { at_s: 5, former: 1 },
    { at_s: 50, former: 1 },
  ]);
  expect(await courseQuestions(as(halfway), id)).toMatchObject([{ at_s: 50, former: 1 }]);
  expect(await ownCourses(as(halfway))).toMatchObject([{ id, done_num: 0 }]);
  for (const round of [1, 2]) {
    await tellReplaced(t.ctx(), { lesson_id: lesson, file_id: next });
    for (const person of [done, halfway]) {
      const { list } = await noticesOf(as(person), { only_unread: false, page: 1, limit: 5 });
      expect(
        list.filter(({ title }) => title.includes('更换了一课的视频')),
        `round ${round}`,
      ).toHaveLength(1);
    }
  }
  // a film that was replaced itself meanwhile is not told of
  await tellReplaced(t.ctx(), { lesson_id: lesson, file_id: film });
  expect((await noticesOf(as(halfway), { only_unread: false, page: 1, limit: 5 })).list).toHaveLength(1);
  expect(await play(halfway)).toMatchObject({ position_s: 0, replaced: 1, watched: [] });
  expect(await play(halfway)).toMatchObject({ replaced: 0 });
  expect(await play(done)).toMatchObject({ done: 1, replaced: 1 });
  await addNote(as(halfway), { lesson_id: lesson, at_s: 60, text: '新的' });
  expect((await ownNotes(as(halfway), { lesson_id: lesson })).find(({ text }) => text === '新的')).toMatchObject({ at_s: 8, former: 0 });
  t.clock.advance_ms(1_000);
  expect(await watch(halfway, 1)).toMatchObject({ done: 0, seconds: 1 });
  expect(await watch(done, 1)).toMatchObject({ done: 1 });
  // the former film comes back, and the new one again: learners are told again
  for (const file_id of [film, next]) {
    t.clock.advance_ms(1_000);
    await changeLesson(as(teacher), lesson, { file_id });
  }
  await tellReplaced(t.ctx(), { lesson_id: lesson, file_id: next });
  const told = await noticesOf(as(halfway), { only_unread: false, page: 1, limit: 20 });
  expect(told.list.filter(({ title }) => title.includes('更换了一课的视频')).length).toBeGreaterThan(1);
  // a start that read the former film while it is replaced does not count for the new one
  let starting: Promise<unknown> = Promise.resolve();
  await inTransaction(t.ctx(), async (tx) => {
    await lockDevices(tx.db, halfway.id);
    starting = play(halfway).catch((error: unknown) => error);
    await waitsForLock(t);
    await changeLesson(as(teacher), lesson, { file_id: film });
  });
  expect(await starting).toMatchObject({ status: 409, message: '课时刚刚更换，请重试' });
  expect(await play(halfway)).toMatchObject({ replaced: 1 });
  await changeLesson(as(teacher), lesson, { file_id: next, captions_vtt: '00:01.000 --> 00:02.000\n新' });
  // the same file again replaces nothing
  expect(lessonOf(await changeLesson(as(teacher), lesson, { file_id: next }))?.captions_vtt).toContain('新');
});

it('P6 another PDF of a lesson is no other film, and nobody is told of one', async () => {
  const { id } = await saveDraft(as(teacher), { kind: KINDS.course, draft_key: 'replaced-2', form: await courseForm(t, teacher) });
  const chapter = (await addChapter(as(teacher), { id, title: '一' })).chapters[0]?.id as number;
  const pdf = (name: string) => storeOriginal(as(teacher), { purpose: 'attachment', name, data: Buffer.from('%PDF-1.4\n%%EOF\n') });
  const added = await addLesson(as(teacher), { chapter, type: 'pdf', title: '讲义', file_id: await pdf('旧.pdf') });
  const sent = vi.spyOn(t.app.jobs, 'send');
  const changed = await changeLesson(as(teacher), lessonOf(added)?.id ?? 0, { file_id: await pdf('新.pdf') });
  expect(lessonOf(changed)?.file).toMatchObject({ name: '新.pdf' });
  expect(sent.mock.calls.map(([name]) => name)).not.toContain(REPLACED_JOB);
  sent.mockRestore();
});
