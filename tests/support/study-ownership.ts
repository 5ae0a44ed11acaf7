import { addNote, askQuestion, startLesson } from '#server/modules/study/index.ts';
import { certificates } from '#server/modules/study/tables.ts';
import type { TestApp } from './app.ts';
import type { Person } from './market.ts';
import { filmLesson, makeCourse } from './study.ts';

type Declared = { expect: 'refused' | 'public'; with?: Record<string, unknown>; why?: string };
const of = (name: string, more: Record<string, unknown> = {}): Declared => ({ expect: 'refused', with: { id: name, ...more } });
const DEVICE = 'foreign-device';
const course: Declared = { expect: 'public', with: { id: 'course' } };

/** Calls of courses for the ownership test; words in `with` are those of `studyThings`. */
export const STUDY_OWNERSHIP: Record<string, Declared> = {
  'GET /study/index/detail': { expect: 'public', with: { id: 'course' } },
  'GET /study/index/recommend': { expect: 'public', with: { id: 'course' } },
  'POST /study/buy/order': { expect: 'refused', with: { id: 'course', user_coupon_id: 'ppt_coupon' } },
  'POST /study/lesson/start': { ...of('paid_lesson', { device: DEVICE }), why: 'nobody learns without a right' },
  'POST /study/lesson/beat': of('paid_lesson', { sections: [[0, 9]], position_s: 9, device: DEVICE }),
  'GET /study/quiz': of('paid_lesson'),
  'POST /study/quiz': of('paid_lesson', { answers: {} }),
  'GET /study/index/learner': { ...course, why: 'says what the caller has, of nobody else' },
  'GET /study/my/learn': { ...of('course'), why: 'only who may learn it' },
  'GET /study/my/notes': { expect: 'public', with: { lesson: 'paid_lesson' }, why: "the caller's own notes of it" },
  'POST /study/my/note': { expect: 'refused', with: { lesson: 'paid_lesson', text: '别人的课' } },
  'PUT /study/my/note': of('note', { text: '改写' }),
  'DELETE /study/my/note': of('note'),
  'GET /study/my/certificate': of('certificate'),
  'GET /study/reviews': course,
  'POST /study/review': { ...of('course', { stars: 5 }), why: 'only who learned it' },
  'DELETE /study/review': of('course'),
  'GET /study/questions': course,
  'POST /study/question': { expect: 'public', with: { id: 'course', text: '适合零基础吗？' }, why: 'everybody may ask' },
  'POST /study/answer': of('question', { text: '我来回答' }),
  'POST /admin/study/hide': of('question', { what: 'question', reason: '不合适' }),
};

/** What A has of them: a lesson that they learn, with a note; its course is of a third one. */
export async function studyThings(
  t: TestApp,
  { a, third, mark }: { a: Person; third: number; mark: string },
): Promise<{ course: number; paid_lesson: number; note: number; certificate: number; question: number }> {
  const made = await makeCourse(t, { id: third }, { lessons: [filmLesson('试听', 60, { free: true }), filmLesson('正课', 60)] });
  const [free, paid_lesson] = made.lessons as [number, number];
  await startLesson(a.ctx, { lesson_id: free, device: 'own-device-1', device_name: '', take_over: false });
  const note = await addNote(a.ctx, { lesson_id: free, at_s: 3, text: mark });
  const question = await askQuestion(a.ctx, { item_id: made.id, lesson_id: null, text: '什么时候更新下一章？' });
  const [certificate] = await t.app.db
    .insert(certificates)
    .values({ user_id: a.id, item_id: made.id, no: 'CM0001', name: mark, title: mark, teacher: '', lesson_num: 1 })
    .returning({ id: certificates.id });
  return { course: made.id, paid_lesson, note: note.id, certificate: certificate?.id ?? 0, question: question.id };
}
