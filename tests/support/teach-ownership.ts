import { course_chapters, lessons, teachers } from '#server/modules/study/tables.ts';
import type { TestApp } from './app.ts';
import type { Person } from './market.ts';
import { teacherForm } from './teaching.ts';

type Declared = { expect: 'refused' | 'public'; with?: Record<string, unknown>; why?: string };
const of = (name: string, more: Record<string, unknown> = {}): Declared => ({ expect: 'refused', with: { id: name, ...more } });

/** Calls of teachers for the ownership test; words in `with` are those of `teachThings`. */
export const TEACH_OWNERSHIP: Record<string, Declared> = {
  'POST /study/teacher/application': {
    expect: 'refused',
    with: { ...teacherForm(), sample_file_id: 'foreign_sample' },
    why: 'an application takes no file of another',
  },
  'GET /study/teach/course': of('course_draft'),
  'POST /study/teach/chapter': of('course_draft', { title: '第二章' }),
  'PUT /study/teach/chapter': { expect: 'refused', with: { chapter: 'chapter', title: '改名' } },
  'DELETE /study/teach/chapter': { expect: 'refused', with: { chapter: 'chapter' } },
  'POST /study/teach/lesson': { expect: 'refused', with: { chapter: 'chapter', type: 'quiz', title: '新课' } },
  'PUT /study/teach/lesson': { expect: 'refused', with: { lesson: 'lesson', title: '改名' } },
  'DELETE /study/teach/lesson': { expect: 'refused', with: { lesson: 'lesson' } },
  'PUT /study/teach/order': of('course_draft', { chapters: [] }),
  'GET /study/teach/quiz': { expect: 'refused', with: { lesson: 'lesson' } },
  'PUT /study/teach/quiz': { expect: 'refused', with: { lesson: 'lesson', quiz: { pass_percent: 60, questions: [] } } },
  'GET /study/teach/figures': of('course_draft'),
  'GET /study/teach/figures/csv': of('course_draft'),
};

/** A chapter with a quiz in A's course; B teaches as well, so that it is the id that B is refused for. */
export async function teachThings(
  t: TestApp,
  { a, b, course, mark }: { a: Person; b: Person; course: number; mark: string },
): Promise<{ chapter: number; lesson: number }> {
  const { position, field, introduction, sample_link } = teacherForm();
  const accepted = { state: 'accepted' as const, position, field, introduction, sample_link };
  await t.app.db.insert(teachers).values([
    { ...accepted, user_id: a.id, name: mark },
    { ...accepted, user_id: b.id, name: '另一位' },
  ]);
  const [chapter] = await t.app.db.insert(course_chapters).values({ item_id: course, title: mark }).returning({ id: course_chapters.id });
  const row = { item_id: course, chapter_id: chapter?.id ?? 0, title: mark, type: 'quiz' as const };
  const [lesson] = await t.app.db.insert(lessons).values(row).returning({ id: lessons.id });
  return { chapter: chapter?.id ?? 0, lesson: lesson?.id ?? 0 };
}
