import { KINDS } from '#contract/kinds.ts';
import { TEACH_CALLS } from '#contract/teaching.ts';
import { createCtx } from '#server/app/ctx.ts';
import { saveDraft, storeOriginal } from '#server/modules/publishing/index.ts';
import { addChapter, addLesson } from '#server/modules/study/index.ts';
import { course_questions, teachers } from '#server/modules/study/tables.ts';
import type { TestApp } from './app.ts';
import type { Person } from './people.ts';
import { courseForm, teacherForm } from './teaching.ts';

/** What the reading calls of a teacher need to be answered: a course with a quiz, a question, and a sample. */
export async function teachReads(t: TestApp, person: Person): Promise<Record<string, Record<string, string | number>>> {
  const ctx = createCtx(t.app, person.actor, 'test');
  const data = Buffer.from('%PDF-1.4\n%%EOF\n');
  const sample_file_id = await storeOriginal(ctx, { purpose: 'attachment', name: '样课.pdf', data });
  const { name, position, field, introduction } = teacherForm();
  await t.app.db.insert(teachers).values({ user_id: person.id, state: 'accepted', name, position, field, introduction, sample_file_id });
  const { id } = await saveDraft(ctx, { kind: KINDS.course, draft_key: 'stated-course', form: await courseForm(t, person) });
  const { chapters } = await addChapter(ctx, { id, title: '第一章' });
  const course = await addLesson(ctx, { chapter: chapters[0]?.id ?? 0, type: 'quiz', title: '小测', file_id: null });
  await t.app.db.insert(course_questions).values({ item_id: id, user_id: person.id, teacher_id: person.id, text: '有讲义吗？' });
  const lesson = course.chapters[0]?.lessons[0]?.id ?? 0;
  return {
    [TEACH_CALLS.course]: { id },
    [TEACH_CALLS.quiz]: { lesson },
    [TEACH_CALLS.figures]: { id },
    '/study/teach/learners': { id },
    '/study/teach/message': { id },
    [TEACH_CALLS.figures_csv]: { id },
    [KINDS.course.calls.publish.form]: { id },
  };
}
