import { opinions } from '#server/modules/opinions/tables.ts';
import { addNote, askQuestion, startLesson } from '#server/modules/study/index.ts';
import { certificates } from '#server/modules/study/tables.ts';
import type { TestApp } from './app.ts';
import type { Person } from './market.ts';
import { filmLesson, makeCourse } from './study.ts';

/** What A has of them: a lesson that they learn, with a note; its course is of a third one. */
export async function studyThings(
  t: TestApp,
  { a, third, mark }: { a: Person; third: number; mark: string },
): Promise<{ learned_course: number; learned_lesson: number; note: number; certificate: number; question: number; opinion: number }> {
  const made = await makeCourse(t, { id: third }, { lessons: [filmLesson('试听', 60, { free: true }), filmLesson('正课', 60)] });
  const [free, learned_lesson] = made.lessons as [number, number];
  await startLesson(a.ctx, { lesson_id: free, device: 'own-device-1', device_name: '', take_over: false });
  const note = await addNote(a.ctx, { lesson_id: free, at_s: 3, text: mark });
  const question = await askQuestion(a.ctx, { item_id: made.id, lesson_id: null, text: '什么时候更新下一章？' });
  const [certificate] = await t.app.db
    .insert(certificates)
    .values({ user_id: a.id, item_id: made.id, no: 'CM0001', name: mark, title: mark, teacher: '', lesson_num: 1 })
    .returning({ id: certificates.id });
  const said = { item_id: made.id, user_id: a.id, publisher_id: third, stars: 5 };
  const [opinion] = await t.app.db.insert(opinions).values(said).returning({ id: opinions.id });
  return {
    learned_course: made.id,
    learned_lesson,
    note: note.id,
    certificate: certificate?.id ?? 0,
    question: question.id,
    opinion: opinion?.id ?? 0,
  };
}
