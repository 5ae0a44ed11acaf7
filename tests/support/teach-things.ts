import { course_chapters, hand_ins, lessons, teachers } from '#server/modules/study/tables.ts';
import type { TestApp } from './app.ts';
import type { Person } from './market.ts';
import { teacherForm } from './teaching.ts';

/** A chapter with a quiz in A's course; B teaches as well, so that it is the id that B is refused for. */
export async function teachThings(
  t: TestApp,
  { a, b, course, mark }: { a: Person; b: Person; course: number; mark: string },
): Promise<{ chapter: number; lesson: number; hand_in: number }> {
  const { position, field, introduction, sample_link } = teacherForm();
  const accepted = { state: 'accepted' as const, position, field, introduction, sample_link };
  await t.app.db.insert(teachers).values([
    { ...accepted, user_id: a.id, name: mark },
    { ...accepted, user_id: b.id, name: '另一位' },
  ]);
  const [chapter] = await t.app.db.insert(course_chapters).values({ item_id: course, title: mark }).returning({ id: course_chapters.id });
  const row = { item_id: course, chapter_id: chapter?.id ?? 0, title: mark, type: 'quiz' as const };
  const [lesson] = await t.app.db.insert(lessons).values(row).returning({ id: lessons.id });
  const handed = { lesson_id: lesson?.id ?? 0, item_id: course, user_id: a.id, teacher_id: a.id, text: mark };
  const [hand_in] = await t.app.db.insert(hand_ins).values(handed).returning({ id: hand_ins.id });
  return { chapter: chapter?.id ?? 0, lesson: lesson?.id ?? 0, hand_in: hand_in?.id ?? 0 };
}
